import Bytes

extension LinkURL {
    /// Returns `reference` resolved against this URL, as in browsers (RFC 3986, 5.2); nil if the result is not a URL.
    ///
    ///     http://a.example/b/c?q   + ../d?x=1       http://a.example/d?x=1
    ///     http://a.example/b/c?q   + //b.example    http://b.example
    ///     http://a.example/b/c?q   + shop://item/7  shop://item/7
    package func resolving(_ reference: String) -> LinkURL? {
        let text = Self.trimmed(reference)
        if ByteClass.hasScheme(text) { return LinkURL(utf8: text) }
        guard let base = LinkURL(absoluteString), let scheme = base.scheme else { return nil }
        let (path, rest) = Self.path(of: text, slashesBothWays: base.isWeb)
        if path.starts(with: "//".utf8) { return LinkURL(utf8: Array((scheme + ":").utf8) + path + rest) }
        let root = scheme + ":" + (base.authority.map { "//" + $0 } ?? "")
        if !path.isEmpty {
            let whole = path.first == slash ? path : Array(base.folder.utf8) + path
            return LinkURL(utf8: Array(root.utf8) + Self.withoutDots(whole) + rest)
        }
        let query = rest.first == UInt8(ascii: "?") ? "" : base.query.map { "?" + $0 } ?? ""
        return LinkURL(utf8: Array((root + base.path + query).utf8) + rest)
    }

    /// The path up to and including its last `/`. If the path has no `/`, this is `/` after an authority, and otherwise empty.
    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return authority == nil ? "" : "/" }
        return String(path[...slash])
    }

    private var authority: String? {
        components.authority.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    // The parts of a reference are found by bytes, because in a `String` a delimiter before a combining character is not a character of its
    // own: `?` in `a?\u{301}`.

    /// Removes space and control characters at both ends, and line breaks and tabs everywhere.
    private static func trimmed(_ text: String) -> [UInt8] {
        let bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return Array(bytes[start..<end])
    }

    private static func path(of text: [UInt8], slashesBothWays: Bool) -> (path: [UInt8], rest: [UInt8]) {
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        let path = text[..<end].map { slashesBothWays && $0 == UInt8(ascii: "\\") ? slash : $0 }
        return (path, Array(text[end...]))
    }

    /// Removes dot segments: `/a/./b/../c` becomes `/a/c`.
    private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
        var kept: [ArraySlice<UInt8>] = []
        let parts = path.split(separator: slash, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isParent = part.elementsEqual("..".utf8)
            guard isParent || part.elementsEqual(".".utf8) else {
                kept.append(part)
                continue
            }
            if isParent, kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
            if index == parts.count - 1 { kept.append([]) }
        }
        return Array(kept.joined(separator: [slash]))
    }
}

private let slash = UInt8(ascii: "/")
