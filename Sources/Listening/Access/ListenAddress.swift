import Bytes
import Platform

/// The address of a network interface on which the listener accepts connections.
package struct ListenAddress: Sendable, Hashable {
    /// The address in its usual form, such as `127.0.0.1` or `::1`.
    package let text: String
    /// The four or sixteen bytes of the address.
    package let bytes: [UInt8]

    package static let loopback = ListenAddress(text: "127.0.0.1", bytes: [127, 0, 0, 1])
    package static let loopbackIPv6 = ListenAddress(text: "::1", bytes: [UInt8](repeating: 0, count: 15) + [1])

    private init(text: String, bytes: [UInt8]) {
        self.text = text
        self.bytes = bytes
    }

    /// Parses an IPv4 or IPv6 address. Returns nil for anything else, such as a name.
    package init?(_ text: String) {
        // A C function would read the text only up to a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: 16)
            // Neither address is longer than sixteen bytes.
            guard unsafe inet_pton(family, text, &bytes) == 1 else { continue }
            var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard unsafe inet_ntop(family, bytes, &name, socklen_t(name.count)) != nil else { continue }
            let end = name.firstIndex(of: 0) ?? name.count
            self.init(text: String(decoding: name[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self), bytes: Array(bytes[..<size]))
            return
        }
        return nil
    }

    package var isIPv6: Bool { bytes.count == 16 }

    /// Whether only programs on this machine can connect.
    package var isLoopback: Bool { isIPv6 ? self == .loopbackIPv6 : bytes[0] == 127 }

    /// Whether this stands for all interfaces.
    package var isWildcard: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The address as the host of a URL.
    package var host: String { isIPv6 ? "[\(text)]" : text }
}
