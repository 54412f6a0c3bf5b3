/// What the user decided about the listener.
package struct ListenerSettings: Sendable, Hashable {
    package var address: ListenAddress
    /// The port on which the listener accepts connections. 0 until the system has chosen one.
    package var port: UInt16
    /// The token that requests must have; nil if they need none.
    package var token: AccessToken?
    /// The origins of the pages that may post.
    package var allowedOrigins: [WebOrigin]
    package var recordsPerSecond: Int

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
