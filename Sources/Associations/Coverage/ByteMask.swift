/// A set of bytes.
struct ByteMask: Sendable, Hashable {
    private var words = SIMD4<UInt64>(repeating: 0)

    static let all = ByteMask(0...255)

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    init(_ byte: UInt8) { insert(byte) }

    init(_ characters: StaticString) {
        self.init(Array("\(characters)".utf8))
    }

    var isEmpty: Bool { words == SIMD4(repeating: 0) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func union(_ other: ByteMask) -> ByteMask {
        var mask = self
        mask.words |= other.words
        return mask
    }

    func subtracting(_ other: ByteMask) -> ByteMask {
        var mask = self
        mask.words &= ~other.words
        return mask
    }
}
