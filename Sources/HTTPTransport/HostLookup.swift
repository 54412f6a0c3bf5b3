import Foundation
import Platform
import Tasks

/// Looks up a host name on a separate thread, because `getaddrinfo` cannot be stopped. A caller that no longer needs the answer ignores it.
enum HostLookup {
    /// - Parameter done: Receives the addresses, which have 4 or 16 bytes each. If the lookup fails, the array is empty.
    static func start(_ host: String, _ done: @escaping @Sendable ([[UInt8]]) -> Void) {
        do throws(SystemError) {
            try WorkerThread("looking up").run { done(lookUp(host)) }
        } catch {
            done([])
        }
    }

    /// Returns the name as another program could read it: with ASCII digits and dots for other forms of them, and without what would make an
    /// address a name that nobody knows: a dot at the end, and the zone of an IPv6 address, as in `::1%lo`.
    static func plainName(_ host: String) -> String {
        var name = host.precomposedStringWithCompatibilityMapping.replacing("\u{3002}", with: ".").lowercased()
        while name.hasSuffix(".") { name.removeLast() }
        return name.contains(":") ? String(name.prefix { $0 != "%" }) : name
    }

    private static func lookUp(_ host: String) -> [[UInt8]] {
        // These names mean the loopback everywhere (RFC 6761, section 6.3), whatever the system knows.
        if host == "localhost" || host.hasSuffix(".localhost") { return [[127, 0, 0, 1]] }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = SystemCall.streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [[UInt8]] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr {
                if unsafe entry.pointee.ai_family == AF_INET {
                    let v4 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
                    addresses.append(unsafe withUnsafeBytes(of: v4.sin_addr) { unsafe Array($0) })
                } else if unsafe entry.pointee.ai_family == AF_INET6 {
                    let v6 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
                    addresses.append(unsafe withUnsafeBytes(of: v6.sin6_addr) { unsafe Array($0) })
                }
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Returns an address as text: `192.0.2.1`, `2001:db8::1`.
    static func text(_ address: [UInt8]) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 1)
        let family = address.count == 4 ? AF_INET : AF_INET6
        let capacity = socklen_t(buffer.count)
        guard [4, 16].contains(address.count), unsafe inet_ntop(family, address, &buffer, capacity) != nil else { return "?" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
