package import DeviceTools
package import Records

/// A source that the user can start and stop while the inspector runs.
package enum SourceRequest: Sendable, Hashable {
    /// Let apps post links and events over HTTP, at this port of this machine.
    case listen(port: UInt16)
    /// Read the log of a device through `adb` or `simctl`. The device is an ID or a name; nil for the only one that is ready.
    case follow(DeviceTool, device: String?)

    /// The name under which the source reports its state.
    package var sourceName: String {
        switch self {
        case .listen: SourceName.http
        case .follow(let tool, _): SourceName.log(of: tool.rawValue)
        }
    }

    /// The default port of `linkscope listen` and of the dialog.
    static let usualPort: UInt16 = 8089

    /// Returns whether a user means the source by these words: the name of its tool or, for the HTTP listener, the word that starts it.
    func isMeant(by words: String) -> Bool {
        let words = words.lowercased()
        return switch self {
        case .listen: ["http", "listen", "http listener"].contains(words)
        case .follow(let tool, _): words == tool.rawValue || words == sourceName.lowercased()
        }
    }

    /// The tools with a log that can be followed.
    static let logTools: [DeviceTool] = [.adb, .simctl]

    /// The sources that the first rows of the dialog start.
    static let offered = [.listen(port: usualPort)] + logTools.map { SourceRequest.follow($0, device: nil) }

    /// Parses what follows `:sources`, such as `listen 8090` or `follow adb emulator-5554`.
    init(_ words: [String]) throws(TypedCommand.Mistake) {
        switch words.first?.lowercased() {
        case "listen"? where words.count <= 2:
            guard let port = words.count == 1 ? Self.usualPort : UInt16(words[1]) else {
                throw TypedCommand.Mistake(message: "Give a port from 1 to 65535, such as :sources listen 8090, or 0 for a free port.")
            }
            self = .listen(port: port)
        case "follow"? where (2...3).contains(words.count):
            guard let tool = DeviceTool(rawValue: words[1].lowercased()), Self.logTools.contains(tool) else {
                throw TypedCommand.Mistake(message: "Give adb or simctl, such as :sources follow adb.")
            }
            self = .follow(tool, device: words.count == 3 ? words[2] : nil)
        default: throw .usage
        }
    }
}

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

    /// - Parameter interval: The milliseconds since the previous counts. Nil for the first counts.
    mutating func note(_ counts: SourceCounts, after interval: Int64?, at time: Int64) {
        perSecond = interval.map { Int(Int64(counts.records - self.counts.records) * 1000 / max($0, 1)) }
        if counts.refused != self.counts.refused, let reason = counts.lastRefusal { lastError = SourceError(reason: reason, time: time) }
        self.counts = counts
    }
}

package struct SourceStatuses: Sendable, Hashable {
    private var byName: [String: SourceStatus] = [:]
    /// The time of the last counts; nil if no rate can be computed from the next ones.
    private var countedAt: Int64?

    package subscript(name: String) -> SourceStatus? { byName[name] }

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
