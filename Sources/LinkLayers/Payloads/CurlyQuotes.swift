/// Replaces the typographic quotes that word processors and phones put into JSON: `{“a”:“b”}` and, if there are only single ones, `{‘a’:‘b’}`.
enum CurlyQuotes {
    /// All these quotes begin with the same bytes.
    private static let beginning: [UInt8] = [0xE2, 0x80]
    /// The last byte of U+201C, U+201D, U+201E and U+201F.
    private static let double: ClosedRange<UInt8> = 0x9C...0x9F
    /// The last byte of U+2018, U+2019, U+201A and U+201B.
    private static let single: ClosedRange<UInt8> = 0x98...0x9B

    /// Returns the text with straight double quotes in place of typographic quotes, or nil if there are none.
    ///
    /// A typographic quote between straight quotes is ordinary text and is kept. The replacement is correct only if the result is valid
    /// JSON.
    static func straightened(_ text: [UInt8]) -> [UInt8]? {
        // Beside double quotes, a single one is an apostrophe.
        let hasDouble = holdsAny(text[...]) || text.contains(UInt8(ascii: "\""))
        let last = hasDouble ? double : single
        guard text.indices.contains(where: { isCurly(text[...], at: $0, last) }) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isInStraight = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                // A typographic quote after a backslash replaced a straight quote, too.
                let isCurly = !isInStraight && isCurly(text[...], at: index + 1, last)
                result += [byte, isCurly ? UInt8(ascii: "\"") : text[index + 1]]
                index += isCurly ? 4 : 2
                continue
            }
            if byte == UInt8(ascii: "\"") { isInStraight.toggle() }
            let isCurly = !isInStraight && isCurly(text[...], at: index, last)
            result.append(isCurly ? UInt8(ascii: "\"") : byte)
            index += isCurly ? 3 : 1
        }
        return result
    }

    /// Returns whether a text has typographic double quotes.
    static func holdsAny(_ text: ArraySlice<UInt8>) -> Bool { text.indices.contains { isCurly(text, at: $0, double) } }

    private static func isCurly(_ text: ArraySlice<UInt8>, at index: Int, _ last: ClosedRange<UInt8>) -> Bool {
        text[index] == beginning[0] && index + 2 < text.endIndex && text[index + 1] == beginning[1] && last.contains(text[index + 2])
    }
}
