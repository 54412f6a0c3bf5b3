extension LinkURL {
    /// What stands before the first `:`, in the case it was written in; nil for a relative reference.
    public var scheme: String? { text(of: components.scheme) }

    /// The host, percent-decoded and without the brackets of an IPv6 address; nil when there is none, as in `demo://` and `file:///x`.
    ///
    /// Letters beyond ASCII are spelled as in ``absoluteString`` (`xn--…`), as Foundation has it: equal URLs have equal hosts.
    public var host: String? {
        guard let range = components.host else { return nil }
        if text.withBytes({ bytes in range.contains { bytes[$0] >= 0x80 } }) {
            // An absolute string is ASCII, so this asks once more at most.
            return LinkURL(absoluteString)?.host
        }
        return text.withBytes { PercentCoding.decodedText($0, range) } ?? text(of: range)
    }

    /// The port, when a number is given that an `Int` can hold.
    public var port: Int? { text(of: components.port).flatMap { Int($0) } }

    /// What stands before the `@` of the authority, as written: `me:pw`.
    public var userInfo: String? { text(of: components.userInfo) }

    /// The path as written, `""` when there is none.
    public var path: String { text(of: components.path) ?? "" }

    /// What stands between the first `?` and the first `#`, as written. Nil without a `?`, `""` with nothing behind it.
    public var query: String? { text(of: components.query) }

    /// What stands behind the first `#`, as written.
    public var fragment: String? { text(of: components.fragment) }

    /// The parameters of the query.
    public var queryParameters: QueryParameters { QueryParameters(of: self) }

    /// Whether this is an address for a browser: its scheme is `http` or `https`, in any case.
    public var isWeb: Bool {
        guard let scheme else { return false }
        let lowered = scheme.lowercased()
        return lowered == "http" || lowered == "https"
    }

    private func text(of range: Range<Int>?) -> String? {
        guard let range else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        // Components end at ASCII characters, so this never cuts a character in two.
        return String(text.unicodeScalars[start..<end])
    }
}
