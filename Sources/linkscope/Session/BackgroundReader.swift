import Inspector
import Records
import Synchronization
import Tasks

/// Parses long records on a separate thread, so that the inspector still reacts to keys.
///
/// If several records wait, only the last one is parsed, because a user who scrolls through long records needs only the record where the
/// cursor stops.
nonisolated final class BackgroundReader: Sendable {
    private struct Job: Sendable {
        var work: @Sendable () -> Message
        var promise: Promise<Message?>
    }

    private struct State: Sendable {
        var job: Job?
    }

    private let state = Mutex(State())
    private let thread = WorkerThread("reading")

    func read(_ record: StoredRecord) -> Future<Message?> {
        let job = Job(work: { .recordRead(record, RecordContent(record.bytes, isCut: record.isCut)) }, promise: Promise<Message?>())
        let passed = state.withLock { state in
            defer { state.job = job }
            return state.job
        }
        passed?.promise.trySet(nil)
        // If the system cannot start a thread, the work runs here, and keys have to wait.
        do throws(WorkerThread.Failure) { try thread.run { self.run() } } catch { run() }
        return job.promise.future
    }

    private func run() {
        while let job = next() { job.promise.trySet(job.work()) }
    }

    private func next() -> Job? {
        state.withLock { state in
            defer { state.job = nil }
            return state.job
        }
    }
}
