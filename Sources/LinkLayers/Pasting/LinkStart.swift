/// Where a link begins in a text: a scheme, a colon, and what only a link has after that.
///
/// `scheme://x` is one anywhere, `intent:` too. `mailto:x` is one only where nothing else is written: in a text every label looks like it.
/// In text that is JSON source the slashes may be escaped: `scheme:\/\/x`.
enum LinkStart {
    /// Schemes are short. What is longer is a text that happens to be followed by a colon.
    static let longestScheme = 64

    /// The first byte of the link whose scheme ends at this colon; nil when there is none.
    static func before(colon: Int, in bytes: [UInt8], within range: Range<Int>) -> Int? {
        var start = colon
        let earliest = max(range.lowerBound, colon - longestScheme)
        while start > earliest, ByteClass.isSchemeTail(bytes[start - 1]) { start -= 1 }
        while start < colon, !Bytes.isLetter(bytes[start]) { start += 1 }
        guard start < colon else { return nil }
        let end = range.upperBound
        if bytes.has("://", at: colon, before: end) { return hasContent(bytes, colon + 3, end) ? start : nil }
        if bytes.has(":\\/\\/", at: colon, before: end) { return hasContent(bytes, colon + 5, end) ? start : nil }
        return colon - start == 6 && bytes.hasLetters("intent:", at: start, before: end) && hasContent(bytes, colon + 1, end) ? start : nil
    }

    /// Whether a link begins exactly here.
    static func isAt(_ position: Int, in bytes: [UInt8], before end: Int) -> Bool {
        var colon = position
        let latest = min(end, position + longestScheme + 1)
        while colon < latest, ByteClass.isSchemeTail(bytes[colon]) { colon += 1 }
        guard colon < latest, bytes[colon] == UInt8(ascii: ":") else { return false }
        return before(colon: colon, in: bytes, within: position..<end) == position
    }

    /// Whether something stands after the slashes that a link could go on with.
    private static func hasContent(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
        guard position < end else { return false }
        let byte = bytes[position]
        return !ByteClass.isControl(byte) && !" \"'<>`)}]|,;".utf8.contains(byte)
    }
}
