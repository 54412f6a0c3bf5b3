package import AppLinks
import Bytes

/// A part of a link in the form in which patterns are compared with it: as written, decoded, or case-folded.
struct SubjectText {
    /// The part of the link that `bytes` come from.
    let source: Range<Int>
    let bytes: [UInt8]
    /// The bytes that are compared.
    var range: Range<Int>
    var isDecoded = false
    var isFolded = false
}

/// A link split into parts that patterns are compared with. Decoded and folded forms are created once, when a rule first needs them.
struct LinkSubject {
    enum Part: Int, CaseIterable {
        /// The path without the slashes that Apple ignores.
        case path
        case query, fragment
        /// The path as written, with all slashes.
        case wholePath
    }

    /// The form in which a rule compares the link.
    struct View: Hashable {
        var isDecoded = false
        var isFolded = false

        var index: Int { (isDecoded ? 1 : 0) + (isFolded ? 2 : 0) }
    }

    typealias Item = (name: SubjectText, value: SubjectText)

    let bytes: [UInt8]
    let components: LinkURL.Components
    private var made: [SubjectText?] = []
    private var madeItems: [[Item]?] = []

    init(_ link: LinkURL) {
        bytes = Array(link.text.utf8)
        components = link.components
    }

    mutating func text(_ part: Part, _ view: View) -> SubjectText {
        if view.index == 0 { return SubjectText(source: 0..<bytes.count, bytes: bytes, range: range(of: part)) }
        if made.isEmpty { made = Array(repeating: nil, count: 4 * Part.allCases.count) }
        let slot = part.rawValue * 4 + view.index
        if let text = made[slot] { return text }
        var text = transformed(part == .path ? components.path : range(of: part), view)
        // An escape may be a slash that Apple ignores.
        if part == .path { text.range = Self.withoutIdleSlashes(text.range, of: text.bytes.span) }
        made[slot] = text
        return text
    }

    /// Returns the range of a part in the link. A missing part is empty, at the end of the link.
    func range(of part: Part) -> Range<Int> {
        switch part {
        case .path: Self.withoutIdleSlashes(components.path, of: bytes.span)
        case .wholePath: components.path
        case .query: components.query ?? bytes.count..<bytes.count
        case .fragment: components.fragment ?? bytes.count..<bytes.count
        }
    }

