import Dispatch
import Inspector
import Panes
import Records
import Screen
import Store
import Synchronization
import Tasks

/// A queue of messages from other threads to the main actor.
///
/// The main actor is woken once, no matter how many messages are posted before it takes them. It takes urgent messages first, then keys,
/// then what the intake tells. Nobody waits to post. Sources wait for room before they read more, so a fast pipe cannot fill the memory. The
/// thread that reads keys never waits, because it also answers signals. It reads no more keys while there is no room for them.
///
/// No wake-up is lost, because one lock protects the messages and `isAwake`: a message is posted either before `next` looks, and is found, or
/// after `next` has returned nil, and wakes the main actor. Likewise, a source is noted as waiting while the mailbox is full, so the `next`
/// that makes room finds it. No threads wait for each other, because none waits or calls anything else while it holds the lock.
nonisolated final class Mailbox: Outbox {
    private struct Contents {
        var urgent: ArraySlice<Message?> = []
        var keys: ArraySlice<Key> = []
        /// The size of the keys, in about the number of bytes that the terminal sent for them.
        var size = 0
        /// Whether the thread that reads keys was told that there is no room, and not yet that there is room again.
        var isFull = false
        /// What the intake tells: batches of records, and the states of its sources and of the journal.
        var batches: ArraySlice<Message?> = []
        /// The sources that wait for room.
        var sources: [DispatchSemaphore] = []
        var isAwake = false
        var isClosed = false
        var wake: (@Sendable () -> Void)?

        /// Adds a message of the intake. Joins small batches while several wait. Otherwise a source that sends single records would wait
        /// for the main actor after each record.
        mutating func add(_ message: Message) {
            guard batches.count > Mailbox.separateBatches, case .arrived(let next) = message, case .arrived?? = batches.last else {
                batches.append(message)
                return
            }
            // The last batch is removed, so that it has one owner and grows without being copied.
            guard case .arrived(var last)? = batches.removeLast() else { return }
            let isJoined = last.join(next, atMost: RecordLimits.together)
            batches.append(.arrived(last))
            if !isJoined { batches.append(message) }
        }

        mutating func takeSources() -> [DispatchSemaphore] {
            defer { sources = [] }
            return sources
        }
    }

    private let contents = Mutex(Contents())
    /// The number of waiting batches from which on sources wait. A batch of 4,096 links takes about 9 MB.
    private static let mostBatches = 16
    /// The number of waiting batches that are never joined.
    private static let separateBatches = 4
    /// The size of waiting keys from which on no more are read.
    private static let mostKeys = 64 << 10

    /// Sets the closure that is called when there are messages. The posting thread calls it, but not again until `next` has returned nil.
    func connect(wake: @escaping @Sendable () -> Void) {
        let mustWake = contents.withLock { contents in
            contents.wake = wake
            return contents.isAwake
        }
        if mustWake { wake() }
    }

    /// Posts a message that the user waits for.
    func post(urgent message: Message) {
        post { $0.urgent.append(message) }
    }

    /// Posts the message of a future when the future succeeds; posts nothing if there is no message.
    func post(urgent answer: Future<Message?>) {
        answer.continueOnSuccessWith { [self] message in
            if let message { post(urgent: message) }
        }
    }

    /// Posts keys. Ask `hasRoomForKeys` before you read them.
    func post(keys: [Key]) {
        let size = keys.reduce(0) { $0 + $1.size }
        post { contents in
            contents.keys += keys
            contents.size += size
        }
    }

    /// Returns whether more keys may be read. If not, `hasNewRoomForKeys` returns true once, when there is room again.
    func hasRoomForKeys() -> Bool {
        contents.withLock { contents in
            contents.isFull = contents.size >= Self.mostKeys
            return !contents.isFull
        }
    }

    func hasNewRoomForKeys() -> Bool {
        contents.withLock { contents in
            guard contents.isFull, contents.size < Self.mostKeys else { return false }
            contents.isFull = false
            return true
        }
    }

    var hasKeys: Bool { contents.withLock { !$0.keys.isEmpty } }

    func contains(_ key: Key) -> Bool { contents.withLock { $0.keys.contains(key) } }

    func put(records batch: RecordBatch) { put(.arrived(batch)) }

    func put(source name: String, _ state: SourceState) { put(.source(name: name, state)) }

    func put(journal state: JournalState) { put(.journal(state)) }

    /// Leaves out an act that only another version of linkscope knows.
    func put(act json: [UInt8], at time: Int64, numbers: RecordNumbers) {
        if let act = Act(json) { put(.replayed(act.renumbered(by: numbers), at: time)) }
    }

    private func put(_ message: Message) {
        post { if !$0.isClosed { $0.add(message) } }
    }

    func waitForRoom() {
        let source: DispatchSemaphore? = contents.withLock { contents in
            guard contents.batches.count >= Self.mostBatches, !contents.isClosed else { return nil }
            let source = DispatchSemaphore(value: 0)
            contents.sources.append(source)
            return source
        }
        source?.wait()
    }

    func wakeAll() {
        for source in contents.withLock({ $0.takeSources() }) { source.signal() }
    }

    func close() {
        contents.withLock { contents in
            contents.isClosed = true
            contents.batches = []
        }
        wakeAll()
    }

    private func post(_ add: (inout Contents) -> Void) {
        let wake = contents.withLock { contents in
            add(&contents)
            defer { contents.isAwake = true }
            return contents.isAwake ? nil : contents.wake
        }
        wake?()
    }

    /// Removes and returns the next message: an urgent one, a key or a batch. After nil, the next post wakes the main actor again.
    ///
    /// - Parameters:
    ///   - withBatch: Whether a batch may be returned. If not, the batches stay, and another message has to wake the main actor.
    ///   - withKeys: Whether a key may be returned. If not, the keys stay likewise.
    ///   - joinsText: Whether characters that wait together become one key.
    func next(withBatch: Bool = true, withKeys: Bool = true, joinsText: Bool = false) -> Message? {
        let (message, sources) = contents.withLock { contents -> (Message?, [DispatchSemaphore]) in
            if let message = contents.urgent.takeFirst() { return (message, []) }
            let waiting = contents.keys.count
            if withKeys, let key = contents.keys.next(joinsText: joinsText) {
                let taken = waiting - contents.keys.count
                contents.size -= taken > 1 ? taken : key.size
                return (.key(key), [])
            }
            if withBatch, let batch = contents.batches.takeFirst() {
                return (batch, contents.batches.count < Self.mostBatches ? contents.takeSources() : [])
            }
            contents.isAwake = false
            return (nil, [])
        }
        for source in sources { source.signal() }
        return message
    }
}

