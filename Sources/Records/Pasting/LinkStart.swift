import Bytes

/// Recognizes where a link begins in text: a scheme, a colon, and text that only a link has after the colon.
///
/// `scheme://x` and `intent:` count as links anywhere. `mailto:x` counts if it is the whole line. `mailto:` and `tel:` count after a `<` as
/// well, as Slack writes them: `<mailto:x|x>`. Elsewhere in running text, any word before a colon would look like a scheme. In the source of
/// a JSON string, the colon and slashes may be escaped: `scheme:\/\/x`, `scheme\u003a\u002f\u002fx`.
enum LinkStart {
    /// Real schemes are short. A longer word is ordinary text that is followed by a colon.
    static let longestScheme = 64

    /// Returns the position of the first byte of the link whose scheme ends at this colon, or nil if there is no link.
    static func before(colon: Int, in bytes: [UInt8], within range: Range<Int>) -> Int? {
        var start = colon
        let earliest = max(range.lowerBound, colon - longestScheme)
        while start > earliest, ByteClass.isSchemeTail(bytes[start - 1]) { start -= 1 }
        while start < colon, !ByteClass.isLetter(bytes[start]) { start += 1 }
        guard start < colon else { return nil }
        start = startOfUnderscores(before: start, colon, bytes, earliest)
        start = startOfDigits(before: start, colon, bytes, range)
        let end = range.upperBound
        var behind = colon + colonLength(at: colon, in: bytes, before: end)
        // The start of a web link that was put together of two: `https:/://a.example`.
        if isWeb(start..<colon, bytes.span) {
            let signs: [StaticString] = [":", "/:"]
            while let sign = signs.first(where: { bytes.has($0, at: behind, before: end) }) { behind += sign.utf8CodeUnitCount }
        }
        if let slashes = endOfSlashes(behind, bytes, end) { return hasContent(bytes, slashes, end) ? start : nil }
        let isIntent = colon - start == 6 && bytes.hasLetters("intent:", at: start, before: end)
        let isInBrackets = start > range.lowerBound && bytes[start - 1] == UInt8(ascii: "<")
        return (isIntent || isInBrackets && isAddress(start, in: bytes)) && hasContent(bytes, colon + 1, end) ? start : nil
    }

    /// Returns whether a link to a mailbox or a telephone begins at `position`.
    static func isAddress(_ position: Int, in bytes: [UInt8]) -> Bool {
        bytes.hasLetters("mailto:", at: position) || bytes.hasLetters("tel:", at: position)
    }

    /// Returns where a custom scheme begins that has an `_`, which none may have: `my_app://x`. An `_` at the beginning of a word is markup.
    private static func startOfUnderscores(before start: Int, _ colon: Int, _ bytes: [UInt8], _ earliest: Int) -> Int {
        if isWeb(start..<colon, bytes.span) { return start }
        var start = start
        while start - 2 >= earliest, bytes[start - 1] == UInt8(ascii: "_"), ByteClass.isSchemeTail(bytes[start - 2]) {
            start -= 2
            while start > earliest, ByteClass.isSchemeTail(bytes[start - 1]) { start -= 1 }
        }
        while start < colon, !ByteClass.isLetter(bytes[start]) { start += 1 }
        return start
    }

    /// Returns where a custom scheme begins that starts with digits, which none may: `1password://x`. Digits right before a web link, and
    /// digits after other text, do not belong to the link: `1.https://a.example`, `at 12:30shop://x`.
    private static func startOfDigits(before start: Int, _ colon: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Int {
        if isWeb(start..<colon, bytes.span) { return start }
        var first = start
        while first > range.lowerBound, start - first < longestScheme, ByteClass.isDigit(bytes[first - 1]) { first -= 1 }
        let isWord = first == range.lowerBound || ByteClass.isBlank(bytes[first - 1]) || "\"'<([{".utf8.contains(bytes[first - 1])
        return isWord ? first : start
    }

    static func isWeb(_ scheme: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        bytes.isWord("https", in: scheme) || bytes.isWord("http", in: scheme)
    }

    /// Returns whether a link begins exactly at `position`.
    static func isAt(_ position: Int, in bytes: [UInt8], before end: Int) -> Bool {
        var colon = position
        let latest = min(end, position + longestScheme + 1)
        while colon < latest, ByteClass.isSchemeTail(bytes[colon]) || bytes[colon] == UInt8(ascii: "_") { colon += 1 }
        guard colon < latest, colonLength(at: colon, in: bytes, before: end) > 0 else { return false }
        return before(colon: colon, in: bytes, within: position..<end) == position
    }

    /// Returns the number of bytes that spell the colon at `position`: 1, or 6 for a JSON escape. Returns 0 if there is no colon.
    static func colonLength(at position: Int, in bytes: [UInt8], before end: Int) -> Int {
        if bytes[position] == UInt8(ascii: ":") { return 1 }
        return bytes.hasEscape("\\u003a", at: position, before: end) ? 6 : 0
    }

    /// Returns whether the colon or the first slash of the link that begins at `start` is a JSON escape.
    static func isEscaped(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
        let sign = bytes[start..<end].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") } ?? end
        guard sign + 1 < end else { return false }
        return bytes[sign] == UInt8(ascii: "\\") || bytes[sign + 1] == UInt8(ascii: "\\")
    }

    /// Returns the position after two slashes, escaped or not.
    private static func endOfSlashes(_ start: Int, _ bytes: [UInt8], _ end: Int) -> Int? {
        var position = start
        for _ in 0..<2 {
            if position < end, bytes[position] == UInt8(ascii: "/") {
                position += 1
            } else if bytes.has("\\/", at: position, before: end) {
                position += 2
            } else if bytes.hasEscape("\\u002f", at: position, before: end) {
                position += 6
            } else {
                return nil
            }
        }
        return position
    }

    /// Returns whether the text after the slashes can continue a link.
    private static func hasContent(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
        guard position < end else { return false }
        let byte = bytes[position]
        return !ByteClass.isControl(byte) && !" \"'<>`)}]|,;".utf8.contains(byte)
    }
}
