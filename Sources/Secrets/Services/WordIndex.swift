import Bytes

/// A hash of a word, ignoring the case of ASCII letters (FNV-1a).
package struct WordHash: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(ByteClass.lowered(byte))) &* 0x100_0000_01B3 }

    package init() {}

    package init(_ word: some Sequence<UInt8>) {
        for byte in word { add(byte) }
    }
}

extension ByteView {
    /// Returns the hash of a word in the text.
    func hash(_ word: Range<Int>) -> WordHash {
        var hash = WordHash()
        for index in word { hash.add(self[index]) }
        return hash
    }
}

/// Finds the rows with a word by the word's hash. Different words may have the same hash, so the caller compares them.
struct WordIndex: Sendable {
    private struct Entry {
        var hash: UInt64 = 0
        var row: UInt16 = 0
        /// The number of the word among those of its row.
        var number: UInt16 = 0
        var weight: UInt16 = 0
        /// The place of the next entry in the bucket; 0 for none.
        var next: UInt16 = 0
    }

    /// The place of the first entry of each bucket; 0 for none. There are at least twice as many buckets as words in any table.
    private var buckets = [UInt16](repeating: 0, count: 1024)
    /// The words, after an entry that no bucket has.
    private var entries = [Entry()]

    /// Adds a word. The heaviest word with a hash comes first, and words of the same weight keep their order.
    mutating func insert(_ hash: WordHash, row: Int, number: Int = 0, weight: Int = 0) {
        let place = entries.count
        var (before, next) = (0, Int(buckets[bucket(of: hash)]))
        while next != 0, entries[next].weight >= weight { (before, next) = (next, Int(entries[next].next)) }
        entries.append(Entry(hash: hash.value, row: UInt16(row), number: UInt16(number), weight: UInt16(weight), next: UInt16(next)))
        if before == 0 { buckets[bucket(of: hash)] = UInt16(place) } else { entries[before].next = UInt16(place) }
    }

    /// Calls `body` with the row and the number of each word with a hash until it returns an answer.
    @inline(__always)
    func first<Answer>(_ hash: WordHash, _ body: (_ row: Int, _ number: Int) -> Answer?) -> Answer? {
        var place = Int(buckets[bucket(of: hash)])
        while place != 0 {
            let entry = entries[place]
            if entry.hash == hash.value, let answer = body(Int(entry.row), Int(entry.number)) { return answer }
            place = Int(entry.next)
        }
        return nil
    }

    @inline(__always)
    private func bucket(of hash: WordHash) -> Int { Int(truncatingIfNeeded: hash.value) & (buckets.count - 1) }
}
