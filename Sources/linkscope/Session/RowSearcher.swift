import Inspector
import Records
import Synchronization
import Tasks

/// Searches for the rows that fit the inspector's filter, one filter at a time, on a thread of its own.
nonisolated final class RowSearcher: Sendable {
    private let store: any RecordStore
    private let reader: RecordReader
    private let post: @Sendable (Message) -> Void
    private let thread = WorkerThread("filter")
    /// The number of the filter whose rows are wanted; nil if none is.
    private let wanted = Mutex<Int?>(nil)

    /// - Parameter post: Takes the parts of the answer.
    init(_ store: any RecordStore, _ reader: RecordReader, post: @escaping @Sendable (Message) -> Void) {
        self.store = store
        self.reader = reader
        self.post = post
    }

    /// Starts a search. An earlier one stops at its next part.
    func run(_ scan: FilterScan) {
        wanted.withLock { $0 = scan.number }
        let job: @Sendable () -> Void = { [self] in
            guard isWanted(scan.number) else { return }
            scan.run(store, reader) { found in
                guard isWanted(scan.number) else { return false }
                post(.found(found))
                return true
            }
        }
        // If the system cannot start a thread, the search runs here, and keys have to wait.
        do throws(WorkerThread.Failure) { try thread.run(job) } catch { job() }
    }

    func stop() { wanted.withLock { $0 = nil } }

    private func isWanted(_ number: Int) -> Bool { wanted.withLock { $0 == number } }
}
