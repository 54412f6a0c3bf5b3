import Records
import Store
import Synchronization

/// Collects the events of the intake, and offers a way to wait for more without polling.
final class Told: Outbox {
    struct Events: Sendable {
        private(set) var all: [IntakeEvent] = []
        // Counted as they come, because a test may look after each of many thousands.
        private(set) var batches: [RecordBatch] = []
        private(set) var recordCount = 0
        private(set) var states: [SourceState] = []

        mutating func add(_ event: IntakeEvent) {
            all.append(event)
            switch event {
            case .records(let batch):
                batches.append(batch)
                recordCount += batch.count
            case .source(_, let state): states.append(state)
            default: break
            }
        }

        var kinds: [RecordKind] { batches.flatMap(\.facts.kinds) }
        var journal: [JournalState] {
            all.compactMap { if case .journal(let state) = $0 { state } else { nil } }
        }
        var acts: [String] {
            all.compactMap { if case .act(let json, _, _) = $0 { String(decoding: json, as: UTF8.self) } else { nil } }
        }
        var failure: String? {
            for case .failed(let reason) in states { return reason }
            return nil
        }
        /// Whether every batch begins where the previous one ended.
        var isInOrder: Bool {
            var next: UInt32 = 0
            for batch in batches {
                if batch.first.index != next { return false }
                next += UInt32(batch.count)
            }
            return true
        }
    }

    private struct Waiter {
        var isSatisfied: @Sendable (Events) -> Bool
        var continuation: CheckedContinuation<Events, Never>
    }

    private struct State {
        var events = Events()
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())
    /// Where sources wait for room; nil if there always is room.
    private let room: Gate?

    init(room: Gate? = nil) { self.room = room }

    func waitForRoom() { room?.pass() }
    func wakeAll() { room?.open() }
    func close() { room?.open() }

    func put(_ event: IntakeEvent) {
        let ready = state.withLock { state -> [(Waiter, Events)] in
            state.events.add(event)
            let events = state.events
            let ready = state.waiters.filter { $0.isSatisfied(events) }
            state.waiters.removeAll { $0.isSatisfied(events) }
            return ready.map { ($0, events) }
        }
        for (waiter, events) in ready { waiter.continuation.resume(returning: events) }
    }

    @discardableResult
    func until(_ isSatisfied: @escaping @Sendable (Events) -> Bool) async -> Events {
        await withCheckedContinuation { continuation in
            let events = state.withLock { state -> Events? in
                if isSatisfied(state.events) { return state.events }
                state.waiters.append(Waiter(isSatisfied: isSatisfied, continuation: continuation))
                return nil
            }
            if let events { continuation.resume(returning: events) }
        }
    }

    var now: Events { state.withLock { $0.events } }
}

extension Records {
    /// Creates a session for a test. Its messages go to `told`.
    convenience init(_ journal: SessionJournal?, told: Told, memoryBudget: Int = 64 << 20) {
        self.init(journal: journal, outbox: told, memoryBudget: memoryBudget, now: { 1_763_686_807_123 })
    }

    func text(_ index: Int) throws -> String {
        String(decoding: try record(RecordID(index: UInt32(index))).bytes, as: UTF8.self)
    }
}

/// Returns a record of this many bytes. It is an event, because a link of megabytes takes seconds to read.
func longRecord(_ count: Int) -> [UInt8] {
    let start = Array(#"{"event":""#.utf8)
    return start + [UInt8](repeating: UInt8(ascii: "x"), count: count - start.count)
}
