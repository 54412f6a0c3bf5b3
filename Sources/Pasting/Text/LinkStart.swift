import AppLinks
import LinkLayers

/// Where a link begins in a text: a scheme, a colon, and what only a link has after that.
///
/// `scheme://x` is one anywhere, `intent:` too. `mailto:x` is one only where nothing else is written: in a text every label looks like it.
/// In text that is JSON source the slashes and the colon may be escaped: `scheme:\/\/x`, `scheme\u003a\u002f\u002fx`.
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
        let behind = colon + colonLength(at: colon, in: bytes, before: end)
        if let slashes = endOfSlashes(behind, bytes, end) { return hasContent(bytes, slashes, end) ? start : nil }
        return colon - start == 6 && bytes.hasLetters("intent:", at: start, before: end) && hasContent(bytes, colon + 1, end) ? start : nil
    }

    /// Whether a link begins exactly here.
    static func isAt(_ position: Int, in bytes: [UInt8], before end: Int) -> Bool {
        var colon = position
        let latest = min(end, position + longestScheme + 1)
        while colon < latest, ByteClass.isSchemeTail(bytes[colon]) { colon += 1 }
        guard colon < latest, colonLength(at: colon, in: bytes, before: end) > 0 else { return false }
        return before(colon: colon, in: bytes, within: position..<end) == position
    }

    /// How many bytes the colon at a position is written with: 1, or 6 in JSON; 0 where none is.
    static func colonLength(at position: Int, in bytes: [UInt8], before end: Int) -> Int {
        if bytes[position] == UInt8(ascii: ":") { return 1 }
        return bytes.hasEscape("\\u003a", at: position, before: end) ? 6 : 0
    }

    /// Whether the link that begins here can only be the source of a JSON string.
    static func isEscaped(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
        let sign = bytes[start..<end].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") } ?? end
        guard sign + 1 < end else { return false }
        return bytes[sign] == UInt8(ascii: "\\") || bytes[sign + 1] == UInt8(ascii: "\\")
    }

    /// Behind two slashes, be they escaped or not.
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

    /// Whether something stands after the slashes that a link could go on with.
    private static func hasContent(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
        guard position < end else { return false }
        let byte = bytes[position]
        return !ByteClass.isControl(byte) && !" \"'<>`)}]|,;".utf8.contains(byte)
    }
}
