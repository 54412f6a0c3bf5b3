import Bytes

/// A scheme that an app declares, or says that it opens.
enum DeclaredScheme {
    /// Returns what keeps a text from being a scheme, without a final period; nil if it is one.
    static func problem(_ text: [UInt8]) -> String? {
        if text.isEmpty { return "it is empty" }
        if let sign = text.firstIndex(where: { ":/".utf8.contains($0) }) {
            return "a scheme ends before the colon; write \(String(decoding: text[..<sign], as: UTF8.self))"
        }
        if !ByteClass.isLetter(text[0]) { return "a scheme begins with a letter" }
        let bad = String(decoding: text, as: UTF8.self).first { !$0.utf8.allSatisfy(ByteClass.isSchemeTail) }
        return bad.map { "a scheme can contain only letters, digits, +, - and dots; this one contains \(words(for: $0))" }
    }

    private static func words(for character: Character) -> String {
        if character == " " { return "a space" }
        // A character may have any number of combining marks.
        return character.isWhitespace || character.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
            ? "a space or control character" : String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }

    /// Returns whether a build fills in a part of a text: `$(NAME)`, `${NAME}`, `@string/name`.
    static func isFilledIn(_ text: [UInt8]) -> Bool {
        text.contains(UInt8(ascii: "$")) || text.contains(UInt8(ascii: "{")) || text.first == UInt8(ascii: "@")
            || text.first == UInt8(ascii: "?")
    }
}
