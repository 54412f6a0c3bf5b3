import Dispatch
import Records
import Synchronization
import Tasks

/// Replays the journal of a session with the pauses of the original: its records and the acts of the user. The journal is only read.
package final class ReplaySource: IntakeSource {
    private struct State {
        /// When the first entry was replayed, in nanoseconds of uptime, plus the time that the replay was held.
        var start: UInt64?
        /// The time of the first entry, in milliseconds since 1970.
        var first: Int64 = 0
        /// When the user held the replay, in nanoseconds of uptime; nil while it runs.
        var heldSince: UInt64?
        var isCancelled = false
        var percent = -1
    }

    package let name: String
    private let file: OpenFile
    private let end: Int64
    private let speed: Double
    package let records: Records
    private let state = Mutex(State())
    private let changes = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - path: The journal.
    ///   - speed: How many times faster than the original the replay is.
    /// - Throws: `JournalError` if the file cannot be read or is not a journal.
    package init(path: String, speed: Double = 1, records: Records) throws(JournalError) {
        name = Sessions.name(of: path) ?? PathParts(path).name
        self.speed = speed
        self.records = records
        let isJournal: Bool
        do throws(SystemError) {
            file = try OpenFile.regular(path, O_RDONLY)
            end = try file.status().size
            let head = try file.bytes(at: 0, count: Int(min(end, 1 << 16)))
            let line = head.prefix { $0 != UInt8(ascii: "\n") }
            // A first line that is longer than what was read begins like every line.
            isJournal = JournalLine.parse(line) != nil
        } catch {
            throw .file(path: path, error)
        }
        guard isJournal else { throw .notAJournal(path: path) }
    }

    package func start() {
        records.read(from: name, at: name, thread: "replay", run)
    }

    package func cancel() {
        state.withLock { $0.isCancelled = true }
        changes.signal()
        records.outbox?.wakeAll()
    }

    /// Holds the replay, or lets it go on where it was held.
    package func hold(_ isHeld: Bool) {
        let now = DispatchTime.now().uptimeNanoseconds
        state.withLock { state in
            if isHeld {
                if state.heldSince == nil { state.heldSince = now }
            } else if let since = state.heldSince {
                state.start = state.start.map { $0 + (now - since) }
                state.heldSince = nil
            }
        }
        changes.signal()
    }

    private func run() throws(SystemError) {
        tell(.reading(progress: 0))
        var replay = JournalReplay(
            index: records.index, outbox: records.outbox, reader: records.reader, journal: records.index.addFile(file, path: name),
            pace: self
        ) { [records] in records.enterAmongOthers($0) }
        try replay.run(file, end: end)
        if !replay.isCancelled { tell(.ended) }
    }
}

extension ReplaySource: ReplayPace {
    func isDue(_ time: Int64) -> Bool {
        records.outbox?.waitForRoom()
        return remaining(until: time) == .some(0)
    }

    /// Returns the nanoseconds until an entry is due; nil while the replay is held, or after it was cancelled.
    private func remaining(until time: Int64) -> UInt64? {
        let now = DispatchTime.now().uptimeNanoseconds
        return state.withLock { state in
            guard !state.isCancelled, state.heldSince == nil else { return nil }
            guard let start = state.start else {
                (state.start, state.first) = (now, time)
                return 0
            }
            let offset = max(Double(time &- state.first), 0) / speed * 1_000_000
            let due = start &+ UInt64(min(offset, 1e18))
            return due > now ? due - now : 0
        }
    }

    func wait(until time: Int64) -> Bool {
        while true {
            if state.withLock({ $0.isCancelled }) { return false }
            switch remaining(until: time) {
            case 0?: return true
            // The source is held or cancelled. `hold` and `cancel` wake it.
            case nil: changes.wait()
            case let nanoseconds?: _ = changes.wait(timeout: .now() + .nanoseconds(Int(min(nanoseconds, 1 << 60))))
            }
        }
    }

    func progress(_ share: Double) {
        let percent = Int(share * 100)
        let isNew = state.withLock { state in
            defer { state.percent = percent }
            return state.percent != percent
        }
        if isNew { tell(.reading(progress: share)) }
    }
}
