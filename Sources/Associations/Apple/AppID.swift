/// The format of an app ID: a prefix of ten uppercase letters and digits, which Apple assigns to a team, followed by the bundle identifier.
enum AppID {
    /// Returns why no app can have this ID, and what to write. Returns nil for a possible ID.
    static func problem(_ text: String) -> String? {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let shown = text.prefix(80)
        guard let dot, dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is not an app ID: write prefix.bundle-id, such as ABCDE12345.com.example.shop."
        }
        // Prefixes may be shorter in examples and tests. But none has lowercase letters only, which is how bundle identifiers start.
        guard text.utf8[..<dot].allSatisfy({ $0 &- 0x61 < 26 }) else { return nil }
        return "\"\(shown)\" is a bundle identifier, not an app ID: add the team's prefix, as in ABCDE12345.\(shown)."
    }
}
