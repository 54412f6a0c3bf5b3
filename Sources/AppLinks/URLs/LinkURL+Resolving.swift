extension LinkURL {
    /// Returns `reference` resolved against this URL, as in browsers (RFC 3986, 5.2); nil if the result is not a URL.
    ///
    ///     http://a.example/b/c?q   + ../d?x=1       http://a.example/d?x=1
    ///     http://a.example/b/c?q   + //b.example    http://b.example
    ///     http://a.example/b/c?q   + shop://item/7  shop://item/7
    package func resolving(_ reference: String) -> LinkURL? {
        let text = Self.trimmed(reference)
        if Self.hasScheme(text) { return LinkURL(text) }
        guard let base = LinkURL(absoluteString), let scheme = base.scheme else { return nil }
        let authority = base.authority.map { "//" + $0 } ?? ""
        let (path, rest) = Self.path(of: text, slashesBothWays: base.isWeb)
        if path.hasPrefix("//") { return LinkURL(scheme + ":" + path + rest) }
        if !path.isEmpty {
            let whole = path.hasPrefix("/") ? path : base.folder + path
            return LinkURL(scheme + ":" + authority + Self.withoutDots(whole) + rest)
        }
        let query = rest.hasPrefix("?") ? "" : base.query.map { "?" + $0 } ?? ""
        return LinkURL(scheme + ":" + authority + base.path + query + rest)
    }

    /// The path up to and including its last `/`. If the path has no `/`, this is `/` after an authority, and otherwise empty.
    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return authority == nil ? "" : "/" }
        return String(path[...slash])
    }

    private var authority: String? {
        components.authority.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    /// Removes space and control characters at both ends, and line breaks and tabs everywhere.
    private static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.unicodeScalars.first else { return false }
        guard first.isASCII, first.properties.isAlphabetic else { return false }
        return text[..<colon].unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "+-.".unicodeScalars.contains(scalar))
        }
    }

    private static func path(of text: String, slashesBothWays: Bool) -> (path: String, rest: String) {
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let path = String(text[..<end])
        return (slashesBothWays ? String(path.map { $0 == "\\" ? "/" : $0 }) : path, String(text[end...]))
    }

    /// Removes dot segments: `/a/./b/../c` becomes `/a/c`.
    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return kept.joined(separator: "/")
    }
}
