/// The names whose values are never shown: tokens, passwords and `Authorization`, however a name is written.
enum SecretNames {
    /// As much of the end of a name as is looked at; whoever puts something in front of a secret's name does not hide it.
    private static let longest = 64

    static func contains(_ name: ArraySlice<UInt8>) -> Bool { contains(name.span) }

    /// A name is secret when what is left of it, lower-cased and without `_`, `-`, `.`, brackets and blanks, ends like one of these.
    /// Characters that nobody sees are none of it.
    static func contains(_ name: Span<UInt8>) -> Bool {
        if endsInSecret(name) { return true }
        for index in name.indices where name[index] >= 0x80 {
            guard let seen = ZeroWidth.removed(from: name) else { return false }
            return endsInSecret(seen.span)
        }
        return false
    }

    private static func endsInSecret(_ name: Span<UInt8>) -> Bool {
        let first = max(name.count - longest, 0)
        var end = name.count
        // `user[password]` and `access_token[]` end with their last letter.
        while end > first, isFiller(name[end - 1]) { end -= 1 }
        guard end - first >= 6 else { return false }
        // Nearly every name is told apart by its last letter (token, password, secret, key).
        switch name[end - 1] | 0x20 {
        case UInt8(ascii: "n"):
            if ends(name, first, end, "authorization") { return true }
            guard ends(name, first, end, "token") else { return false }
            return ends(name, first, end, "accesstoken") || ends(name, first, end, "refreshtoken") || ends(name, first, end, "idtoken")
                || ends(name, first, end, "authtoken") || ends(name, first, end, "bearertoken") || ends(name, first, end, "sessiontoken")
                || ends(name, first, end, "securitytoken")
        case UInt8(ascii: "d"): return ends(name, first, end, "password") || ends(name, first, end, "passwd")
        case UInt8(ascii: "t"): return ends(name, first, end, "clientsecret")
        case UInt8(ascii: "y"): return ends(name, first, end, "apikey")
        default: return false
        }
    }

    /// Whether this is `Authorization`, `Proxy-Authorization` and the like, whose values have blanks.
    static func isAuthorization(_ name: ArraySlice<UInt8>) -> Bool {
        ends(name.span, max(name.count - longest, 0), name.count, "authorization")
    }

    /// Whether the letters of `first..<end` end with these. Bit 0x20 lowers letters; digits have it already.
    private static func ends(_ name: Span<UInt8>, _ first: Int, _ end: Int, _ letters: StaticString) -> Bool {
        var place = end
        var left = letters.utf8CodeUnitCount
        while left > 0 {
            guard place > first else { return false }
            place -= 1
            if isFiller(name[place]) { continue }
            left -= 1
            // A literal of more than one character has a pointer to that many bytes.
            guard name[place] | 0x20 == (unsafe letters.utf8Start[left]) else { return false }
        }
        return true
    }

    static func isFiller(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "): true
        default: false
        }
    }
}
