/// Replaces the typographic quotes that word processors and phones put into JSON: `{“a”:“b”}`.
enum CurlyQuotes {
    /// U+201C, U+201D, U+201E and U+201F all begin with these bytes.
    private static let beginning: [UInt8] = [0xE2, 0x80]
    private static let last: ClosedRange<UInt8> = 0x9C...0x9F

    /// Returns the text with straight double quotes in place of typographic quotes, or nil if there are none.
    ///
    /// A typographic quote between straight quotes is ordinary text and is kept. The replacement is correct only if the result is valid
    /// JSON.
    static func straightened(_ text: [UInt8]) -> [UInt8]? {
        guard holdsAny(text[...]) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isInStraight = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                // A typographic quote after a backslash replaced a straight quote, too.
                let isCurly = !isInStraight && isCurly(text, at: index + 1)
                result += [byte, isCurly ? UInt8(ascii: "\"") : text[index + 1]]
                index += isCurly ? 4 : 2
                continue
            }
            if byte == UInt8(ascii: "\"") { isInStraight.toggle() }
            let isCurly = !isInStraight && isCurly(text, at: index)
            result.append(isCurly ? UInt8(ascii: "\"") : byte)
            index += isCurly ? 3 : 1
        }
        return result
    }

    static func holdsAny(_ text: ArraySlice<UInt8>) -> Bool {
        text.indices.contains {
            text[$0] == beginning[0] && $0 + 2 < text.endIndex && text[$0 + 1] == beginning[1] && last.contains(text[$0 + 2])
        }
    }

    private static func isCurly(_ text: [UInt8], at index: Int) -> Bool {
        text[index] == beginning[0] && index + 2 < text.count && text[index + 1] == beginning[1] && last.contains(text[index + 2])
    }
}
