import Bytes

/// The rules for a scheme that an app declares (RFC 3986, section 3.1), on both platforms.
enum DeclaredScheme {
    /// Returns what keeps a text from being a scheme, without a final period; nil if it is one.
    static func problem(_ text: String) -> String? {
        guard let first = text.utf8.first else { return "it is empty" }
        if let sign = text.firstIndex(where: { $0 == ":" || $0 == "/" }) {
            return sign == text.startIndex
                ? "a scheme begins with a letter" : "a scheme ends before the colon; write \(text[..<sign])"
        }
        if !ByteClass.isLetter(first) { return "a scheme begins with a letter" }
        let bad = text.first { !$0.utf8.allSatisfy(ByteClass.isSchemeTail) }
        return bad.map { "a scheme can contain only letters, digits, +, - and dots; this one contains \(words(for: $0))" }
    }

    private static func words(for character: Character) -> String {
        if character == " " { return "a space" }
        // A character may have any number of combining marks.
        return character.isWhitespace || character.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
            ? "a space or control character" : String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }

    /// Returns whether a build fills in a part of a text: `$(NAME)`, `${NAME}`, `@string/name`.
    static func isFilledIn(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "$")) || text.utf8.contains(UInt8(ascii: "{")) || text.hasPrefix("@") || text.hasPrefix("?")
    }
}
