import Bytes

/// Recognizes the names whose values are masked: tokens, passwords, `Authorization` and similar names, in any case and with any separators.
enum SecretNames {
    /// The maximum number of bytes compared, counted from the end of a name. So a prefix cannot hide the name of a secret.
    static let longest = 64

    /// Returns whether a name is the name of a secret. The name is lowercased, and `_`, `-`, `.`, brackets, spaces and zero-width
    /// characters are ignored. Its end is then compared with the known names.
    static func contains(_ name: Span<UInt8>) -> Bool {
        if endsInSecret(name) { return true }
        return ByteView.with(name) { bytes in
            guard ZeroWidth.next(in: bytes, from: 0) != nil else { return false }
            var visible = DecodedLevel()
            _ = visible.removeZeroWidth(bytes, Origins())
            return visible.withBytes { seen, _ in seen.withSpan(0..<seen.count) { endsInSecret($0) } }
        }
    }

    /// Returns whether a name without zero-width characters is the name of a secret.
    static func endsInSecret(_ name: Span<UInt8>) -> Bool {
        let first = max(name.count - longest, 0)
        var end = name.count
        // Brackets at the end are skipped, so that `user[password]` and `access_token[]` are recognized.
        while end > first, isFiller(name[end - 1]) { end -= 1 }
        guard end - first >= 6 else { return false }
        // Few names end with the last letter of a known name (token, password, secret, key), so this test rules out nearly every name.
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

    /// Returns whether the name of a secret may end with this byte: with the last letter of a known name, or a separator.
    @inline(__always)
    static func mayEnd(with byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "n"), UInt8(ascii: "d"), UInt8(ascii: "t"), UInt8(ascii: "y"): true
        default: isFiller(byte)
        }
    }

    /// Returns whether this is `Authorization`, `Proxy-Authorization` or a similar name, whose values may contain spaces.
    static func isAuthorization(_ name: Span<UInt8>) -> Bool {
        ends(name, max(name.count - longest, 0), name.count, "authorization")
    }

    /// Returns whether the name in `first..<end` ends with these letters. Setting bit 0x20 lowercases letters and leaves digits unchanged.
    private static func ends(_ name: Span<UInt8>, _ first: Int, _ end: Int, _ letters: StaticString) -> Bool {
        var place = end
        var left = letters.utf8CodeUnitCount
        while left > 0 {
            guard place > first else { return false }
            place -= 1
            if isFiller(name[place]) { continue }
            left -= 1
            // The pointer is valid, because the literal is stored as UTF-8, and `left` is less than its number of bytes.
            guard name[place] | 0x20 == (unsafe letters.utf8Start[left]) else { return false }
        }
        return true
    }

    private static func isFiller(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "): true
        default: false
        }
    }
}
