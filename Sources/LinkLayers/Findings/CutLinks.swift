import AppLinks
import Bytes
import JSONDocument

/// Finds links that were probably cut: by a chat or a browser that shortens long links, or by a program that limits their length.
///
///    https://a.example/p?utm_source=mail&utm_campa…    the end was left out
///    https://a.example/path/to/a/...                   the same
///    https://a.example/path/…/item                     the middle was left out
///    https://a.example/...                             Android's log hid the path
///    https://a.example/?u=https%3A%2F%2Fb.example%2    the end of an escape is missing
///
/// Only the place where the link was copied has the rest, so such a link gets no repairs.
enum CutLinks {
    /// Reports that the end or the middle of a link was cut, instead of what other checks reported about the characters there. Returns
    /// whether the link was cut.
    static func tell(_ link: AppLinkReading, _ sink: inout FindingList) -> Bool {
        let bytes = link.text
        if link.needsEncoding, let place = middle(link) { return !isText(link) && tell(middle: place, &sink) }
        guard let last = bytes.last, last == UInt8(ascii: ".") || last == 0xA6 || mayBeEscape(bytes) else { return false }
        // Data that ends early is reported as truncated JSON. Data cut inside an escape may have errors before the cut.
        if link.dataRange?.upperBound == bytes.count, !mayBeEscape(bytes) || link.document?.isCorrectToItsEnd ?? true { return false }
        guard !isText(link) else { return false }
        // Text without a scheme is no link, unless it begins with a host.
        if link.components.scheme == nil, !sink.all.contains(where: { $0.code == .noScheme && $0.repair != nil }) { return false }
        let part = lastPart(link)
        guard let end = ellipsis(bytes, part.range, isValue: part.isValue) ?? halfEscape(bytes, part.range),
            // The % of %%DAY%% belongs to a placeholder.
            !sink.all.contains(where: { $0.code == .placeholder && $0.range?.upperBound == bytes.count })
        else { return false }
        sink.withholdRepairs()
        // Truncated JSON already has a finding that says so.
        if sink.all.contains(where: { $0.code == .jsonCut && $0.range?.upperBound == bytes.count }) { return true }
        let isEscape = bytes[end.lowerBound] == PercentCoding.percent
        let sign = isEscape ? "in the middle of an escape" : last == UInt8(ascii: ".") ? "in dots" : "in …"
        let isHidden = isShortenedInLog(link)
        let message =
            isHidden
            ? "The path is only \"/...\": Android's log hides the rest of web links. Print the link in the app, or post it to linkscope listen."
            : "The link ends \(sign), so it was probably truncated here. Copy the whole link again from where you found it."
        sink.found(cause: Finding(isHidden ? .shortenedInLog : .probablyCut, message, range: end)) { finding in
            guard consequences.contains(finding.code), let range = finding.range else { return false }
            return range.upperBound > end.lowerBound
        }
        return true
    }

    /// Returns whether the link has the form in which Android prints web links: a scheme, a host, perhaps a port, and `/...`.
    private static func isShortenedInLog(_ link: AppLinkReading) -> Bool {
        let components = link.components
        return components.host?.isEmpty == false && components.query == nil && components.fragment == nil
            && link.text[components.path].elementsEqual("/...".utf8)
    }

    /// Returns whether the link addresses nothing on the network, as with `javascript:` and `data:`. Dots may be ordinary text there.
    private static func isText(_ link: AppLinkReading) -> Bool {
        link.components.scheme.map { SchemeName.danger(link.text, $0) != nil } ?? false
    }

    /// Reports segments of a path that were left out.
    private static func tell(middle place: Range<Int>, _ sink: inout FindingList) -> Bool {
        sink.withholdRepairs()
        let message = "The … stands for a part of the link that was left out. Copy the whole link again from where you found it."
        sink.found(cause: Finding(.probablyCut, message, range: place)) { $0.code == .unescapedUnicode }
        return true
    }

    /// Returns the segment `…` of a path that has other segments after it.
    private static func middle(_ link: AppLinkReading) -> Range<Int>? {
        let segments = link.text[link.components.path].split(separator: UInt8(ascii: "/"))
        return segments.dropLast().first { $0.elementsEqual("…".utf8) }?.indices
    }

    private static let consequences: Set<FindingCode> = [
        .unescapedUnicode, .badEscape, .undecodableParameter, .undecodableText, .internationalHost, .badHost, .lookAlikeHost,
    ]

