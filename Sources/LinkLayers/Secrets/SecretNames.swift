/// The names whose values are never shown: tokens, passwords and `Authorization`, however a name is written.
enum SecretNames {
    /// A name is secret when what is left of it, lower-cased and without `_`, `-`, `.`, brackets and blanks, ends like one of these.
    private static let endings: [[UInt8]] = [
        "accesstoken", "refreshtoken", "idtoken", "authtoken", "bearertoken", "sessiontoken", "securitytoken", "password", "passwd",
        "authorization", "clientsecret", "apikey",
    ].map { Array($0.utf8) }

    private static let authorization = Array("authorization".utf8)

    /// As much of the end of a name as is looked at; whoever puts something in front of a secret's name does not hide it.
    private static let longest = 64

    static func contains(_ name: ArraySlice<UInt8>) -> Bool {
        let name = trimmed(name.suffix(longest))
        // Nearly every name is told apart by its length or its last letter (token, password, secret, key).
        guard name.count >= 6, let last = name.last, "ndty".utf8.contains(last | 0x20) else { return false }
        let letters = letters(of: name)
        return endings.contains { letters.suffix($0.count).elementsEqual($0) }
    }

    /// Whether this is `Authorization`, `Proxy-Authorization` and the like, whose values have blanks.
    static func isAuthorization(_ name: ArraySlice<UInt8>) -> Bool {
        letters(of: name.suffix(longest)).suffix(authorization.count).elementsEqual(authorization)
    }

    /// `user[password]` and `access_token[]` without what follows the last letter.
    private static func trimmed(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var name = name
        while let last = name.last, isFiller(last) { name.removeLast() }
        return name
    }

    /// Bit 0x20 lowers letters; digits have it already.
    private static func letters(of name: ArraySlice<UInt8>) -> [UInt8] {
        name.filter { !isFiller($0) }.map { $0 | 0x20 }
    }

    private static func isFiller(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "): true
        default: false
        }
    }
}
