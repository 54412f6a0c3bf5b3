package import Listening

/// A port on which this process listens, before it accepts connections.
package struct BoundPort: Sendable {
    package let addresses: [ListenAddress]
    package let port: UInt16
    let files: [OpenFile]

    /// Listens on a port of an address. With the usual loopback address, listens on the one of IPv6 too if the system has it, because
    /// programs differ in which of them `localhost` stands for.
    ///
    /// - Parameter port: The port; 0 for one that the system chooses.
    package init(_ address: ListenAddress, port: UInt16) throws(SystemError) {
        let first = try TCPSocket.listen(at: address, port: port)
        self.port = try TCPSocket.port(of: first)
        guard address == .loopback, let second = try? TCPSocket.listen(at: .loopbackIPv6, port: self.port) else {
            (addresses, files) = ([address], [first])
            return
        }
        (addresses, files) = ([address, .loopbackIPv6], [first, second])
    }
}
