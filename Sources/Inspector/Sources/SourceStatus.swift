package import Records

/// What is known about a source of records.
package struct SourceStatus: Sendable, Hashable {
    /// The state; nil for a source that another process runs.
    package var state: SourceState?
    package var counts = SourceCounts()
    /// The records per second. It is measured only while the dialog with the sources is open.
    package var perSecond: Int?
    /// The last error of the source, even if the source has worked since.
    package private(set) var lastError: SourceError?

    package struct SourceError: Sendable, Hashable {
        package var reason: String
        /// Milliseconds since 1970.
        package var time: Int64
    }

    /// Whether the source can be stopped.
    var isOn: Bool {
        switch state {
        case .reading, .following, .listening, .changed, .waiting: true
        case .ended, .failed, nil: false
        }
    }

    mutating func note(_ state: SourceState, at time: Int64) {
        self.state = state
        switch state {
        case .failed(let reason), .waiting(let reason): lastError = SourceError(reason: reason, time: time)
        case .changed(let change): lastError = SourceError(reason: "the file was \(change.rawValue)", time: time)
        case .reading, .following, .listening, .ended: break
        }
    }

    /// - Parameter interval: The milliseconds since the previous counts; nil if there are none.
    mutating func note(_ counts: SourceCounts, after interval: Int64?, at time: Int64) {
        perSecond = interval.map { Int(Int64(counts.records - self.counts.records) * 1000 / max($0, 1)) }
        if counts.refused != self.counts.refused, let reason = counts.lastRefusal { lastError = SourceError(reason: reason, time: time) }
        self.counts = counts
    }
}

/// The sources of records, by their names.
package struct SourceStatuses: Sendable, Hashable {
    private var byName: [String: SourceStatus] = [:]
    /// The time of the last counts; nil if no rate can be computed from the next ones.
    private var countedAt: Int64?

    package subscript(name: String) -> SourceStatus? { byName[name] }

    /// The sources in the order of their names.
    package var all: [(name: String, status: SourceStatus)] { byName.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    package var states: [SourceState] { byName.values.compactMap(\.state) }

    mutating func note(_ name: String, _ state: SourceState, at time: Int64) {
        byName[name, default: SourceStatus()].note(state, at: time)
    }

    mutating func note(_ counts: [String: SourceCounts], at time: Int64) {
        let interval = countedAt.map { time - $0 }
        for name in Set(counts.keys).union(byName.keys) {
            byName[name, default: SourceStatus()].note(counts[name] ?? SourceCounts(), after: interval, at: time)
        }
        countedAt = time
    }

    /// Stops computing rates until two new counts have arrived.
    mutating func pauseCounting() {
        countedAt = nil
        for name in byName.keys { byName[name]?.perSecond = nil }
    }
}
