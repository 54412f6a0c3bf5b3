/// The format of an app ID: a prefix of ten uppercase letters and digits, which Apple assigns to a team, followed by the bundle identifier.
enum AppID {
    /// Returns why no app can have this ID, and what to write. Returns nil for a possible ID.
    static func problem(_ text: String) -> String? {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let shown = text.prefix(80)
        guard let dot, dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is no app ID: write prefix.bundle-id, as ABCDE12345.com.example.shop."
        }
        // Prefixes may be shorter in examples and tests. But none has lowercase letters only, which is how bundle identifiers start.
        guard text.utf8[..<dot].allSatisfy({ $0 &- 0x61 < 26 }) else { return nil }
        return "\"\(shown)\" is a bundle identifier, and no app ID: write the team's prefix before it, as ABCDE12345.\(shown)."
    }
}
