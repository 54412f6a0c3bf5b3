/// A set of ASCII bytes. Two words hold the set, because a lookup in an array would take longer than the search that the lookup avoids.
struct ByteSet: Sendable {
    private var words = SIMD2<UInt64>()

    mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        if byte & 64 == 0 { words.x |= bit } else { words.y |= bit }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool { (byte & 64 == 0 ? words.x : words.y) >> UInt64(byte & 63) & 1 != 0 }
}

/// A set of byte pairs. It may also report pairs that were not inserted.
struct BytePairs: Sendable {
    /// The places below 128, and the others.
    private var (low, high) = (ByteSet(), ByteSet())

    // With this factor, few of the names and values of ordinary links share a place with the pairs of the tables.
    @inline(__always)
    private static func place(_ first: UInt8, _ second: UInt8) -> UInt8 { first &* 12 &+ second }

    mutating func insert(_ first: UInt8, _ second: UInt8) {
        let place = Self.place(first, second)
        if place < 128 { low.insert(place) } else { high.insert(place & 127) }
    }

    @inline(__always)
    func mayContain(_ first: UInt8, _ second: UInt8) -> Bool {
        let place = Self.place(first, second)
        return place < 128 ? low.contains(place) : high.contains(place & 127)
    }
}
