import Records

/// The records that arrived while the device and the lists are held. They are already stored, and are received when the hold ends.
package struct Hold: Sendable {
    /// Whether the user holds the device and the lists.
    package var isOn = false
    private(set) var waiting: [RecordBatch] = []
    /// The number of waiting records.
    package private(set) var count = 0
    private var linkCount = 0

    /// The most links that wait. Each link takes about as much memory as its text.
    private static let mostLinks = 20_000
    /// The most batches that wait.
    private static let mostBatches = 100_000

    var hasRoom: Bool { linkCount < Self.mostLinks && waiting.count < Self.mostBatches }

    mutating func add(_ batch: RecordBatch) {
        var batch = batch
        // The content is read again when the records come into view.
        batch.read = []
        waiting.append(batch)
        count += batch.count
        linkCount += batch.links.count
    }

    /// Removes and returns the waiting batches.
    mutating func release() -> [RecordBatch] {
        defer { (waiting, count, linkCount) = ([], 0, 0) }
        return waiting
    }
}
