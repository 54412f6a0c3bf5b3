package import AppLinks

/// What a server, or a `data:` link itself, has answered in the end.
package struct FetchedPage: Sendable, Hashable {
    /// A line of the answer's head.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The link that was asked for.
    package var requested: LinkURL
    /// The requests in order, the one that brought the page last; none for a `data:` link.
    package var hops: [Hop]
    /// Where the page was.
    package var url: LinkURL
    /// Nil where nobody spoke HTTP.
    package var status: Int?
    package var fields: [Field]
    /// Decoded as `Content-Encoding` says.
    package var body: [UInt8]
    /// The proxy that was asked, without its password; nil for none.
    package var proxy: String?

    package init(
        requested: LinkURL, hops: [Hop] = [], url: LinkURL, status: Int? = nil, fields: [Field] = [], body: [UInt8], proxy: String? = nil
    ) {
        self.requested = requested
        self.hops = hops
        self.url = url
        self.status = status
        self.fields = fields
        self.body = body
        self.proxy = proxy
    }

    /// The first field of that name, in whatever case.
    package func field(_ name: String) -> String? { fields.value(of: name) }

    package var contentType: ContentType? { field("Content-Type").flatMap { ContentType($0) } }
}

extension [FetchedPage.Field] {
    /// The value of the first field of that name, in whatever case.
    package func value(of name: String) -> String? {
        for field in self where field.name.utf8.isLike(name.utf8) { return field.value }
        return nil
    }

    /// The values of all fields of that name, in whatever case, as those of one; "" when there is none.
    package func values(of name: String) -> String {
        var values: String?
        for field in self where field.name.utf8.isLike(name.utf8) { values = values.map { "\($0),\(field.value)" } ?? field.value }
        return values ?? ""
    }
}

extension Collection<UInt8> {
    /// Whether both are the same but for the case of their letters of ASCII.
    func isLike(_ other: String.UTF8View) -> Bool { count == other.count && startsLike(other) }

    /// Whether it begins like `start`, but for the case of the letters of ASCII.
    func startsLike(_ start: String.UTF8View) -> Bool {
        guard count >= start.count else { return false }
        var own = makeIterator()
        for wanted in start {
            guard let byte = own.next() else { return false }
            guard byte == wanted || byte | 0x20 == wanted | 0x20 && (byte | 0x20) &- 0x61 < 26 else { return false }
        }
        return true
    }
}

/// A media type as a header has it: `text/html; charset=utf-8`.
package struct ContentType: Sendable, Hashable {
    /// In small letters, without parameters.
    package var type: String
    package var charset: String?

    package init?(_ text: String) {
        let semicolon = UInt8(ascii: ";")
        var end = text.utf8.firstIndex(of: semicolon) ?? text.endIndex
        type = text[..<end].trimmingBlanks.lowercased()
        guard type.utf8.contains(UInt8(ascii: "/")) else { return nil }
        while charset == nil, end < text.endIndex {
            let rest = text[text.utf8.index(after: end)...]
            end = rest.utf8.firstIndex(of: semicolon) ?? text.endIndex
            charset = Self.charset(rest[..<end])
        }
    }

    private static func charset(_ parameter: Substring) -> String? {
        guard let equals = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        guard parameter[..<equals].trimmingBlanks.utf8.isLike("charset".utf8) else { return nil }
        let value = parameter[parameter.utf8.index(after: equals)...].trimmingBlanks
        return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : value
    }

    /// Whether tags are to be looked for in it.
    package var isHTML: Bool { type == "text/html" || type == "application/xhtml+xml" }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Without the blanks, tabs and ends of lines around it.
    @inlinable package var trimmingBlanks: String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[first..<utf8.index(after: last)])
    }
}
