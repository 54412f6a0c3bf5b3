/// The format of an app ID: a prefix of ten uppercase letters and digits, then the bundle identifier. Apple assigns the prefix to a team.
enum AppID {
    /// Returns a sentence that says why no app can have this ID, and what to write instead. Returns nil if an app can have the ID.
    static func problem(_ text: String) -> String? {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let shown = text.prefix(80)
        guard let dot, dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is not an app ID: write prefix.bundle-id, such as ABCDE12345.com.example.shop."
        }
        // The length of the prefix is not checked, because examples and tests use shorter prefixes. But a prefix of lowercase letters only
        // is the first part of a bundle identifier.
        guard text.utf8[..<dot].allSatisfy({ $0 &- 0x61 < 26 }) else { return nil }
        return "\"\(shown)\" is a bundle identifier, not an app ID: add the team's prefix, as in ABCDE12345.\(shown)."
    }
}
