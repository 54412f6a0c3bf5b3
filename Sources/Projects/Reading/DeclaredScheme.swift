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
        if text.hasSuffix(clientID) { return "it is a Google client ID, and the scheme is that ID with its parts in reverse order" }
        if text == "REVERSED_CLIENT_ID" { return "it is the name of a value in GoogleService-Info.plist" }
        if isFacebookID(text) { return "a scheme begins with a letter; for a Facebook login, it is fb and then the app's ID" }
        if !ByteClass.isLetter(first) { return "a scheme begins with a letter" }
        let bad = text.first { !$0.utf8.allSatisfy(ByteClass.isSchemeTail) }
        return bad.map { "a scheme can contain only letters, digits, +, - and dots; this one contains \(words(for: $0))" }
    }

    private static let clientID = ".apps.googleusercontent.com"
    private static func isFacebookID(_ text: String) -> Bool { text.count > 5 && text.utf8.allSatisfy(ByteClass.isDigit) }

    /// Returns what to write in the place of a text that is known not to be a scheme, as an imperative.
    static func meant(by text: String) -> String? {
        if text.hasSuffix(clientID) { return "Write com.googleusercontent.apps.\(text.dropLast(clientID.count))." }
        if text == "REVERSED_CLIENT_ID" { return "Write its value, which begins with com.googleusercontent.apps." }
        return isFacebookID(text) ? "Write fb\(text)." : nil
    }

    private static func words(for character: Character) -> String {
        if character == " " { return "a space" }
        // A character may have any number of combining marks.
        return character.isWhitespace || character.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
            ? "a space or control character" : String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }

    /// Returns whether a build fills in a part of a text: `$(NAME)`, `${NAME}`, `@string/name`, `AUTH_SCHEME` (a macro of the preprocessor).
    static func isFilledIn(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "$")) || text.utf8.contains(UInt8(ascii: "{")) || text.hasPrefix("@") || text.hasPrefix("?")
            || hasMacro(text) && meant(by: text) == nil
    }

    /// Returns whether a text has a word such as `YOUR_CLIENT_ID`: only capitals, with underscores.
    private static func hasMacro(_ text: String) -> Bool {
        text.split { !$0.isUppercase && !$0.isNumber && $0 != "_" }.contains { $0.contains("_") && $0.first != "_" && $0.count > 4 }
    }
}
