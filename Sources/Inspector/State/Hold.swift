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
    private static let mostBatches = 100_000

    var hasRoom: Bool { linkCount < Self.mostLinks && waiting.count < Self.mostBatches }

    mutating func add(_ batch: RecordBatch) {
        var batch = batch
        // The content is read again when the records come into view.
        batch.read = []
        waiting.append(batch)
        count += batch.count
        linkCount += batch.facts.links.count
    }

    mutating func release() -> [RecordBatch] {
        defer { (waiting, count, linkCount) = ([], 0, 0) }
        return waiting
    }
}

/// How fast records arrive, measured over one second.
///
/// While records arrive, one timer runs. It ends after a second in which nothing arrived, so an idle program never wakes up.
struct ArrivalRate: Sendable, Equatable {
    /// The time over which arrivals are counted, in milliseconds.
    static let window: Int64 = 1000

    /// The beginning of the current window; nil while nothing arrives.
    private var start: Int64?
    private var count = 0
    /// The arrivals of the last window, per second.
    private(set) var perSecond = 0

    /// Counts arrivals. Returns whether a timer has to be started.
    mutating func note(_ arrivals: Int, now: Int64) -> Bool {
        count += arrivals
        guard start == nil, arrivals > 0 else { return false }
        start = now
        return true
    }

    /// Ends the current window. Returns whether the timer has to be started again.
    mutating func endWindow(now: Int64) -> Bool {
        guard let begin = start else { return false }
        perSecond = Int(Int64(count) * 1000 / max(now - begin, 1))
        start = count > 0 ? now : nil
        count = 0
        return start != nil
    }
}
