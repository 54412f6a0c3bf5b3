extension ProxyRequest {
    /// Whom the head is for.
    package enum Receiver: Sendable, Hashable {
        case server
        /// A proxy further on; with the name and password it wants, as `Basic …`.
        case proxy(authorization: String?)
    }

    /// The head as it is sent on: for one request over one connection.
    package func head(for receiver: Receiver) -> [UInt8] {
        var text: String
        var lines: [String] = []
        switch (receiver, path) {
        case (_, nil): text = "CONNECT \(authority) HTTP/1.1"
        case (.server, let path?): text = "\(method) \(path) HTTP/1.1"
        case (.proxy, let path?): text = "\(method) http://\(authority)\(path) HTTP/1.1"
        }
        text += "\r\nHost: \(authority)\r\n"
        if case .proxy(let authorization?) = receiver { lines.append("Proxy-Authorization: \(authorization)") }
        if !isTunnel { lines.append("Connection: close") }
        var bytes = Array(text.utf8)
        // What a browser says of itself to a proxy is not for others.
        for field in isTunnel ? [] : fields {
            bytes += field.name.utf8
            bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")] + field.value + [0x0D, 0x0A]
        }
        for line in lines { bytes += Array((line + "\r\n").utf8) }
        return bytes + [0x0D, 0x0A]
    }
}
