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
    package func isLike(_ other: String.UTF8View) -> Bool { count == other.count && startsLike(other) }

    /// Returns whether the text begins with `start`, ignoring the case of ASCII letters.
    package func startsLike(_ start: String.UTF8View) -> Bool {
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

/// Converts the dates of HTTP headers to seconds since 1970.
///
///    Sun, 06 Nov 1994 08:49:37 GMT     the current format
///    Sunday, 06-Nov-94 08:49:37 GMT    the obsolete RFC 850 format
///    Sun Nov  6 08:49:37 1994          the format of C's asctime
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the seconds, or nil if the text is not a date in one of these formats.
    package static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.lowercased().split { ", -:".contains($0) }.map(String.init)
        switch words.count {
        case 8 where words[7] == "gmt": return seconds(words[3], words[2], words[1], words[4...6])
        case 7: return seconds(words[6], words[1], words[2], words[3...5])
        default: return nil
        }
    }

    private static func seconds(_ year: String, _ month: String, _ day: String, _ time: ArraySlice<String>) -> Int? {
        let clock = time.compactMap { number($0, upTo: 60) }
        guard var year = number(year, upTo: 9999), let month = months.firstIndex(of: month), let day = number(day, upTo: 31), day > 0,
            clock.count == 3, clock[0] < 24, clock[1] < 60
        else { return nil }
        // The obsolete format has a year of two digits. Years from 70 on are in the 20th century.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        guard year >= 1900 else { return nil }
        return CivilDate(year: year, month: month + 1, day: day).number * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    private static func number(_ text: String, upTo most: Int) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(ByteClass.isDigit), let number = Int(text), number <= most else {
            return nil
        }
        return number
    }
}
