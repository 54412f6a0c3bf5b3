import AppLinks
import Bytes

/// Finds `&` and other characters that are written as JSON may write them, in a link that was copied from such a text.
///
///    https://a.example/?x=1\u0026y=2                   https://a.example/?x=1&y=2
///    https://a.example/?d={"u":"/p?x=1\u0026y=2"}      the escape is right, because the value is JSON
enum CopiedJSON {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        // A link with a backslash needs encoding.
        guard url.needsEncoding, let query = url.components.query else { return }
        let bytes = url.bytes
        guard bytes.span.place(of: UInt8(ascii: "\\"), from: query.lowerBound, end: query.upperBound) < query.upperBound else { return }
        let end = bytes[query].firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        let changes = escapes(in: bytes, query.lowerBound..<end)
        guard let sign = changes.first(where: { "&=".utf8.contains($0.utf8[0]) }) else { return }
        let written = String(decoding: bytes[sign.place], as: UTF8.self)
        let meant = String(decoding: sign.utf8, as: UTF8.self)
        let message = "This \(meant) is escaped as in JSON: apps read \(written) as text, not as a separator."
        edits.tell(.jsonEscape, message, at: sign.place, "Write \(meant) instead of \(written).", changes, &sink)
    }

    /// Returns the edits that replace escapes of visible ASCII characters with the characters. Characters that a link must not contain are
    /// percent-encoded.
    private static func escapes(in bytes: [UInt8], _ range: Range<Int>) -> [LinkRepair.Edit] {
        ByteView.with(bytes.span) { view in
            range.compactMap { index in
                guard bytes[index] == UInt8(ascii: "\\"), let escape = JSONEscape(in: view, at: index, end: range.upperBound),
                    escape.length == 6, escape.scalar.isASCII
                else { return nil }
                let byte = UInt8(truncatingIfNeeded: escape.scalar.value)
                guard byte > 0x20, byte < 0x7F else { return nil }
                let isPlain = ByteClass.isUnreserved(byte) || "&=?/:@,;+!'()*$%".utf8.contains(byte)
                return LinkRepair.Edit(index..<index + escape.length, isPlain ? [byte] : PercentCoding.encoded([byte]))
            }
        }
    }
}

/// Finds `&` and other characters that are written as HTML writes them with numbers: `&#38;`. The `#` begins the fragment.
///
/// Names that begin with `amp;` are found with the other parameters, and so are references in the text of a value:
///
///    https://twitter.com/intent/tweet?text=Tom%20%26amp%3B%20Jerry      the reader sees Tom &amp; Jerry
enum HTMLReferences {
    /// The names of parameters whose value is a text that people read.
    private static let texts: [StaticString] = [
        "text", "title", "body", "subject", "message", "msg", "quote", "description", "summary", "caption", "comment", "selftext", "status",
    ]

    /// Returns the edits that replace the references in a value with the characters that they stand for. Returns none if the value is no
    /// text, or if it is HTML or a link.
    static func edits(in component: LinkQuery.Component, of url: SplitLink) -> [LinkRepair.Edit] {
        guard let written = component.item.value, let decoded = component.value, decoded.count < written.count,
            url.query.decoded.withSpan(component.name, { texts.contain($0, 0..<$0.count) })
        else { return [] }
        let bytes = url.bytes
        let signs = written.filter { bytes[$0] == PercentCoding.percent && bytes.hasLetters("%26", at: $0, before: written.upperBound) }
        guard !signs.isEmpty, !url.query.decoded.withSpan(decoded, isHTMLOrLink) else { return [] }
        return signs.compactMap { sign in
            let text = PercentCoding.decoded(bytes.span, sign..<min(sign + longestWritten, written.upperBound))
            guard let (meaning, length) = HTMLText.reference(in: text, at: 0) else { return nil }
            var end = sign
            for _ in 0..<length { end += PercentCoding.escape(in: bytes.span, at: end, end: written.upperBound) == nil ? 1 : 3 }
            return LinkRepair.Edit(sign..<end, PercentCoding.encoded(meaning))
        }
    }