nonisolated extension ArraySlice {
    /// Removes and returns the first element. A slice keeps removed elements in memory, so this one is first replaced with nil.
    mutating func takeFirst<Wrapped>() -> Wrapped? where Element == Wrapped? {
        guard !isEmpty else { return nil }
        let first = self[startIndex].take()
        removeFirst()
        freeRemoved()
        return first
    }
}

nonisolated extension Key {
    /// About the number of bytes that the terminal sent for the key, and at least 1.
    fileprivate var size: Int {
        switch self {
        case .paste(let bytes), .unknown(let bytes): 1 + bytes.count
        default: 1
        }
    }
}

/// Stores what the user delivers, and the user's acts, on a separate thread.
///
/// Searching a paste for links takes long, and writing to the journal may wait for a disk. So the main actor does neither. Everything is
/// stored in the order in which it was given. At the end of the program, wait for `stored()`, because a delivery counts as accepted.
nonisolated final class Deliveries: Sendable {
    private let records: Records
    /// Whether records are saved. If they are not, problems with saving are not reported.
    private let isKept: Bool
    private let thread = WorkerThread("deliveries")

    init(_ records: Records, isKept: Bool) {
        self.records = records
        self.isKept = isKept
    }

    /// Stores the links and records in a text. The answer tells what was left out of the text or changed.
    func accept(paste: [UInt8], from source: RecordSource) -> Future<Message?> {
        thread.answer { [self] in
            let text = PastedText(paste)
            guard !text.records.isEmpty else {
                return .pasted(bytes: paste.count, Notice(text) ?? Notice(.plain, "The paste was empty."))
            }
            let acceptance = records.accept(records: text.records.lazy.map(\.bytes), from: source)
            return .pasted(bytes: paste.count, notice(about: acceptance) ?? Notice(text))
        }
    }

    func accept(record: [UInt8], from source: RecordSource) -> Future<Message?> {
        thread.answer { [self] in notice(about: records.accept(records: [record], from: source)).map { .notice($0) } }
    }

    func note(_ act: Act, at time: Int64) {
        thread.runSomewhere { [records] in
            if let bytes = act.bytes { records.note(act: bytes, at: time) }
        }
    }

    /// Restores the session in the journal, before anything else is stored, and then repeats and stores an act. The session's records and acts
    /// arrive in their original order.
    func reopen(then act: Act?) -> Future<Result<ReopenedSession, JournalError>> {
        thread.answer { [records] in
            do throws(JournalError) { return .success(try records.reopen(then: act?.bytes)) } catch { return .failure(error) }
        }
    }

    /// Returns a future that settles when everything given so far is stored.
    func stored() -> Future<Void> { thread.drained() }

    /// Returns the notice about records that could not be saved.
    private func notice(about acceptance: Records.Acceptance) -> Notice? {
        switch acceptance {
        case .kept: nil
        case .held where !isKept: nil
        case .held(1, let reason): Notice(.bad, "The record is shown but not saved: \(reason)")
        case .held(let count, let reason): Notice(.bad, "\(count) records are shown but not saved: \(reason)")
        case .refused(0, let reason): Notice(.bad, "Nothing was added: \(reason)")
        case .refused(let kept, let reason): Notice(.bad, "Only the first \(kept) were added: \(reason)")
        }
    }
}
