/// Pairs of letters, by their lowest five bits. A pair that was not inserted may seem to be one of them. Kept in two words, because a
/// question about an array costs more than the search that it spares.
struct LetterPairs: Sendable {
    private var words = SIMD2<UInt64>()

    private static func place(_ first: UInt8, _ second: UInt8) -> (word: Bool, bit: UInt64) {
        let place = (first & 31) &* 5 &+ (second & 31)
        return (place & 64 != 0, 1 << UInt64(place & 63))
    }

    mutating func insert(_ first: UInt8, _ second: UInt8) {
        let (word, bit) = Self.place(first, second)
        if word { words.y |= bit } else { words.x |= bit }
    }

    @inline(__always)
    func mayContain(_ first: UInt8, _ second: UInt8) -> Bool {
        let (word, bit) = Self.place(first, second)
        return (word ? words.y : words.x) & bit != 0
    }
}
