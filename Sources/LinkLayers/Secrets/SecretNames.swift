/// The names whose values are never shown: tokens, passwords and `Authorization`, however a name is written.
enum SecretNames {
    /// A name is secret when what is left of it, lower-cased and without `_`, `-` and `.`, ends like one of these.
    private static let endings: [[UInt8]] = [
        "accesstoken", "refreshtoken", "idtoken", "authtoken", "password", "passwd", "authorization", "clientsecret", "apikey",
    ].map { Array($0.utf8) }

    /// The longest spelling that is looked at: longer runs of name characters are payload, not names.
    private static let longest = 64

    static func contains(_ name: ArraySlice<UInt8>) -> Bool {
        // Nearly every name is told apart by its length or its last letter (token, password, secret, key).
        guard name.count >= 6, name.count <= longest, let last = name.last, "ndty".utf8.contains(last | 0x20) else { return false }
        // Bit 0x20 lowers letters; digits have it already.
        let letters = name.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }.map { $0 | 0x20 }
        return endings.contains { letters.suffix($0.count).elementsEqual($0) }
    }
}
