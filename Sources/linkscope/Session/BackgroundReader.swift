import Inspector
import Intake
import LinkLayers
import Synchronization
import Tasks

/// Reads long pastes and records on a thread of its own, which exists while there are any, so that keys do not wait.
///
/// Pastes are read in order. Of the records only the last one requested is read: a user who scrolls through long records waits only for the one
/// where the cursor stops.
nonisolated final class BackgroundReader: Sendable {
    private struct Job: Sendable {
        /// Nil for a paste.
        var record: RecordID?
        var work: @Sendable () -> Message
        var promise: Promise<Message?>
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func read(paste: [UInt8]) -> Future<Message?> {
        add(nil) { .pasteRead(PastedText(paste)) }
    }

    func read(_ record: StoredRecord) -> Future<Message?> {
        add(record.id) { .recordRead(record, RecordContent(record.bytes, isCut: record.isCut)) }
    }

    private func add(_ record: RecordID?, _ work: @escaping @Sendable () -> Message) -> Future<Message?> {
        let job = Job(record: record, work: work, promise: Promise<Message?>())
        let (passed, starts) = state.withLock { state in
            let passed = record == nil ? [] : state.jobs.filter { $0.record != nil }
            if record != nil { state.jobs.removeAll { $0.record != nil } }
            state.jobs.append(job)
            defer { state.isRunning = true }
            return (passed, !state.isRunning)
        }
        for job in passed { job.promise.trySet(nil) }
        if starts {
            // If no thread can be started, the keys have to wait.
            do throws(SystemError) { try BackgroundThread.start { self.run() } } catch { run() }
        }
        return job.promise.future
    }

    private func run() {
        while let job = next() { job.promise.trySet(job.work()) }
    }

    private func next() -> Job? {
        state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.isRunning ? state.jobs.removeFirst() : nil
        }
    }
}
