import Bytes

/// The request line and the header fields of an HTTP/1 request.
package struct RequestHead: Sendable, Hashable {
    package var method: String
    /// The path, without the query.
    package var path: String
    /// Whether the client speaks HTTP/1.0, which closes the connection after each answer unless it asks for the opposite.
    package var isVersion10 = false
    /// The fields, with names in lowercase.
    package var fields: [HTTPField] = []

    /// Returns the values of a field, given in lowercase.
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the value of a field that a request has at most once; nil if it has none. Throws if there are several, because then
    /// programs differ in which of them counts.
    func value(_ name: String) throws(Refusal) -> String? {
        let values = values(name)
        guard values.count < 2 else { throw Refusal(.badRequest, "The request has the field \(name) more than once.") }
        return values.first
    }

    /// Whether a body follows, even if its length is not known.
    package var announcesBody: Bool { !values("transfer-encoding").isEmpty || values("content-length").contains { $0 != "0" } }

    /// Whether the client keeps the connection for another request.
    package var keepsConnection: Bool {
        let options = values("connection").flatMap { $0.lowercased().split { $0 == "," || $0 == " " } }
        return isVersion10 ? options.contains("keep-alive") : !options.contains("close")
    }
}

extension RequestHead {
    /// The most fields of a request. Browsers send about twenty.
    static let mostFields = 100

    /// Parses a head, given without the empty line at its end.
    init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        let words = (lines.first ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(Self.isNameByte), words[0].count <= 20 else {
            throw Refusal(.badRequest, "This is not an HTTP request. The listener speaks HTTP/1.1, without TLS.")
        }
        switch String(decoding: words[2], as: UTF8.self) {
        case "HTTP/1.1": isVersion10 = false
        case "HTTP/1.0": isVersion10 = true
        default: throw Refusal(.versionNotSupported, "The listener speaks HTTP/1.1.")
        }
        guard words[1].first == UInt8(ascii: "/") || words[1] == [UInt8(ascii: "*")], words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal(.badRequest, "The target of the request is not a path.")
        }
        method = String(decoding: words[0], as: UTF8.self)
        path = String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        guard lines.count - 1 <= Self.mostFields else {
            throw Refusal(.fieldsTooLarge, "The request has more than \(Self.mostFields) header fields.")
        }
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(Refusal) -> HTTPField {
        // This also refuses a space before the colon, and a line that continues the line before it. Both were used to hide fields from
        // proxies.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex, line[..<colon].allSatisfy(isNameByte) else {
            throw Refusal(.badRequest, "A header field has no valid name.")
        }
        let value = Array(line[(colon + 1)...])
        guard value.allSatisfy({ $0 == 0x09 || !ByteClass.isControl($0) }) else {
            throw Refusal(.badRequest, "A header field has a control character.")
        }
        return HTTPField(
            String(decoding: line[..<colon].map(ByteClass.lowered), as: UTF8.self),
            String(decoding: value[value.span.trimmed], as: UTF8.self))
    }

    /// Whether a byte may be in the name of a method or a field (RFC 9110 calls it a token).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

/// The bytes that a client has sent and that are not used yet.
package struct RequestBuffer: Sendable {
    /// The most bytes of a request line with its header fields.
    static let longestHead = 16 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes that were searched for the end of a head.
    private var searched = 0

    package init() {}

    package var count: Int { bytes.count }

    /// Whether the bytes are those of an older linkscope, which sent a line in place of a head. It would wait for its answer without end.
    package var isOlder: Bool { bytes.starts(with: "deliver".utf8) || bytes.starts(with: "events".utf8) }

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Returns and removes the head of the next request; nil if it is not complete.
    package mutating func nextHead() throws(Refusal) -> RequestHead? {
        dropLineEnds()
        // A TLS connection begins with this byte. It has no empty line, so waiting for the end of a head would be in vain.
        if bytes.first == 0x16 { throw Refusal(.badRequest, "The listener speaks HTTP, without TLS: use http://.") }
        guard let end = endOfHead() else {
            if bytes.count > Self.longestHead { throw Self.tooLong }
            return nil
        }
        guard end <= Self.longestHead else { throw Self.tooLong }
        let head = try RequestHead(bytes[..<(end - 4)])
        remove(end)
        return head
    }

    /// Returns and removes the body of a request; nil if it is not complete.
    package mutating func nextBody(_ count: Int) -> [UInt8]? {
        guard bytes.count >= count else { return nil }
        let body = Array(bytes[..<count])
        remove(count)
        return body
    }

    private static var tooLong: Refusal {
        Refusal(.fieldsTooLarge, "The request line and the header fields are longer than \(longestHead >> 10) KiB.")
    }

    /// Removes line ends before a request, which some clients send after a body.
    private mutating func dropLineEnds() {
        guard searched == 0, let first = bytes.first, ByteClass.isLineEnd(first) else { return }
        bytes.removeFirst(bytes.firstIndex { !ByteClass.isLineEnd($0) } ?? bytes.count)
    }

    private mutating func endOfHead() -> Int? {
        let place = bytes.place(of: "\r\n\r\n", in: max(searched - 3, 0)..<bytes.count)
        if place == nil { searched = bytes.count }
        return place.map { $0 + 4 }
    }

    private mutating func remove(_ count: Int) {
        bytes.removeFirst(count)
        searched = 0
    }
}
