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
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var contentType: ContentType? { field("Content-Type").flatMap { ContentType($0) } }
}

/// A media type as a header has it: `text/html; charset=utf-8`.
package struct ContentType: Sendable, Hashable {
    /// In small letters, without parameters.
    package var type: String
    package var charset: String?

    package init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        type = parts[0].trimmingBlanks.lowercased()
        guard type.contains("/") else { return nil }
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "="), charset == nil else { continue }
            guard part[..<equals].trimmingBlanks.lowercased() == "charset" else { continue }
            let value = part[part.index(after: equals)...].trimmingBlanks
            charset = String(value.hasPrefix("\"") ? value.dropFirst().prefix { $0 != "\"" } : value[...])
        }
    }

    /// Whether tags are to be looked for in it.
    package var isHTML: Bool { ["text/html", "application/xhtml+xml"].contains(type) }
}

extension StringProtocol {
    package var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { " \t\r\n".contains($0) }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[first...last])
    }
}
