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
        if let bad = text.first(where: { !ByteClass.isSchemeTail($0) }) {
            let shown = bad > 0x20 && bad < 0x7F ? String(UnicodeScalar(bad)) : "a character"
            return "a scheme has only letters, digits, +, - and dots, and not \(shown == " " ? "a space" : shown)"
        }
        return nil
    }

    /// Returns whether a build fills in a part of a text: `$(NAME)`, `${NAME}`, `@string/name`.
    static func isFilledIn(_ text: [UInt8]) -> Bool {
        text.contains(UInt8(ascii: "$")) || text.contains(UInt8(ascii: "{")) || text.first == UInt8(ascii: "@")
            || text.first == UInt8(ascii: "?")
    }
}
