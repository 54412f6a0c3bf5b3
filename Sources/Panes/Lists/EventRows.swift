/// The rows of the event stream, in blocks, so that a stream that grows is never copied.
///
/// While events pour in, each row is like the one before, with the next record. Of a block of such rows, only the first is stored.
package struct EventRows: RandomAccessCollection, Sendable, Equatable {
    private struct Block: Sendable, Equatable {
        let first: EventRow
        /// All rows; none while each follows the one before.
        var rows: ContiguousArray<EventRow> = []

        subscript(place: Int) -> EventRow {
            rows.isEmpty
                ? EventRow(kind: first.kind, app: first.app, index: first.index &+ UInt32(truncatingIfNeeded: place)) : rows[place]
        }

        mutating func append(_ row: EventRow, at place: Int) {
            if rows.isEmpty {
                if row == self[place] { return }
                let before = (0..<place).map { self[$0] }
                rows.reserveCapacity(EventRows.blockSize)
                rows += before
            }
            rows.append(row)
        }
    }

    static let blockSize = 4096

    private var blocks: [Block] = []
    package private(set) var endIndex = 0
    package var startIndex: Int { 0 }

    package subscript(index: Int) -> EventRow {
        precondition(index < endIndex, "there is no such event")
        return blocks[index / Self.blockSize][index % Self.blockSize]
    }

    mutating func append(_ row: EventRow) {
        let place = endIndex % Self.blockSize
        endIndex += 1
        if place == 0 { blocks.append(Block(first: row)) } else { blocks[blocks.count - 1].append(row, at: place) }
    }
}
