import Bytes
import Platform

/// What the user decided about the listener.
///
/// The socket of an inspector is a listener too. Only processes of the user can open it, so it needs no token and has no limit per second. No
/// page can open it, so it has no origins. It has more paths: those of other linkscope processes.
package struct ListenerSettings: Sendable, Hashable {
    package var address: ListenAddress
    /// The port on which the listener accepts connections. 0 until the system has chosen one.
    package var port: UInt16
    /// The token that requests must have; nil if they need none.
    package var token: AccessToken?
    /// The origins of the pages that may post.
    package var allowedOrigins: [WebOrigin]
    package var recordsPerSecond: Int
    /// Whether clients come through the Unix socket of an inspector. The address and the port then say only how they name their host:
    /// `localhost`.
    package private(set) var isSocket = false

    /// The settings of an inspector's socket.
    package static let socket = {
        var settings = ListenerSettings(port: 80, recordsPerSecond: .max)
        settings.isSocket = true
        return settings
    }()

    package static let defaultPort: UInt16 = 8089
    package static let defaultRate = 50_000

    package init(
        address: ListenAddress = .loopback, port: UInt16 = defaultPort, token: AccessToken? = nil, allowedOrigins: [WebOrigin] = [],
        recordsPerSecond: Int = defaultRate
    ) {
        self.address = address
        self.port = port
        self.token = token
        self.allowedOrigins = allowedOrigins
        self.recordsPerSecond = recordsPerSecond
    }

    /// The address of the listener as a URL that works on this machine.
    package var url: String { "http://\((address.isWildcard ? .loopback : address).host):\(port)" }
}

/// The hosts by which clients may call the listener.
///
/// Any site can let the name of its own host stand for 127.0.0.1 (DNS rebinding). The requests of its pages then have no foreign origin,
/// but they still name that host. So the listener accepts only hosts that no site can own.
extension ListenerSettings {
    /// The hosts that stand for this machine on itself. In the Android emulator, 10.0.2.2 is the loopback of the machine that runs it.
    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]", "10.0.2.2"]

    /// Whether the value of a `Host` field names the listener.
    func accepts(host value: String) -> Bool {
        guard let (host, port) = Self.parts(of: value.lowercased()) else { return false }
        guard port == self.port else { return false }
        if Self.loopbackHosts.contains(host) || host == address.host { return true }
        // An address in digits belongs to no name that a site could own.
        return address.isWildcard && ListenAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host) != nil
    }

    /// Returns a host and its port, which is 80 if it is missing.
    private static func parts(of value: String) -> (host: String, port: UInt16)? {
        let afterBracket = value.firstIndex(of: "]") ?? value.startIndex
        guard let colon = value[afterBracket...].firstIndex(of: ":") else { return (value, 80) }
        let digits = value[value.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else { return nil }
        return (String(value[..<colon]), port)
    }

    /// The hosts to use, for a message.
    var hostAdvice: String {
        if address.isLoopback { return "localhost:\(port) or 127.0.0.1:\(port)" }
        return address.isWildcard ? "localhost:\(port), or an IP address of this machine with port \(port)" : "\(address.host):\(port)"
    }
}

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

/// The secret word that each request must contain, if the user has set one. A listener that other machines can reach always has one.
package struct AccessToken: Sendable, Hashable {
    package let text: String

    /// The fewest characters of a token, so that guessing it takes too long.
    package static let shortest = 16

    /// Returns nil for a text that is too short, or has characters that cannot be part of a header field.
    package init?(_ text: String) {
        guard (Self.shortest...256).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.text = text
    }

    private init(generated: String) { text = generated }

    /// Returns a new token with 160 random bits.
    package static func generated() -> AccessToken {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        // The system's generator is made for secrets.
        var generator = SystemRandomNumberGenerator()
        return AccessToken(generated: String((0..<32).map { _ in digits[Int.random(in: 0..<32, using: &generator)] }))
    }

    /// Returns whether the value of an `Authorization` field has this token. The comparison takes the same time wherever the first
    /// difference is, so that the time tells nothing about the token.
    func isIn(_ authorization: String) -> Bool {
        let scheme = "bearer "
        guard authorization.utf8.count > scheme.utf8.count, authorization.prefix(scheme.count).lowercased() == scheme else { return false }
        // There may be several spaces (RFC 9110, section 11.4).
        let given = Array(authorization.utf8.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: " ") })
        let wanted = Array(text.utf8)
        var difference = given.count ^ wanted.count
        for (index, byte) in wanted.enumerated() { difference |= Int(byte ^ (given.isEmpty ? 0 : given[index % given.count])) }
        return difference == 0
    }
}

/// The origin of a web page, in the form of an `Origin` field: a scheme and a host, and a port if it is not the usual one.
package struct WebOrigin: Sendable, Hashable {
    package let text: String

    /// Parses an origin. Accepts `null`, which browsers send for pages without an origin, such as local files. Returns nil for anything else
    /// that is not exactly an origin, such as `*` or a URL with a path.
    package init?(_ text: String) {
        let lowered = text.lowercased()
        self.text = lowered
        if lowered == "null" { return }
        guard let separator = lowered.firstRange(of: "://") else { return nil }
        let (scheme, host) = (lowered[..<separator.lowerBound], lowered[separator.upperBound...])
        guard let first = scheme.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z"), !host.isEmpty else { return nil }
        let isPlain = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && !"/?#@*\\\"<>,".utf8.contains(byte) }
        guard scheme.utf8.allSatisfy(isPlain), host.utf8.allSatisfy(isPlain) else { return nil }
    }
}
