import Records
import Store
import Synchronization

/// Collects the events of the intake, and offers a way to wait for more without polling.
final class Told: Outbox {
    struct Events: Sendable {
        // Counted as they come, because a test may look after each of many thousands.
        private(set) var recordCount = 0
        private(set) var batches: [RecordBatch] = []
        var states: [SourceState] = []
        var journal: [JournalState] = []
        var acts: [String] = []
        /// The numbers of the records that came before each act.
        var numbers: [RecordNumbers] = []

        mutating func append(_ batch: RecordBatch) {
            batches.append(batch)
            recordCount += batch.count
        }

        var kinds: [RecordKind] { batches.flatMap(\.facts.kinds) }
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

    func put(records batch: RecordBatch) { add { $0.append(batch) } }

    func put(source name: String, _ state: SourceState) { add { $0.states.append(state) } }

    func put(journal state: JournalState) { add { $0.journal.append(state) } }

    func put(act json: [UInt8], at time: Int64, numbers: RecordNumbers) {
        add { events in
            events.acts.append(String(decoding: json, as: UTF8.self))
            events.numbers.append(numbers)
        }
    }

    private func add(_ add: (inout Events) -> Void) {
        let ready = state.withLock { state -> [(Waiter, Events)] in
            add(&state.events)
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