    /// Returns the part in which the link was cut off.
    private static func lastPart(_ link: AppLinkReading) -> (range: Range<Int>, isValue: Bool) {
        let end = link.text.count
        if let fragment = link.components.fragment { return (fragment, true) }
        if link.components.query != nil, let item = link.query.components.last?.item {
            return (item.value ?? item.range, item.value != nil)
        }
        let path = link.components.path
        guard !path.isEmpty else { return (link.components.host ?? end..<end, false) }
        let start = link.text[path].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.lowerBound
        return (start..<end, false)
    }

    // MARK: Dots

    /// Returns the range of the dots. People end sentences with dots, so dots after several words, or after a word in a value, are text.
    private static func ellipsis(_ bytes: [UInt8], _ part: Range<Int>, isValue: Bool) -> Range<Int>? {
        let text = bytes[part]
        if text.suffix(3).elementsEqual("…".utf8) {
            return isSentence(bytes, part) ? nil : text.endIndex - 3..<text.endIndex
        }
        guard text.suffix(3).elementsEqual("...".utf8), !isSentence(bytes, part) else { return nil }
        let start = text.lastIndex { $0 != UInt8(ascii: ".") }.map { $0 + 1 } ?? text.startIndex
        let isWord = isValue && start > text.startIndex && text[..<start].allSatisfy(ByteClass.isLetter)
        return isWord ? nil : start..<text.endIndex
    }

    private static func isSentence(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.contains { FormSpaces.isSpace(bytes, at: $0, before: range.upperBound) }
    }

    // MARK: Escapes

    private static func mayBeEscape(_ bytes: [UInt8]) -> Bool {
        bytes.suffix(2).contains(PercentCoding.percent)
    }

    /// Returns the range of the beginning of an escape. A `%` after a number or a space is a percent sign, unless the value is a link that
    /// is percent-encoded.
    private static func halfEscape(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        guard let sign = bytes[range].suffix(2).lastIndex(of: PercentCoding.percent) else { return nil }
        let digits = bytes[(sign + 1)..<range.upperBound]
        guard digits.allSatisfy({ ByteClass.hexadecimal($0) != nil }) else { return nil }
        let before = range.lowerBound..<sign
        let isEncodedLink = before.contains { isEscape($0, of: delimiters, bytes, before) }
        if isEncodedLink { return sign..<range.upperBound }
        guard let last = bytes[before].last, !ByteClass.isDigit(last), last != 0x20, last != UInt8(ascii: "+"),
            !isEscape(sign - 3, of: [0x20], bytes, before)
        else { return nil }
        // A % alone may also be the wildcard of a search.
        let isEncoded = before.contains { PercentCoding.escape(in: bytes.span, at: $0, end: sign) != nil }
        return digits.isEmpty && !isEncoded ? nil : sign..<range.upperBound
    }

    private static let delimiters = Array(":/?&=#".utf8)

    private static func isEscape(_ index: Int, of meanings: [UInt8], _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.contains(index), let byte = PercentCoding.escape(in: bytes.span, at: index, end: range.upperBound) else { return false }
        return meanings.contains(byte)
    }
}

/// Finds truncated JSON in a parameter: it ends at an unescaped `&` or `#`, or at the end of a truncated link.
enum CutJSON {
    /// Reports truncated JSON in a value, and returns whether there is any. App Link data has findings of its own.
    static func tell(
        _ component: LinkQuery.Component, _ value: Range<Int>, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList
    ) -> Bool {
        let bytes = url.bytes
        let first = bytes[value.lowerBound]
        guard
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == PercentCoding.percent,
            let decoded = component.value, url.query.decoded.withSpan(decoded, ValueForm.isJSON)
        else { return false }
        let document = JSONDocument(url.query.decoded.bytes(decoded))
        guard document.endsEarly else { return false }
        if let cut = CutPayload(bytes, value, document) {
            sink.found(edits.finding(cut.finding("The JSON in this parameter", in: bytes)))
        } else {
            let message = "The JSON in this parameter is truncated: JSON parsers reject all of it."
            sink.found(Finding(.jsonCut, message, range: edits.place(value.upperBound..<value.upperBound)))
        }
        return true
    }

    /// Reports truncated JSON that is packed in base64.
    static func tellPacked(_ layer: Layer, _ sink: inout FindingList) {
        let message = "The JSON in this base64 is truncated: JSON parsers reject all of it."
        sink.found(Finding(.jsonCut, message, range: layer.range))
    }
}
