/// A set of ASCII bytes in two words. A membership test is one shift and needs neither an allocation nor a table.
struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    init(_ characters: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
        }
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : (byte < 128 ? high : 0)
        return (word >> UInt64(byte & 63)) & 1 == 1
    }

    func union(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low | other.low, high: high | other.high)
    }
}

/// The character classes of RFC 3986, section 2 and appendix A.
extension ByteSet {
    static let schemeTail = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
    /// The general delimiters except `:`.
    static let otherDelimiters = ByteSet("/?#[]@")
    static let unreserved = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    static let host = unreserved.union(ByteSet("!$&'()*+,;="))
    static let user = host
    static let password = host.union(ByteSet(":"))
    static let bracketedHost = host.union(ByteSet(":"))
    static let colonlessSegment = host.union(ByteSet("@"))
    static let path = host.union(ByteSet(":@/"))
    static let query = path.union(ByteSet("?"))
}
