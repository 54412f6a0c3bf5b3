/// The rows of a list that a filter lets through, in order.
struct ShownRows: Sendable, Equatable {
    private(set) var links: [UInt32] = []
    private(set) var events: [UInt32] = []

    mutating func append(links found: [Int], events foundEvents: [Int]) {
        links += found.map { UInt32(clamping: $0) }
        events += foundEvents.map { UInt32(clamping: $0) }
    }

    /// Returns the place of the row with this index, or of the next one that is shown.
    static func place(of index: Int, in rows: [UInt32]) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
