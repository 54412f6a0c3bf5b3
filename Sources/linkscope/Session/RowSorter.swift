import Inspector
import Panes
import Records
import Synchronization
import Tasks

/// Sorts the inspector's links, in one order at a time, on a thread of its own.
nonisolated final class RowSorter: Sendable {
    private let store: any RecordStore
    private let reader: RecordReader
    private let post: @Sendable (Message) -> Void
    private let thread = WorkerThread("sort")
    /// The number of the sort that is wanted; nil if none is.
    private let wanted = Mutex<Int?>(nil)

    /// - Parameter post: Takes the progress and the result.
    init(_ store: any RecordStore, _ reader: RecordReader, post: @escaping @Sendable (Message) -> Void) {
        self.store = store
        self.reader = reader
        self.post = post
    }

    /// Starts a sort. An earlier one stops at its next part.
    func run(_ scan: SortScan) {
        wanted.withLock { $0 = scan.number }
        thread.runSomewhere { [self] in
            guard isWanted(scan.number) else { return }
            scan.run(store, reader) { news in
                guard isWanted(scan.number) else { return false }
                post(.sorted(news))
                return true
            }
        }
    }

    func stop() { wanted.withLock { $0 = nil } }

    private func isWanted(_ number: Int) -> Bool { wanted.withLock { $0 == number } }
}
