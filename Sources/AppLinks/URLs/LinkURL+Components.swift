import Bytes

extension LinkURL {
    /// The part before the first `:`, in its original case; nil for a relative reference.
    public var scheme: String? { text(of: components.scheme) }

    /// The host, percent-decoded and without the brackets of an IPv6 address; nil if there is no host, as in `demo://` and `file:///x`.
    ///
    /// As in Foundation, a host with non-ASCII letters is spelled as in ``absoluteString`` (`xn--…`), so equal URLs have equal hosts.
    public var host: String? {
        guard let range = components.host else { return nil }
        if text.withBytes({ bytes in range.contains { bytes[$0] >= 0x80 } }) {
            // An absolute string is ASCII, so this recurses at most once.
            return LinkURL(absoluteString)?.host
        }
        return text.withBytes { PercentCoding.decodedText($0, range) } ?? text(of: range)
    }

    /// The port, if the URL has one that fits into an `Int`.
    public var port: Int? { text(of: components.port).flatMap { Int($0) } }

    /// The part of the authority before the `@`, as written: `me:pw`.
    public var userInfo: String? { text(of: components.userInfo) }

    /// The path as written; `""` if the URL has none.
    public var path: String { text(of: components.path) ?? "" }

    /// The part between the first `?` and the first `#`, as written. It is nil without a `?`, and `""` if nothing follows the `?`.
    public var query: String? { text(of: components.query) }

    /// The part after the first `#`, as written.
    public var fragment: String? { text(of: components.fragment) }

    /// The parameters of the query.
    public var queryParameters: QueryParameters { QueryParameters(of: self) }

    /// Whether this is a URL for a browser: its scheme is `http` or `https`, in any case.
    public var isWeb: Bool {
        guard let scheme else { return false }
        let lowered = scheme.lowercased()
        return lowered == "http" || lowered == "https"
    }

    private func text(of range: Range<Int>?) -> String? {
        guard let range else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        // Components end at ASCII characters, so this never splits a character.
        return String(text.unicodeScalars[start..<end])
    }
}
