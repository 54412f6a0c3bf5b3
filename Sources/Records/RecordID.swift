/// The number of a record in this session. The first record to arrive has number 0.
package struct RecordID: Hashable, Comparable, Sendable {
    package var index: UInt32

    package init(index: UInt32) {
        self.index = index
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.index < right.index
    }
}