    /// Returns the parameters: the query split at each `&`, and each parameter split at its first `=`. Without a `=`, the value is empty.
    mutating func items(_ view: View) -> [Item] {
        if madeItems.isEmpty { madeItems = Array(repeating: nil, count: 4) }
        if let items = madeItems[view.index] { return items }
        var items: [Item] = []
        if let query = components.query {
            var start = query.lowerBound
            while start <= query.upperBound {
                let end = bytes[start..<query.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? query.upperBound
                let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
                items.append((transformed(start..<equals, view), transformed(min(equals + 1, end)..<end, view)))
                start = end + 1
            }
        }
        madeItems[view.index] = items
        return items
    }

    /// The place of a missing parameter: the end of the query or, without a query, of the path.
    var endOfQuery: SubjectText {
        let end = components.query?.upperBound ?? components.path.upperBound
        return SubjectText(source: 0..<bytes.count, bytes: bytes, range: end..<end)
    }

    private func transformed(_ range: Range<Int>, _ view: View) -> SubjectText {
        let decoded = view.isDecoded && bytes[range].contains(PercentCoding.percent) ? decoded(range) : nil
        let isFolded = view.isFolded && bytes[range].contains { $0 >= 0x80 || $0 == PercentCoding.percent || ByteClass.lowered($0) != $0 }
        if decoded == nil, !isFolded { return SubjectText(source: 0..<bytes.count, bytes: bytes, range: range) }
        let own = decoded ?? Array(bytes[range])
        let text = isFolded ? CaseFolding.folded(own) : own
        return SubjectText(source: range, bytes: text, range: 0..<text.count, isDecoded: decoded != nil, isFolded: isFolded)
    }

    /// Returns the range decoded once. Returns nil if the result is not UTF-8; the caller then compares the link as written.
    ///
    /// A part with a malformed escape is also compared as written. A device first escapes such a part completely and then decodes it, so it
    /// also compares the text as written.
    private func decoded(_ range: Range<Int>) -> [UInt8]? {
        guard PercentCoding.isWellFormed(bytes.span, range) else { return nil }
        let decoded = PercentCoding.decoded(bytes.span, range)
        return String(validating: decoded, as: UTF8.self) == nil ? nil : decoded
    }

    func linkOffset(_ place: Int, in text: SubjectText) -> Int {
        var place = text.range.lowerBound + place
        if text.isFolded {
            // A folded character can have another length.
            let own = text.isDecoded ? PercentCoding.decoded(bytes.span, text.source) : Array(bytes[text.source])
            var (start, folded) = (0, 0)
            for scalar in String(decoding: own, as: UTF8.self).unicodeScalars {
                folded += UTF8.width(CaseFolding.folded(scalar))
                if folded > place { break }
                start += UTF8.width(scalar)
            }
            place = start
        }
        guard text.isDecoded else { return text.source.lowerBound + place }
        let (start, end) = (text.source.lowerBound, text.source.upperBound)
        return start + PercentCoding.encodedLength(bytes.span, from: start, end: end, decodedCount: place)
    }

    /// Returns the path with leading slashes reduced to one and trailing slashes removed.
    static func withoutIdleSlashes(_ path: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
        let slash = UInt8(ascii: "/")
        var (start, end) = (path.lowerBound, path.upperBound)
        while end > start, bytes[end - 1] == slash { end -= 1 }
        while end - start > 1, bytes[start] == slash, bytes[start + 1] == slash { start += 1 }
        return start..<end
    }
}

/// The name of a parameter in a rule, ready to be compared with the names in links.
package struct ParameterName: Sendable {
    let text: String
    /// The bytes of the name. They are case-folded if the rule ignores case.
    let bytes: [UInt8]

    init(_ text: String, ignoresCase: Bool = false) {
        self.text = text
        bytes = ignoresCase ? CaseFolding.folded(text.utf8) : Array(text.utf8)
    }

    /// Says why no link can have a parameter with this name. Nil if one can.
    func impossibility(isAsWritten: Bool) -> String? {
        guard isAsWritten, text.utf8.contains(where: { "=&#".utf8.contains($0) || $0 == 0x20 }) else { return nil }
        return
            "\"\(text.prefix(200))\" cannot be the name of a parameter, because of its =, &, # or space. Write only the name; its value is a pattern of its own."
    }
}

/// The name of a parameter and the pattern that its value must match.
package typealias ParameterPattern = (name: ParameterName, pattern: Pattern)

extension [LinkSubject.Item] {
    func values(of name: ParameterName) -> some Collection<SubjectText> {
        lazy.filter { $0.name.bytes.span.extracting($0.name.range).isEqual(to: name.bytes.span) }.map(\.value)
    }
}

/// Compares the host of a link with a domain.
package enum HostNames {
    /// Returns whether a device takes the host of a link for the domain that served the files. Case does not matter, but a final dot does.
    package static func areSame(_ url: LinkURL, _ domain: String) -> Bool {
        guard let range = url.components.host else { return false }
        // This comparison is enough for nearly all hosts, because they are plain ASCII.
        if url.text.withBytes({ text in domain.withBytes { areSameLetters(text.extracting(range), $0) } }) { return true }
        guard let host = url.host, let other = LinkURL("https://" + domain)?.host else { return false }
        return host.lowercased() == other.lowercased()
    }

    /// Returns whether both texts are equal if the case of ASCII letters is ignored.
    private static func areSameLetters(_ host: Span<UInt8>, _ domain: Span<UInt8>) -> Bool {
        guard host.count == domain.count else { return false }
        for index in host.indices where ByteClass.lowered(host[index]) != ByteClass.lowered(domain[index]) { return false }
        return true
    }
}