    /// The maximum number of bytes of a reference, if each one is escaped.
    private static let longestWritten = 30

    /// Returns whether a decoded value is HTML, in which references are correct, or a layer such as a link, which is examined by itself.
    private static func isHTMLOrLink(_ text: Span<UInt8>) -> Bool {
        text.indices.contains { text[$0] == UInt8(ascii: "<") } || ValueForm.of(text) != nil
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let fragment = url.components.fragment, fragment.lowerBound > 1 else { return }
        let bytes = url.bytes
        let start = fragment.lowerBound - 2
        guard bytes[start] == UInt8(ascii: "&"), let first = HTMLText.reference(in: bytes, at: start) else { return }
        var changes: [LinkRepair.Edit] = []
        var index = start
        while index < fragment.upperBound {
            guard bytes[index] == UInt8(ascii: "&"), let (meaning, length) = HTMLText.reference(in: bytes, at: index) else {
                index += 1
                continue
            }
            let isPlain = meaning.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
            changes.append(LinkRepair.Edit(index..<index + length, isPlain ? meaning : PercentCoding.encoded(meaning)))
            index += length
        }
        let written = String(decoding: bytes[start..<start + first.length], as: UTF8.self)
        let meant = Quote.beginning(String(decoding: first.meaning, as: UTF8.self))
        let message =
            "This \(meant) is written as in HTML (\(written)): the # in it begins the fragment, so servers and most apps do not read what follows."
        let place = edits.place(start..<start + first.length)
        sink.found(Finding(.htmlEscape, message, range: place, repair: edits.repair("Write \(meant) instead of \(written).", changes)))
    }
}

/// Finds the beginning of a parameter's name that was read as HTML. HTML reads some references also without a semicolon, so a link in the
/// text of a page or mail loses its `&` and the letters after it.
///
///    https://a.example/?a=1¶m=2      https://a.example/?a=1&param=2
///    https://a.example/?a=1§ion=4     https://a.example/?a=1&section=4
///    https://a.example/?q=4%20§        the sign itself: no name and = follow it
enum DecodedReferences {
    private struct Reference {
        var sign: StaticString
        var name: StaticString
        /// Whether `=` may follow at once. In `x=2×=4`, the sign is one of a formula.
        var mayBeWhole = true
    }

    private static let references = [
        Reference(sign: "¶", name: "para"), Reference(sign: "§", name: "sect"), Reference(sign: "©", name: "copy"),
        Reference(sign: "®", name: "reg"), Reference(sign: "¤", name: "curren"), Reference(sign: "¢", name: "cent"),
        Reference(sign: "£", name: "pound"), Reference(sign: "¥", name: "yen"), Reference(sign: "¬", name: "not", mayBeWhole: false),
        Reference(sign: "×", name: "times", mayBeWhole: false), Reference(sign: "°", name: "deg", mayBeWhole: false),
    ]

    /// Reports the signs, and returns their places.
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) -> [Range<Int>] {
        guard let query = url.components.query else { return [] }
        let bytes = url.bytes
        let changes = query.compactMap { $0 > query.lowerBound && bytes[$0] >= 0x80 ? edit(bytes, at: $0, before: query.upperBound) : nil }
        guard let first = changes.first else { return [] }
        let sign = String(decoding: bytes[first.place], as: UTF8.self)
        let meant = String(decoding: first.utf8, as: UTF8.self)
        let message = "This \(sign) was probably \(meant), the beginning of a parameter: a page or mail showed the link as HTML."
        edits.tell(.htmlEscape, message, "Write \(meant) instead of \(sign).", changes, &sink)
        return changes.map(\.place)
    }

    private static func edit(_ bytes: [UInt8], at start: Int, before end: Int) -> LinkRepair.Edit? {
        guard let reference = references.first(where: { bytes.has($0.sign, at: start, before: end) }) else { return nil }
        let behind = start + reference.sign.utf8CodeUnitCount
        let rest = bytes[behind..<end].prefix { ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
        guard rest.endIndex < end, bytes[rest.endIndex] == UInt8(ascii: "="), reference.mayBeWhole || !rest.isEmpty else { return nil }
        return LinkRepair.Edit(start..<behind, "&\(reference.name)".utf8)
    }
}

