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

/// Finds the rows with a word by the word's hash. Different words may have the same hash, so the caller compares them.
struct WordIndex: Sendable {
    private struct Slot {
        var hash: UInt64 = 0
        /// The range of the rows in `rows`. An empty range marks a free slot.
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    private var slots: [Slot]
    private var rows: [UInt16] = []

    /// Creates an index. The rows of a word keep their order.
    init(_ words: [(hash: WordHash, row: Int)]) {
        var size = 16
        while size < words.count * 4 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        for (hash, group) in Dictionary(grouping: words, by: \.hash) {
            let start = rows.count
            rows += group.map { UInt16($0.row) }
            let place = place(of: hash)
            slots[place] = Slot(hash: hash.value, start: UInt32(start), end: UInt32(rows.count))
        }
    }

    /// Calls `body` with each row of a word until it returns true.
    @inline(__always)
    func first(_ hash: WordHash, where body: (Int) -> Bool) -> Int? {
        let slot = slots[place(of: hash)]
        for index in slot.start..<slot.end where body(Int(rows[Int(index)])) { return Int(rows[Int(index)]) }
        return nil
    }

    /// Returns the slot of a hash, or the free slot where the hash belongs. A slot is always free, because at most a quarter of them is
    /// used.
    @inline(__always)
    private func place(of hash: WordHash) -> Int {
        var place = Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
        while slots[place].start < slots[place].end, slots[place].hash != hash.value { place = (place + 1) & (slots.count - 1) }
        return place
    }
}
