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
        if let login = login(byID: text) {
            return "a scheme begins with a letter; for a \(login.service) login, it is \(login.start) and then the app's ID"
        }
        if !ByteClass.isLetter(first) { return "a scheme begins with a letter" }
        let bad = text.first { !$0.utf8.allSatisfy(ByteClass.isSchemeTail) }
        return bad.map { "a scheme can contain only letters, digits, +, - and dots; this one contains \(words(for: $0))" }
    }

    private static let clientID = ".apps.googleusercontent.com"

    /// Returns the service whose ID of the app a text is, and what comes before the ID in the app's scheme. The IDs of QQ are 101… and 11….
    private static func login(byID text: String) -> (service: String, start: String)? {
        guard text.count > 5, text.utf8.allSatisfy(ByteClass.isDigit) else { return nil }
        let isQQ = (9...10).contains(text.count) && ["10", "11"].contains(text.prefix(2))
        return isQQ ? ("QQ", "tencent") : ("Facebook", "fb")
    }

    /// Returns what to write in the place of a text that is known not to be a scheme, as an imperative.
    static func meant(by text: String) -> String? {
        if text.hasSuffix(clientID) { return "Write com.googleusercontent.apps.\(text.dropLast(clientID.count))." }
        if text == "REVERSED_CLIENT_ID" { return "Write its value, which begins with com.googleusercontent.apps." }
        return login(byID: text).map { "Write \($0.start)\(text)." }
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
