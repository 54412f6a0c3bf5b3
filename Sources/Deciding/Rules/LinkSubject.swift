package import AppLinks
import Bytes

/// A part of a link in the form in which patterns are compared with it: as written, decoded, or case-folded.
struct SubjectText {
    var bytes: [UInt8]
    var range: Range<Int>
    /// The offset in the link for each byte of `bytes` and for the end. Nil if each offset in the link is the offset in `bytes` plus
    /// `shift`.
    var offsets: [Int]?
    var shift = 0

    /// Returns the offset in the link for an offset in this text.
    func linkOffset(_ place: Int) -> Int {
        let index = range.lowerBound + place
        guard let offsets else { return index + shift }
        return offsets[min(index, offsets.count - 1)]
    }
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

    struct Item {
        var name: SubjectText
        var value: SubjectText
    }

    let bytes: [UInt8]
    let components: LinkURL.Components
    private var made: [SubjectText?] = []
    private var madeItems: [[Item]?] = []

    init(_ link: LinkURL) {
        bytes = Array(link.text.utf8)
        components = link.components
    }

    mutating func text(_ part: Part, _ view: View) -> SubjectText {
        if view.index == 0 { return fresh(part, view) }
        if made.isEmpty { made = Array(repeating: nil, count: 4 * Part.allCases.count) }
        let slot = part.rawValue * 4 + view.index
        if let text = made[slot] { return text }
        let text = fresh(part, view)
        made[slot] = text
        return text
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
                items.append(
                    Item(name: transformed(start..<equals, view), value: transformed(min(equals + 1, end)..<end, view))
                )
                start = end + 1
            }
        }
        madeItems[view.index] = items
        return items
    }

    /// The place of a missing parameter: the end of the query or, without a query, of the path.
    var endOfQuery: SubjectText {
        let end = components.query?.upperBound ?? components.path.upperBound
        return SubjectText(bytes: bytes, range: end..<end)
    }

    private func fresh(_ part: Part, _ view: View) -> SubjectText {
        let end = bytes.count..<bytes.count
        switch part {
        case .path:
            var text = transformed(components.path, view)
            text.trimSlashes()
            return text
        case .wholePath: return transformed(components.path, view)
        case .query: return transformed(components.query ?? end, view)
        case .fragment: return transformed(components.fragment ?? end, view)
        }
    }

    private func transformed(_ range: Range<Int>, _ view: View) -> SubjectText {
        var text = SubjectText(bytes: bytes, range: range)
        if view.isDecoded, bytes[range].contains(UInt8(ascii: "%")) { text = decoded(range) ?? text }
        if view.isFolded { text.fold() }
        return text
    }

    /// Returns the range decoded once. Returns nil if the result is not UTF-8; the caller then compares the link as written.
    ///
    /// A part with a malformed escape is also compared as written. A device first escapes such a part completely and then decodes it, so it
    /// also compares the text as written.
    private func decoded(_ range: Range<Int>) -> SubjectText? {
        guard PercentCoding.isWellFormed(bytes.span, range) else { return nil }
        let decoded = PercentCoding.decoded(bytes.span, range)
        guard String(validating: decoded, as: UTF8.self) != nil else { return nil }
        var offsets: [Int] = []
        offsets.reserveCapacity(decoded.count + 1)
        var place = range.lowerBound
        for _ in decoded {
            offsets.append(place)
            place += PercentCoding.encodedLength(bytes.span, from: place, end: range.upperBound, decodedCount: 1)
        }
        offsets.append(range.upperBound)
        return SubjectText(bytes: decoded, range: 0..<decoded.count, offsets: offsets)
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
}

extension [LinkSubject.Item] {
    /// Returns the values of all parameters with a name.
    func values(of name: ParameterName) -> some Collection<SubjectText> {
        lazy.filter { $0.name.bytes.span.extracting($0.name.range).isEqual(to: name.bytes.span) }.map(\.value)
    }
}

extension LinkSubject {
    /// Returns the path with leading slashes reduced to one and trailing slashes removed.
    static func withoutIdleSlashes(_ path: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
        let slash = UInt8(ascii: "/")
        var (start, end) = (path.lowerBound, path.upperBound)
        while end > start, bytes[end - 1] == slash { end -= 1 }
        while end - start > 1, bytes[start] == slash, bytes[start + 1] == slash { start += 1 }
        return start..<end
    }
}

extension SubjectText {
    fileprivate mutating func trimSlashes() { range = LinkSubject.withoutIdleSlashes(range, of: bytes.span) }

    fileprivate mutating func fold() {
        let source = bytes[range]
        if source.allSatisfy({ $0 < 0x80 }) {
            guard source.contains(where: { ByteClass.lowered($0) != $0 }) else { return }
            let folded = source.map(ByteClass.lowered)
            let shift = range.lowerBound
            if let offsets { self.offsets = Array(offsets[range.lowerBound...range.upperBound]) }
            self = SubjectText(bytes: folded, range: 0..<folded.count, offsets: offsets, shift: offsets == nil ? self.shift + shift : 0)
            return
        }
        var folded: [UInt8] = []
        var newOffsets: [Int] = []
        var place = 0
        for scalar in String(decoding: source, as: UTF8.self).unicodeScalars {
            for byte in UTF8.encode(CaseFolding.folded(scalar)) ?? .init() {
                folded.append(byte)
                newOffsets.append(linkOffset(place))
            }
            place += UTF8.width(scalar)
        }
        newOffsets.append(linkOffset(place))
        self = SubjectText(bytes: folded, range: 0..<folded.count, offsets: newOffsets)
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
    static func areSameLetters(_ host: Span<UInt8>, _ domain: Span<UInt8>) -> Bool {
        guard host.count == domain.count else { return false }
        for index in host.indices where ByteClass.lowered(host[index]) != ByteClass.lowered(domain[index]) { return false }
        return true
    }
}
