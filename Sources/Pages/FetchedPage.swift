package import AppLinks
import Bytes

/// The final answer of a server, or the content of a `data:` link.
package struct FetchedPage: Sendable, Hashable {
    /// A header field of the answer.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The link that was requested.
    package var requested: LinkURL
    /// The requests in order. The last one returned the page. Empty for a `data:` link.
    package var hops: [RedirectHop]
    /// The URL of the page after all redirects.
    package var url: LinkURL
    /// The status of the answer. Nil if the page was not fetched over HTTP.
    package var status: Int?
    package var fields: [Field]
    /// The body after decoding its `Content-Encoding`.
    package var body: [UInt8]
    /// The proxy that was used, without its password. Nil if no proxy was used.
    package var proxy: String?

    package init(
        requested: LinkURL, hops: [RedirectHop] = [], url: LinkURL, status: Int? = nil, fields: [Field] = [], body: [UInt8],
        proxy: String? = nil
    ) {
        self.requested = requested
        self.hops = hops
        self.url = url
        self.status = status
        self.fields = fields
        self.body = body
        self.proxy = proxy
    }

    /// Returns the value of the first field with this name, ignoring case.
    package func field(_ name: String) -> String? { fields.value(of: name) }

    package var contentType: ContentType? { field("Content-Type").flatMap { ContentType($0) } }
}

extension [FetchedPage.Field] {
    /// Returns the value of the first field with this name, ignoring case.
    package func value(of name: String) -> String? {
        for field in self where field.name.utf8.isLike(name.utf8) { return field.value }
        return nil
    }

    /// Returns the values of all fields with this name, ignoring case, joined by commas. Returns an empty string if no field has this name.
    package func values(of name: String) -> String {
        var values: String?
        for field in self where field.name.utf8.isLike(name.utf8) { values = values.map { "\($0),\(field.value)" } ?? field.value }
        return values ?? ""
    }
}

extension Collection<UInt8> {
    /// Returns whether both texts are equal, ignoring the case of ASCII letters.
    func isLike(_ other: String.UTF8View) -> Bool { count == other.count && startsLike(other) }

    /// Returns whether the text begins with `start`, ignoring the case of ASCII letters.
    func startsLike(_ start: String.UTF8View) -> Bool {
        guard count >= start.count else { return false }
        var own = makeIterator()
        for wanted in start {
            guard let byte = own.next() else { return false }
            guard ByteClass.lowered(byte) == ByteClass.lowered(wanted) else { return false }
        }
        return true
    }
}

/// A media type from a header field, such as `text/html; charset=utf-8`.
package struct ContentType: Sendable, Hashable {
    /// The media type in lowercase, without parameters.
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

    /// Whether linkscope looks for tags in content of this type.
    package var isHTML: Bool { type == "text/html" || type == "application/xhtml+xml" }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// The text without surrounding spaces, tabs and line ends.
    package var trimmingBlanks: String {
        guard let first = utf8.firstIndex(where: { !ByteClass.isJSONSpace($0) }),
            let last = utf8.lastIndex(where: { !ByteClass.isJSONSpace($0) })
        else { return "" }
        return String(self[first..<utf8.index(after: last)])
    }
}
