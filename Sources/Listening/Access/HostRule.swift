/// The hosts by which clients may call the listener.
///
/// Any site can let the name of its own host stand for 127.0.0.1 (DNS rebinding). The requests of its pages then have no foreign origin,
/// but they still name that host. So the listener accepts only hosts that no site can own.
struct HostRule: Sendable, Hashable {
    let address: ListenAddress
    let port: UInt16

    /// The hosts that stand for this machine on itself. In the Android emulator, 10.0.2.2 is the loopback of the machine that runs it.
    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]", "10.0.2.2"]

    /// Whether the value of a `Host` field names the listener.
    func accepts(_ value: String) -> Bool {
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
    var advice: String {
        if address.isLoopback { return "localhost:\(port) or 127.0.0.1:\(port)" }
        return address.isWildcard ? "localhost:\(port), or an IP address of this machine with port \(port)" : "\(address.host):\(port)"
    }
}
