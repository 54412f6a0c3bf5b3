import Testing

@testable import Panes

@Suite("The rows of the event stream")
struct EventRowsTests {
    /// The number of rows that are stored, besides the first row of each block.
    private func stored(_ rows: EventRows) -> Int {
        let blocks = Mirror(reflecting: rows).descendant("blocks") as? [Any] ?? []
        return blocks.reduce(0) { $0 + (Mirror(reflecting: $1).descendant("rows") as? ContiguousArray<EventRow> ?? []).count }
    }

    @Test("while only events arrive, their rows take no memory")
    func alike() {
        let count = EventRows.blockSize * 3 + 1
        var rows = EventRows()
        for index in 0..<count { rows.append(EventRow(kind: .received, app: AppNames.none, index: UInt32(index))) }
        #expect(stored(rows) == 0 && rows.count == count)
        #expect(rows.map { Int($0.index) } == Array(0..<count))
        // Of the last block, which has one row so far, all rows are now stored.
        rows.append(EventRow(kind: .posted, app: 3, index: 0))
        #expect(stored(rows) == 2 && rows.last?.kind == .posted)
    }

    @Test("rows of several kinds come back as they were added, also in a copy", arguments: [1, 2, 3, 4095, 4096, 4097, 10_000])
    func mixed(gap: Int) {
        var rows = EventRows()
        var expected: [EventRow] = []
        for index in 0..<10_000 {
            let isOther = index % gap == gap - 1
            let row = EventRow(kind: isOther ? .navigateIn : .received, app: isOther ? 3 : AppNames.none, index: UInt32(index))
            rows.append(row)
            expected.append(row)
        }
        #expect(Array(rows) == expected)
        let copy = rows
        rows.append(EventRow(kind: .posted, app: 3, index: 7))
        #expect(Array(copy) == expected && rows.count == expected.count + 1)
        if gap == 2 { #expect(stored(copy) == expected.count) }
    }
}
