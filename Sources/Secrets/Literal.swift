import Bytes

/// Recognizes values that are no secret under any name: the words that JSON and JavaScript write where a value is missing or is no text.
///
///     ?password=null     {"token":"undefined"}     Authorization: Bearer null
enum Literal {
    private static let words: [StaticString] = ["null", "true", "false", "undefined"]

    /// Returns whether a value is such a word, perhaps after the scheme of an `Authorization` header.
    static func isWhole(_ value: Range<Int>, in bytes: ByteView) -> Bool {
        // Nearly every secret is longer.
        guard value.count <= longest else { return false }
        let blank = value.first { ByteClass.isJSONSpace(bytes[$0]) }
        if let blank, !AuthorizationScheme.isWhole(value.lowerBound..<blank, in: bytes) { return false }
        let start = blank.map { blank in (blank..<value.upperBound).first { !ByteClass.isJSONSpace(bytes[$0]) } ?? value.upperBound }
        let word = (start ?? value.lowerBound)..<value.upperBound
        return words.contains { $0.utf8CodeUnitCount == word.count && bytes.hasPrefix($0, at: word.lowerBound) }
    }

    /// The length of `Bearer undefined`.
    private static let longest = 16
}

/// Recognizes the word before the credentials in an `Authorization` header.
enum AuthorizationScheme {
    private static let words: [StaticString] = ["bearer", "basic", "digest", "oauth"]

    static func isWhole(_ range: Range<Int>, in bytes: ByteView) -> Bool {
        bytes.withSpan(range) { words.contain($0, 0..<$0.count) }
    }
}