/// Finds links that were copied from the source of an email, which writes `=` as `=3D`.
///
///    https://a.example/p?utm_source=3Dmail&utm_medium=3Demail&utm_campaign=3Dsale
///    https://a.example/?url=3Dhttps://b.example/p=3F42
///    https://a.example/?url==3Dhttps://b.example        the first = ended a line of the mail
///
/// A value may begin with `3D` itself (`?model=3Dprinter`), so there must be another sign of such a mail.
enum QuotedPrintableLinks {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        // In nearly every link, the first value does not begin with 3D.
        guard let first = url.query.components.lazy.compactMap(\.item.value).first, beginning(bytes, first) != nil,
            isLikely(bytes, url.query.components.compactMap(\.item.value))
        else { return }
        let sign = first.lowerBound - 1
        let message = "The link was copied from the source of a mail, which writes = as =3D, so the link's values begin with 3D."
        let place = edits.place(sign..<sign + 3)
        let repair = edits.repair("Write = instead of =3D.", decoding(bytes, from: url.components.path.lowerBound))
        sink.found(Finding(.quotedPrintable, message, range: place, repair: repair))
    }

    private static func isLikely(_ bytes: [UInt8], _ values: [Range<Int>]) -> Bool {
        var isCertain = false
        var isEmpty = false
        var signs = 0
        for value in values {
            guard let start = beginning(bytes, value) else { return false }
            let rest = start..<value.upperBound
            isCertain =
                isCertain || start > value.lowerBound + 2 && !rest.isEmpty
                || PercentCoding.withDecoded(bytes.span, rest) { SchemeName.end(in: $0) != nil }
            isEmpty = isEmpty || rest.isEmpty
            if let first = bytes[rest].first, !ByteClass.isLetter(first) { signs += 1 }
            for index in rest where bytes[index] == UInt8(ascii: "=") {
                guard escape(bytes, index, value.upperBound) != nil else { return false }
                isCertain = true
            }
        }
        return isCertain || !isEmpty && (values.count > 2 || values.count == 2 && signs > 0)
    }

    /// Returns the place after the `3D` with which a value begins.
    private static func beginning(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
        let start = QuotedPrintableCoding.isLostBreak(in: bytes.span, at: value.lowerBound - 1, end: value.upperBound) ? 1 : 0
        return bytes.has("3D", at: value.lowerBound + start, before: value.upperBound) ? value.lowerBound + start + 2 : nil
    }

    /// Returns the byte that an escape stands for. Mails do not escape letters or digits, so `=42` is not an escape.
    private static func escape(_ bytes: [UInt8], _ index: Int, _ end: Int) -> UInt8? {
        QuotedPrintableCoding.escape(in: bytes.span, at: index, end: end).flatMap { ByteClass.isLetterOrDigit($0) ? nil : $0 }
    }

    private static func decoding(_ bytes: [UInt8], from start: Int) -> [LinkRepair.Edit] {
        var changes: [LinkRepair.Edit] = []
        var index = start
        while index < bytes.count {
            if QuotedPrintableCoding.isLostBreak(in: bytes.span, at: index, end: bytes.count) {
                changes.append(LinkRepair.Edit(index..<index + 1, []))
                index += 1
            } else if let byte = escape(bytes, index, bytes.count) {
                let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\"")
                changes.append(LinkRepair.Edit(index..<index + 3, isPlain ? [byte] : PercentCoding.encoded([byte])))
                index += 3
            } else {
                index += 1
            }
        }
        return changes
    }
}
