import Bytes

/// Finds the end of an `intent:` URI, which is after the `end` that closes its extras. Android reads no further.
enum IntentExtent {
    /// Returns the position after `;end` if an intent URI with an end starts at `start`. A longer name such as `;endpoint` does not count.
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

    /// Returns whether more text follows the intent URI at the start of the line, after a space.
    static func isFollowed(_ line: Span<UInt8>, from start: Int, blank: Int) -> Bool {
        let name: StaticString = "intent:"
        let isIntent = name.withUTF8Buffer { letters in
            start + letters.count <= line.count && letters.indices.allSatisfy { unsafe line[start + $0] | 0x20 == letters[$0] }
        }
        guard isIntent, blank - 4 > start else { return false }
        let end: StaticString = ";end"
        // Punctuation may follow the end of the intent.
        var position = blank
        while position > start, ".,;:!?)".utf8.contains(line[position - 1]) { position -= 1 }
        guard position - 4 > start else { return false }
        return end.withUTF8Buffer { letters in letters.indices.allSatisfy { unsafe line[position - 4 + $0] == letters[$0] } }
    }

    private static func isEnd(_ bytes: [UInt8], _ position: Int, _ limit: Int) -> Bool {
        guard position < limit else { return true }
        let byte = bytes[position]
        return !ByteClass.isLetter(byte) && !ByteClass.isDigit(byte) && !"_.=-%".utf8.contains(byte) && byte < 0x80
    }
}
