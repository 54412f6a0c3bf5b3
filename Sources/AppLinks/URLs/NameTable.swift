import Bytes

/// The names of a query, each with the index of the component in which it first appears.
///
/// A few names are compared one after another. For more names, a hash table is faster. The hashes are seeded at random, so nobody can write
/// a link whose names all collide.
struct NameTable {
    /// The maximum number of names for a linear search.
    static let few = 16

    private struct Name {
        let start, end, component: UInt32
        var hash = 0 as UInt32

        init(_ range: Range<Int>, component: Int) {
            start = UInt32(range.lowerBound)
            end = UInt32(range.upperBound)
            self.component = UInt32(component)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The names in the order in which they first appear.
    private var names: [Name] = []
    /// The hash table: for each slot, 0 or the number of a name. It is empty for a few names, and at least half of its slots are free.
    private var slots: [UInt32] = []

    mutating func removeAll() {
        if !slots.isEmpty { (names, slots) = ([], []) }
        names.removeAll(keepingCapacity: true)
    }

    /// Returns the index of the first component with a name. If there is none, adds the name with the index of its component.
    mutating func firstComponent(named range: Range<Int>, of bytes: ByteView, orAdd component: Int) -> Int {
        var name = Name(range, component: component)
        if slots.isEmpty {
            for known in names where bytes.isEqual(known.range, to: bytes, range) { return Int(known.component) }
            names.append(name)
            if names.count > Self.few { makeTable(bytes) }
            return component
        }
        name.hash = Self.hash(range, bytes)
        var slot = Int(name.hash) & (slots.count - 1)
        while slots[slot] > 0 {
            let known = names[Int(slots[slot]) - 1]
            if known.hash == name.hash, bytes.isEqual(known.range, to: bytes, range) { return Int(known.component) }
            slot = (slot + 1) & (slots.count - 1)
        }
        names.append(name)
        slots[slot] = UInt32(names.count)
        if names.count > slots.count / 2 { enter(in: slots.count * 4) }
        return component
    }

    private mutating func makeTable(_ bytes: ByteView) {
        for index in names.indices { names[index].hash = Self.hash(names[index].range, bytes) }
        enter(in: Self.few * 8)
    }

    /// Makes a table with a number of slots, which is a power of two.
    private mutating func enter(in count: Int) {
        slots = Array(repeating: 0, count: count)
        for (index, name) in names.enumerated() {
            var slot = Int(name.hash) & (count - 1)
            while slots[slot] > 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = UInt32(index + 1)
        }
    }

    private static func hash(_ range: Range<Int>, _ bytes: ByteView) -> UInt32 {
        var hasher = Hasher()
        // The hasher only reads the bytes, and does not keep the pointer.
        bytes.withSpan(range) { name in unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
