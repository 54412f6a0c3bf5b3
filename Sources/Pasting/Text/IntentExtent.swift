import AppLinks
import LinkLayers

/// Where an `intent:` URI ends by itself: behind the `end` of its extras. Android reads no further.
enum IntentExtent {
    /// Behind `;end`, if the link that begins at `start` is an intent that has one; a name like `endpoint` is none.
    static func end(of start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        guard bytes.hasLetters("intent:", at: start, before: limit) else { return nil }
        var position = start
        var isInExtras = false
        while let sign = bytes[position..<limit].firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ";") }) {
            position = sign + 1
            if bytes.has("#Intent;", at: sign, before: limit) {
                isInExtras = true
                position = sign + "#Intent".utf8.count
            } else if isInExtras, bytes.has(";end", at: sign, before: limit), isEnd(bytes, sign + 4, limit) {
                return sign + 4
            }
        }
        return nil
    }

    /// Whether a line that begins with an intent goes on behind a blank after its end.
    static func isFollowed(_ line: Span<UInt8>, from start: Int, blank: Int) -> Bool {
        let name: StaticString = "intent:"
        let isIntent = name.withUTF8Buffer { letters in
            start + letters.count <= line.count && letters.indices.allSatisfy { unsafe line[start + $0] | 0x20 == letters[$0] }
        }
        guard isIntent, blank - 4 > start else { return false }
        let end: StaticString = ";end"
        // Behind its end there may be punctuation.
        var position = blank
        while position > start, ".,;:!?)".utf8.contains(line[position - 1]) { position -= 1 }
        guard position - 4 > start else { return false }
        return end.withUTF8Buffer { letters in letters.indices.allSatisfy { unsafe line[position - 4 + $0] == letters[$0] } }
    }

    private static func isEnd(_ bytes: [UInt8], _ position: Int, _ limit: Int) -> Bool {
        guard position < limit else { return true }
        let byte = bytes[position]
        return !Bytes.isLetter(byte) && !Bytes.isDigit(byte) && !"_.=-%".utf8.contains(byte) && byte < 0x80
    }
}
