import Inspector
import Intake
import Pasting
import Records
import Synchronization
import Tasks

/// Takes long pastes and records apart on a thread of its own, which is there while there are any: the keys wait for none of it.
///
/// Pastes come out in the order they went in. Of records only the last one asked for is read: whoever runs through a list of long ones
/// waits for the one that he stops at.
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
            // Where no thread is to be had, the keys have to wait.
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
