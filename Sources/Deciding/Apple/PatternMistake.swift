import Bytes

/// A mistake that keeps a pattern from ever matching, or from meaning what its author means.
struct PatternMistake: Hashable {
    /// The part of a link that a pattern is for, and how the link is compared.
    struct Subject {
        var part: TextInclusion.Part
        /// Whether the pattern is an entry of `paths`, which has no keys for the query and the fragment.
        var isLegacy: Bool
        /// Whether the link is compared as written, without decoding. A part of such a link contains neither a space nor a `#` or `&` that
        /// would end the part.
        var isAsWritten: Bool
    }

    let code: AssociationFindingCode
    /// A sentence or two.
    let message: String

    /// Finds the first mistake in a pattern. Returns nil if it has none.
    ///
    /// - Parameter pattern: The pattern, without the `NOT ` of an entry of `paths`.
    init?(_ pattern: String, for subject: Subject) {
        // Nearly all patterns have no mistake, and most do not even contain a character that a mistake needs. A path that does not begin
        // with a slash is checked too, because it may begin with a host or with NOT.
        guard subject.part == .path && pattern.utf8.first != UInt8(ascii: "/") || pattern.utf8.contains(where: Self.isSuspicious) else {
            return nil
        }
        let text = Array(pattern.utf8)
        if let message = Self.impossibility(of: text, subject) {
            code = .impossiblePattern
            self.message = message
        } else if Self.hasOpenVariable(text) {
            code = .unclosedVariable
            message = "In \"\(Self.shown(text))\", $( has no closing parenthesis, so it is matched as literal text."
        } else {
            return nil
        }
    }

