import Bytes

/// Positions in a list in the order of a sort, with the key of each position. A row takes 36 bytes, because there may be a million.
package struct SortedRows: Sendable {
    /// The beginning of the text by which a row is sorted, as numbers, which are compared quickly.
    struct Key: Sendable, Comparable {
        private var words: SIMD4<UInt64> = .zero

        /// The number of bytes that are compared.
        static let count = 32

        init(_ text: some Sequence<UInt8>) {
            for (index, byte) in text.prefix(Self.count).enumerated() {
                words[index / 8] |= UInt64(ByteClass.lowered(byte)) << UInt64(56 - index % 8 * 8)
            }
        }

        static func < (left: Key, right: Key) -> Bool {
            for index in 0..<4 where left.words[index] != right.words[index] { return left.words[index] < right.words[index] }
            return false
        }
    }

    /// The keys, by position.
    private(set) var keys: [Key] = []
    /// The positions in their order. Positions with equal keys are in the order of arrival.
    private(set) var order: [UInt32] = []

    /// Adds the key of the next position, which has no place yet.
    mutating func append(_ key: Key) { keys.append(key) }

    /// Sorts in the positions added since the last call.
    mutating func settle() {
        let added = (order.count..<keys.count).map { UInt32(clamping: $0) }.sorted(by: isBefore)
        guard !order.isEmpty else {
            order = added
            return
        }
        var merged: [UInt32] = []
        merged.reserveCapacity(keys.count)
        var next = 0
        for position in added {
            while next < order.count, !isBefore(position, order[next]) {
                merged.append(order[next])
                next += 1
            }
            merged.append(position)
        }
        order = merged + order[next...]
    }

    private func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let (leftKey, rightKey) = (keys[Int(left)], keys[Int(right)])
        return leftKey == rightKey ? left < right : leftKey < rightKey
    }
}
