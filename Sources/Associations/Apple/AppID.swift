/// What an app ID looks like: a prefix of ten capitals and digits, which Apple gives to a team, and the bundle identifier behind it.
enum AppID {
    /// Why no app has this ID, and what to write; nil for one that an app may have.
    static func problem(_ text: String) -> String? {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let shown = text.prefix(80)
        guard let dot, dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is not an app ID: write prefix.bundle-id, such as ABCDE12345.com.example.shop."
        }
        // Prefixes are shorter in examples and tests; none has small letters, with which bundle identifiers begin.
        guard text.utf8[..<dot].allSatisfy({ $0 &- 0x61 < 26 }) else { return nil }
        return "\"\(shown)\" is a bundle identifier, not an app ID: add the team's prefix, as in ABCDE12345.\(shown)."
    }
}
