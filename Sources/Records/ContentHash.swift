/// A fast hash of bytes. It is the same in every run. It is not collision-resistant: do not use it where security matters.
package enum ContentHash {
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        // FNV-1a over words of eight bytes, which takes an eighth of the multiplications.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(offset * 8) }
            hash = mixed(hash, word)
            index += 8
        }
        while index < bytes.count {
            hash = mixed(hash, UInt64(bytes[index]))
            index += 1
        }
        return hash
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x100_0000_01B3
        // The high bits of a word would otherwise have no effect on the low bits of the hash.
        return product ^ (product >> 32)
    }
}
