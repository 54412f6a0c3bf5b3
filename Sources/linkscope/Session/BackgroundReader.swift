import Inspector
import Panes
import Records
import Synchronization
import Tasks

/// Reads records on separate threads, so that the inspector never waits for a disk or a long record.
///
/// Short records are read and parsed at once. Long ones are parsed on a thread of their own, so that the next short record does not wait
/// for them. Of the long records, the last one requested is parsed first, because the user looks at it.
nonisolated final class BackgroundReader: Sendable {
    private struct Job: Sendable {
        var record: StoredRecord
        var promise: Promise<Message?>
    }

    /// The maximum number of long records that wait. The oldest one is then given up.
    private static let mostWaiting = 32

    private let store: any RecordStore
    private let reader: RecordReader
    /// The long records that wait, the last requested one at the end.
    private let jobs = Mutex<[Job]>([])
    private let thread = WorkerThread("reading")
    private let longThread = WorkerThread("reading long")

    init(_ store: any RecordStore, _ reader: RecordReader) {
        self.store = store
        self.reader = reader
    }

    /// Reads records that a frame needs. Every record is in the answer.
    func load(_ needed: Set<RecordID>) -> Future<Message?> {
        thread.answer { [self] in .loaded(loaded(Array(needed))) }
    }

    private func loaded(_ ids: [RecordID]) -> [LoadedRecord] {
        let stored = store.records(ids)
        return ids.map { id in
            do throws(RecordStoreError) {
                let record = if let known = stored[id] { known } else { try store.record(id) }
                return record.bytes.count > LoadedRecord.mostParsedAtOnce ? .long(record) : .read(reader.read(record))
            } catch {
                return .unreadable(id, reason: "\(error)")
            }
        }
    }

    /// Parses a long record.
    func parse(_ record: StoredRecord) -> Future<Message?> {
        let job = Job(record: record, promise: Promise<Message?>())
        let givenUp = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count > Self.mostWaiting ? jobs.removeFirst() : nil
        }
        if let givenUp { givenUp.promise.trySet(.loaded([.givenUp(givenUp.record.id)])) }
        longThread.runSomewhere { [self] in
            while let job = jobs.withLock({ $0.popLast() }) { job.promise.trySet(.loaded([.read(reader.read(job.record))])) }
        }
        return job.promise.future
    }
}
