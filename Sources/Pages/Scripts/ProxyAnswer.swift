/// The head of a server's answer, as it is passed on to the browser: the connection is closed behind the answer, whatever the server says, so
/// that the next request comes as one of its own and is looked at.
package struct ProxyAnswer: Sendable, Hashable {
    package let status: Int
    /// What the browser is sent.
    package let head: [UInt8]

    /// Whether another answer follows this one.
    package var isInterim: Bool { (100..<200).contains(status) && status != 101 }

    /// - Parameter bytes: All of it, with the empty line.
    /// - Returns: Nil for what is no answer to a request of ours.
    package init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.filter { $0 != UInt8(ascii: "\r") }
        }
        let words = lines[0].split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3 else { return nil }
        guard let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100, !bytes.contains(0) else { return nil }
        // Nobody has asked to switch protocols; and who asks for a proxy's password is the proxy, which is ours.
        guard status != 101, status != 407 else { return nil }
        self.status = status
        var head = lines[0] + [0x0D, 0x0A]
        var isDropping = false
        for line in lines.dropFirst() where !line.isEmpty {
            // A line that begins with a blank goes on with the one before.
            if line[0] != 0x20, line[0] != 0x09 {
                let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).trimmingBlanks.lowercased()
                isDropping = Self.droppedNames.contains(name)
            }
            if !isDropping { head += line + [0x0D, 0x0A] }
        }
        self.head = head + Array("Connection: close\r\n\r\n".utf8)
    }

    private static let droppedNames: Set = ["connection", "keep-alive", "proxy-connection", "upgrade"]

    /// An answer of our own, without a body.
    package static func own(_ status: Int, _ reason: String) -> [UInt8] {
        // It is not to be said of an answer that has no body by its status.
        let length = status == 204 ? "" : "Content-Length: 0\r\n"
        return Array("HTTP/1.1 \(status) \(reason)\r\n\(length)\(status == 407 ? challenge : "")Connection: close\r\n\r\n".utf8)
    }

    private static let challenge = "Proxy-Authenticate: Basic realm=\"linkscope\"\r\n"
}
