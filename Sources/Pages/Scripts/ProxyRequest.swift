// What a browser sends to a proxy begins with one of two lines:
//
//     CONNECT www.example.com:443 HTTP/1.1        a tunnel: everything behind the head is the two ends' affair
//     GET http://www.example.com/a?b HTTP/1.1     one request, to be asked for in the browser's place
//
// It is read strictly. The browser is no stranger, but what it sends is made by the scripts of one: a head that two readers could take apart in
// two ways is how a request for a host that is allowed smuggles one for another host past the check.

/// The head of a request to a proxy.
package struct ProxyRequest: Sendable, Hashable {
    package enum Problem: Error, Sendable, Hashable {
        /// No head of HTTP/1, or one that could be read in several ways.
        case malformed
        /// It is for something else than a host on the web.
        case wrongTarget
        /// It has a body whose end the head does not tell.
        case unknownLength
    }

    package struct Field: Sendable, Hashable {
        package var name: String
        /// As it was sent: mostly ASCII, but nobody says so.
        package var value: [UInt8]
    }

    package var method: String
    /// In small letters; an IPv6 address without its brackets.
    package var host: String
    package var port: Int
    /// With the query; nil for a tunnel.
    package var path: String?
    /// Those that are meant for the server, without Host.
    package var fields: [Field]
    /// How many bytes follow the head; 0 for a tunnel, which ends when it ends.
    package var bodyLength: Int
    /// What it shows to be let through, for us and nobody behind us; nil without, and where it shows several things.
    package var proxyAuthorization: [UInt8]?

    package var isTunnel: Bool { path == nil }

    /// `www.example.com:8080`, or without a port that goes without saying.
    package var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == 80 && !isTunnel ? host : "\(host):\(port)"
    }

    /// - Parameter head: All of it, with the empty line.
    package init(_ head: [UInt8]) throws(Problem) {
        var lines = try Self.lines(of: head)
        let words = lines.removeFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Array.init)
        guard words.count == 3, words[2] == Array("HTTP/1.1".utf8) || words[2] == Array("HTTP/1.0".utf8) else { throw .malformed }
        guard !words[0].isEmpty, words[0].allSatisfy(Self.isTokenByte), words[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed
        }
        method = String(decoding: words[0], as: UTF8.self)
        (host, port, path) = try method == "CONNECT" ? Self.tunnel(words[1]) : Self.page(words[1])
        let all = try lines.map { line throws(Problem) in try Self.field(line) }
        bodyLength = try Self.bodyLength(all)
        guard bodyLength == 0 || path != nil else { throw .malformed }
        let passes = all.filter { $0.name.lowercased() == "proxy-authorization" }
        proxyAuthorization = passes.count == 1 ? passes[0].value : nil
        let dropped = Self.droppedNames(all)
        fields = all.filter { !dropped.contains($0.name.lowercased()) }
    }

    // MARK: The first line

    private typealias Target = (host: String, port: Int, path: String?)

    private static func tunnel(_ target: [UInt8]) throws(Problem) -> Target {
        let (host, port) = try hostAndPort(target[...])
        guard let port else { throw .wrongTarget }
        return (host, port, nil)
    }

    private static func page(_ target: [UInt8]) throws(Problem) -> Target {
        let scheme = Array("http://".utf8)
        guard target.count > scheme.count, target[..<scheme.count].map(lowered) == scheme else { throw .wrongTarget }
        let rest = target[scheme.count...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        guard !rest.contains(UInt8(ascii: "#")) else { throw .wrongTarget }
        let (host, port) = try hostAndPort(rest[..<end])
        let path = String(decoding: rest[end...], as: UTF8.self)
        return (host, port ?? 80, path.hasPrefix("/") ? path : "/" + path)
    }

    private static func hostAndPort(_ text: ArraySlice<UInt8>) throws(Problem) -> (String, Int?) {
        var host = text
        var digits: ArraySlice<UInt8>?
        if text.first == UInt8(ascii: "[") {
            guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { throw .wrongTarget }
            host = text[(text.startIndex + 1)..<bracket]
            let rest = text[(bracket + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .wrongTarget }
            digits = rest.isEmpty ? nil : rest.dropFirst()
            guard host.contains(UInt8(ascii: ":")), host.allSatisfy(isAddressByte) else { throw .wrongTarget }
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            host = text[..<colon]
            digits = text[(colon + 1)...]
        }
        guard (1...253).contains(host.count), digits != nil || !host.isEmpty else { throw .wrongTarget }
        guard text.first == UInt8(ascii: "[") || host.allSatisfy(isNameByte) else { throw .wrongTarget }
        let name = String(decoding: host.map(lowered), as: UTF8.self)
        guard let digits else { return (name, nil) }
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .wrongTarget }
        guard let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port) else { throw .wrongTarget }
        return (name, port)
    }

    // MARK: The fields

    /// The lines without their ends. Only CR LF ends one, and neither stands anywhere else.
    private static func lines(of head: [UInt8]) throws(Problem) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = head[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard end > rest.startIndex, head[end - 1] == UInt8(ascii: "\r") else { throw .malformed }
            lines.append(rest[..<(end - 1)])
            rest = rest[(end + 1)...]
        }
        guard rest.isEmpty, lines.count >= 2, lines.popLast()?.isEmpty == true else { throw .malformed }
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        guard lines.allSatisfy({ !$0.isEmpty && !$0.contains(where: isControl) }) else { throw .malformed }
        return lines
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(Problem) -> Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex, line[..<colon].allSatisfy(isTokenByte) else {
            throw .malformed
        }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return Field(name: String(decoding: line[..<colon], as: UTF8.self), value: Array(value[..<end]))
    }

    private static func bodyLength(_ fields: [Field]) throws(Problem) -> Int {
        if fields.contains(where: { $0.name.lowercased() == "transfer-encoding" }) { throw .unknownLength }
        let lengths = fields.filter { $0.name.lowercased() == "content-length" }
        guard let length = lengths.first?.value else { return 0 }
        guard lengths.count == 1, (1...12).contains(length.count), length.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed
        }
        return Int(String(decoding: length, as: UTF8.self)) ?? 0
    }

    /// What concerns the connection to us, or what we say ourselves: in small letters.
    private static func droppedNames(_ fields: [Field]) -> Set<String> {
        var names: Set = [
            "connection", "host", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]
        for field in fields where field.name.lowercased() == "connection" {
            let text = String(decoding: field.value, as: UTF8.self).lowercased()
            names.formUnion(text.split(separator: ",").map(\.trimmingBlanks))
        }
        names.remove("content-length")
        return names
    }

    // MARK: Bytes

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-._".utf8.contains(byte) }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        (0x30...0x3A).contains(byte) || (0x61...0x66).contains(lowered(byte)) || byte == UInt8(ascii: ".")
    }
}
