/// The format of an app ID: a prefix of ten uppercase letters and digits, then the bundle identifier. Apple assigns the prefix to a team.
enum AppID {
    /// Words that documentation and generators use in place of a prefix. Apple assigns prefixes at random, so a real prefix is unlikely to
    /// contain one of these words.
    private static let placeholders = ["TEAMID", "YOURTEAM", "TEAMNAME", "APPIDPREF", "APPPREFIX", "PREFIX", "BUNDLEID"]

    /// Returns a sentence that says why no app can have this ID, and what to write instead. Returns nil if an app can have the ID.
    static func problem(_ text: String) -> String? {
        let shown = text.prefix(80)
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is not an app ID: write prefix.bundle-id, such as ABCDE12345.com.example.shop."
        }
        let prefix = text.utf8[..<dot]
        if isPrefix(prefix) {
            let word = String(decoding: prefix, as: UTF8.self)
            if placeholders.contains(where: word.contains) || prefix.allSatisfy({ $0 == prefix.first }) {
                return "\"\(shown)\" is not an app ID: \(word) is a placeholder. Write the prefix that Apple gave to your team."
            }
            guard !text.utf8[dot...].allSatisfy(isOfBundleID) else { return nil }
            return "\"\(shown)\" is not an app ID: a bundle identifier has only letters, digits, hyphens and periods."
        }
        // A prefix of lowercase letters only is the first part of a bundle identifier.
        guard prefix.allSatisfy({ $0 &- 0x61 < 26 }) else {
            let start = String(decoding: prefix.prefix(40), as: UTF8.self)
            return "\"\(shown)\" is not an app ID: \"\(start)\" is not a prefix of ten capital letters and digits, such as ABCDE12345."
        }
        return "\"\(shown)\" is a bundle identifier, not an app ID: add the team's prefix, as in ABCDE12345.\(shown)."
    }

    private static func isPrefix(_ text: Substring.UTF8View) -> Bool {
        text.count == 10 && text.allSatisfy { CharacterClass.upper.contains($0) || CharacterClass.digit.contains($0) }
    }

    private static func isOfBundleID(_ byte: UInt8) -> Bool {
        CharacterClass.alnum.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
