package import Records

/// The last links of this session, by what several may share: their bytes, and the names that events use for them. Older links are
/// forgotten, so the memory is bounded.
package struct Repeats: Sendable {
    /// Two generations of values. When the younger one is full, the older one is forgotten.
    private struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        private var young: [Key: Value] = [:]
        private var old: [Key: Value] = [:]

        var count: Int { young.count + old.count }

        subscript(_ key: Key) -> Value? { young[key] ?? old[key] }

        mutating func set(_ key: Key, _ value: Value) {
            if young.count >= Repeats.mostOfGeneration { (old, young) = (young, [:]) }
            young[key] = value
        }
    }

    /// The maximum number of links or names in a generation. Two generations take about 3 MB for the links, and 20 MB for the names at most.
    package static let mostOfGeneration = 1 << 16

    /// The last record with each content, by the hash of the content.
    private var last = Generations<UInt64, RecordID>()
    /// For each link that arrived before, the record before it with the same content.
    private var earlier = Generations<RecordID, RecordID>()
    private var named = Generations<UInt64, [RecordID]>()
    private static let mostWithName = 16

    /// The number of links that are remembered.
    package var count: Int { max(last.count, earlier.count) }

    /// Remembers a link that arrived. Returns whether the same link arrived before.
    ///
    /// - Parameter names: The other names of the link, see ``LinkName``.
    package mutating func note(_ hash: UInt64, names: [UInt64] = [], of record: RecordID) -> Bool {
        guard hash != 0 else { return false }
        for name in names { named.set(name, ((named[name] ?? []) + [record]).suffix(Self.mostWithName)) }
        let before = last[hash]
        last.set(hash, record)
        guard let before else { return false }
        earlier.set(record, before)
        return true
    }

    /// Returns the newest link before a record that a search finds; nil if there was none, or if it is no longer remembered.
    func newest(_ search: LinkMention.Search, before record: RecordID) -> RecordID? {
        var link = last[search.hash]
        while let later = link, later >= record { link = earlier[later] }
        return search.isExact ? link : [link, named[search.hash]?.last { $0 < record }].compactMap(\.self).max()
    }

    /// Returns the record before this one that had the same link; nil if there was none, or if it is no longer remembered.
    package func earlier(than record: RecordID) -> RecordID? { earlier[record] }
}