    private static func isSuspicious(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: ":"), UInt8(ascii: "$"),
            PercentCoding.percent:
            true
        default: isNeverInPath(byte)
        }
    }

    private static func impossibility(of text: [UInt8], _ subject: Subject) -> String? {
        let shown = "\"\(shown(text))\""
        switch subject.part {
        case .path:
            if let message = wrongExclusion(text, shown, subject) { return message }
            let afterScheme = endOfSchemeAndHost(text)
            let scheme = text.prefix { $0 != UInt8(ascii: ":") }.map(ByteClass.lowered)
            if afterScheme != nil, !["http", "https", "http*", "*"].contains(where: { scheme.elementsEqual($0.utf8) }) {
                // Links of an app's own scheme open without a file, and their path says nothing about the site's links.
                return
                    "\(shown) starts with a scheme, but a path does not: it matches no link. Write the path of one of the site's https links."
            }
            if let end = afterScheme ?? endOfHost(text) {
                let start = afterScheme == nil ? "host" : "scheme"
                let path = end < text.count ? ", such as \"\(self.shown(text[end...]))\"" : ""
                return "\(shown) starts with a \(start), but a path does not: it matches no link. Write only the path\(path)."
            }
            let advice = { (place: Int, key: String) in
                subject.isLegacy
                    ? "use \"components\", because \"paths\" cannot test it"
                    : "write \"\(self.shown(text[(place + 1)...]))\" under the key \"\(key)\""
            }
            if let place = startOfQuery(text) {
                return
                    "\(shown) is a pattern for the path, where ? matches any one character, so it never matches a query. To test the query, \(advice(place, "?"))."
            }
            if subject.isAsWritten, let byte = text.first(where: isNeverInPath) {
                return
                    "\(shown) contains \(Character(Unicode.Scalar(byte))), but paths contain this character only percent-encoded, so the pattern matches no link. "
                    + "Patterns are not regular expressions; use *, ? or a variable such as $(digit)."
            }
            if subject.isAsWritten, let place = text.firstIndex(of: UInt8(ascii: "#")) {
                return
                    "\(shown) contains a #, but the fragment is not a part of the path: it matches no link. To test the fragment, \(advice(place, "#"))."
            }
        case .query, .value:
            if subject.part == .query, startOfQuery(text) == 0 {
                return
                    "\(shown) starts with ?, which matches any one character here: the query does not include its question mark. Remove the ?."
            }
            if subject.isAsWritten, text.contains(UInt8(ascii: "#")) {
                return
                    "\(shown) contains a #, but the fragment is not a part of the query: it matches no link. Write the fragment under the key \"#\"."
            }
            if subject.part == .value, subject.isAsWritten, text.contains(UInt8(ascii: "&")) {
                return "\(shown) contains a &, which ends the parameter: it matches no link. Write each parameter with its own name."
            }
        case .fragment:
            if subject.isAsWritten, text.first == UInt8(ascii: "#") {
                return "\(shown) starts with #, but the fragment does not include it: it matches no link. Remove the #."
            }
        }
        if subject.isAsWritten, text.contains(where: { ByteClass.isControl($0) || $0 == 0x20 }) {
            return
                "\(shown) contains a space or control character, but links contain it only percent-encoded, such as %20, so the pattern matches no link."
        }
        if subject.isAsWritten, let escape = badEscape(in: text) {
            return
                "\(shown) contains \(self.shown(text[escape])), but a % in a link begins an escape of two hexadecimal digits, so the pattern matches no valid link. For a percent sign, write %25."
        }
        return nil
    }

    /// Returns the range of the first `%` that begins no escape, with up to two letters or digits after it. A wildcard or a variable may
    /// stand for the digits of an escape.
    private static func badEscape(in text: [UInt8]) -> Range<Int>? {
        text.indices.lazy.filter { text[$0] == PercentCoding.percent }.compactMap { sign in
            let end = min(sign + 3, text.count)
            let digits = text[(sign + 1)..<end].prefix { ByteClass.hexadecimal($0) != nil }
            if digits.count == 2 || digits.endIndex < text.count && "*?$".utf8.contains(text[digits.endIndex]) { return nil }
            return sign..<text[(sign + 1)..<end].prefix { CharacterClass.alnum.contains($0) }.endIndex
        }.first
    }

    /// Returns a message if the pattern looks like an attempt to exclude links that does not work. Otherwise, returns nil. The only form
    /// that works is `NOT` in capital letters and one space, and only in `paths`.
    private static func wrongExclusion(_ text: [UInt8], _ shown: String, _ subject: Subject) -> String? {
        if subject.isLegacy, text.elementsEqual("NOT".utf8) {
            return "\(shown) excludes nothing, because no path follows it: it matches no link. Write the path after NOT and one space."
        }
        guard text.prefix(3).map(ByteClass.lowered).elementsEqual("not".utf8), text.count > 3 else { return nil }
        guard text[3] == 0x20 || text[3] == UInt8(ascii: "/") || text[3] == 0x09 else { return nil }
        // `not/x` may be a folder with this name.
        if text[3] == UInt8(ascii: "/"), !subject.isLegacy || text.starts(with: "not".utf8) { return nil }
        if !subject.isLegacy { return "\(shown) excludes nothing: it matches no link. In \"components\", set \"exclude\" to true instead." }
        let advice = text.starts(with: "NOT".utf8) ? "Write one space after NOT." : "Write NOT in capital letters and one space after it."
        return "\(shown) excludes nothing: it matches no link. \(advice)"
    }

    /// Returns the place after a scheme and a host at the start of a pattern, where the path begins.
    private static func endOfSchemeAndHost(_ text: [UInt8]) -> Int? {
        let scheme = text.prefix { ByteClass.isSchemeTail($0) || $0 == UInt8(ascii: "*") }
        guard !scheme.isEmpty, text[scheme.endIndex...].starts(with: "://".utf8) else { return nil }
        return text[(scheme.endIndex + 3)...].firstIndex(of: UInt8(ascii: "/")) ?? text.count
    }

    /// Returns the place after a host at the start of a pattern, where the path begins. A folder can have a name with a period, so only a
    /// name that begins with `www.` or ends like the most common domains counts as a host.
    private static func endOfHost(_ text: [UInt8]) -> Int? {
        let host = text.prefix { $0 != UInt8(ascii: "/") }.map(ByteClass.lowered)
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(isLabel) else { return nil }
        if labels.count > 2, labels[0].elementsEqual("www".utf8) { return host.count }
        return ["com", "net", "org"].contains { labels[labels.count - 1].elementsEqual($0.utf8) } ? host.count : nil
    }

    private static func isLabel(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { CharacterClass.alnum.contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") }
    }

    /// Returns whether a path contains a byte only as an escape.
    private static func isNeverInPath(_ byte: UInt8) -> Bool { "{}[]^|\\<>\"`".utf8.contains(byte) }

    /// Returns the place of a `?` that begins a query: a name and `=` follow it.
    private static func startOfQuery(_ text: [UInt8]) -> Int? {
        for place in text.indices where text[place] == UInt8(ascii: "?") {
            if place > 0, text[place - 1] == UInt8(ascii: "?") || text[place - 1] == UInt8(ascii: "*") { continue }
            let name = text[(place + 1)...].prefix { CharacterClass.alnum.contains($0) || "_-.[]$".utf8.contains($0) }
            guard let first = name.first, CharacterClass.alpha.contains(first) || first == UInt8(ascii: "_") else { continue }
            if name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: "=") { return place }
        }
        return nil
    }

    /// Returns whether a `$(` begins no variable.
    private static func hasOpenVariable(_ text: [UInt8]) -> Bool {
        text.indices.dropLast().contains { place in
            text[place] == UInt8(ascii: "$") && text[place + 1] == UInt8(ascii: "(") && PatternCompiler.variable(in: text, at: place) == nil
        }
    }

    private static func shown(_ text: some Collection<UInt8>) -> String {
        String(decoding: text.prefix(200), as: UTF8.self)
    }
}
