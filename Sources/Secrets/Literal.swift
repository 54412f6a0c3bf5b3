import Bytes

/// Recognizes values that are no secret under any name: the words that JSON and JavaScript write where a value is missing or is no text.
///
///     ?password=null     {"token":"undefined"}     Authorization: Bearer null     ?auth=Bearer%20null
enum Literal {
    private static let words: [StaticString] = ["null", "true", "false", "undefined"]

    /// Returns whether a value is such a word, perhaps after the scheme of an `Authorization` header.
    static func isWhole(_ value: Range<Int>, in bytes: ByteView) -> Bool {
        // Nearly every secret is longer.
        guard value.count <= longest else { return false }
        var start = value.lowerBound
        let end = value.first { !ByteClass.isLetter(bytes[$0]) } ?? value.upperBound
        if end < value.upperBound, AuthorizationScheme.isWhole(start..<end, in: bytes) {
            start = end
            while start < value.upperBound, let space = space(at: start, in: bytes) { start += space }
        }
        guard start < value.upperBound else { return false }
        let word = start..<value.upperBound
        return words.contains { $0.utf8CodeUnitCount == word.count && bytes.hasPrefix($0, at: word.lowerBound) }
    }

    /// Returns the length of the space at a place. The space may be escaped or written as a plus. Returns nil for anything else.
    private static func space(at place: Int, in bytes: ByteView) -> Int? {
        if ByteClass.isJSONSpace(bytes[place]) || bytes[place] == UInt8(ascii: "+") { return 1 }
        guard bytes[place] == PercentCoding.percent else { return nil }
        let escape = EscapeChain(bytes, at: place)
        return escape.byte == 0x20 ? escape.range.count : nil
    }

    /// The length of `Bearer%252520undefined`.
    private static let longest = 22
}

/// Recognizes the word before the credentials in an `Authorization` header.
enum AuthorizationScheme {
    private static let words: [StaticString] = ["bearer", "basic", "digest", "oauth"]

    static func isWhole(_ range: Range<Int>, in bytes: ByteView) -> Bool {
        bytes.withSpan(range) { words.contain($0, 0..<$0.count) }
    }
}
