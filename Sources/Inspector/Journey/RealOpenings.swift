package import DeviceTools
package import Records

/// The links that were opened on real devices.
package struct RealOpenings: Sendable {
    /// An opening that has no result yet.
    package struct Running: Sendable, Equatable {
        package var link: RecordID
        package var request: DeviceRequest
        /// The number of the opening, which is unique in the session. With it, a late answer to a stopped opening is ignored.
        package var number: Int
    }

    package private(set) var running: Running?
    private var count = 0
    /// The last result for each link, with its time.
    private var last: [RecordID: Dated<RealOpening>] = [:]
    /// The links with results, with the oldest first.
    private var order: [RecordID] = []

    private static let mostLinks = 1000

    func last(of link: RecordID) -> Dated<RealOpening>? { last[link] }

    mutating func start(_ request: DeviceRequest, of link: RecordID) -> Running {
        count += 1
        let opening = Running(link: link, request: request, number: count)
        running = opening
        return opening
    }

    /// Ends the running opening. Returns false if none runs.
    mutating func end() -> Bool {
        defer { running = nil }
        return running != nil
    }

    mutating func note(_ opening: RealOpening, of link: RecordID, at time: Int64) {
        if last.updateValue(Dated(opening, at: time), forKey: link) == nil { order.append(link) }
        if order.count > Self.mostLinks { last[order.removeFirst()] = nil }
    }
}
