import Inspector
import Pasting
import Records
import Synchronization
import Tasks

/// Parses long pastes and records on a separate thread, so that the inspector still reacts to keys.
///
/// Pastes are parsed in order. If several records wait, only the last one is parsed, because a user who scrolls through long records needs
/// only the record where the cursor stops.
nonisolated final class BackgroundReader: Sendable {
    private struct Job: Sendable {
        /// The record to parse. Nil for a paste.
        var record: RecordID?
        var work: @Sendable () -> Message
        var promise: Promise<Message?>
    }

    private struct State: Sendable {
        var jobs: [Job] = []
    }

    private let state = Mutex(State())
    private let thread = WorkerThread("reading")

    func read(paste: [UInt8]) -> Future<Message?> {
        add(nil) { .pasteRead(PastedText(paste)) }
    }

    func read(_ record: StoredRecord) -> Future<Message?> {
        add(record.id) { .recordRead(record, RecordContent(record.bytes, isCut: record.isCut)) }
    }

    private func add(_ record: RecordID?, _ work: @escaping @Sendable () -> Message) -> Future<Message?> {
        let job = Job(record: record, work: work, promise: Promise<Message?>())
        let passed = state.withLock { state in
            let passed = record == nil ? [] : state.jobs.filter { $0.record != nil }
            if record != nil { state.jobs.removeAll { $0.record != nil } }
            state.jobs.append(job)
            return passed
        }
        for job in passed { job.promise.trySet(nil) }
        // If the system cannot start a thread, the work runs here, and keys have to wait.
        do throws(WorkerThread.Failure) { try thread.run { self.run() } } catch { run() }
        return job.promise.future
    }

    private func run() {
        while let job = next() { job.promise.trySet(job.work()) }
    }

    private func next() -> Job? {
        state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }
}
