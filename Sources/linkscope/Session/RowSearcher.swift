import Inspector
import Panes
import Records
import Synchronization
import Tasks

/// Searches for the rows that fit the inspector's filter, one filter at a time, on two threads.
///
/// Each thread takes the next part of the search until there is none left. The results of the parts are posted in the order of the parts.
nonisolated final class RowSearcher: Sendable {
    private struct State {
        /// The number of searches that were started or stopped. Only the last one is wanted.
        var search = 0
        /// The number of parts that a thread has taken, and of those whose results were posted.
        var taken = 0
        var posted = 0
        /// The results that wait for an earlier part.
        var waiting: [Int: FilterScan.Found] = [:]
        /// Whether a thread is posting. Only one posts at a time, so that the results stay in order without a lock around `post`.
        var isPosting = false

        /// Takes the result that is posted next; nil if it is not there yet.
        mutating func next() -> FilterScan.Found? {
            let next = waiting.removeValue(forKey: posted)
            isPosting = next != nil
            if isPosting { posted += 1 }
            return next
        }
    }

    private let store: any RecordStore
    private let reader: RecordReader
    private let post: @Sendable (Message) -> Void
    private let threads = [WorkerThread("filter 1"), WorkerThread("filter 2")]
    private let state = Mutex(State())

    /// - Parameter post: Takes the parts of the answer.
    init(_ store: any RecordStore, _ reader: RecordReader, post: @escaping @Sendable (Message) -> Void) {
        self.store = store
        self.reader = reader
        self.post = post
    }

    /// Starts a search. An earlier one stops at its next part.
    func run(_ scan: FilterScan) {
        let search = begin()
        for thread in threads.prefix(scan.parts.count) { thread.runSomewhere { [self] in work(search, scan) } }
    }

    func stop() { _ = begin() }

    /// Begins a new search, so that the threads leave the earlier one. Returns its number.
    private func begin() -> Int {
        state.withLock { state in
            state = State(search: state.search + 1)
            return state.search
        }
    }

    private func work(_ search: Int, _ scan: FilterScan) {
        while let index = nextPart(search, scan) {
            let found = scan.search(scan.parts[index], store, reader)
            var ready = state.withLock { state -> FilterScan.Found? in
                guard state.search == search else { return nil }
                state.waiting[index] = found
                return state.isPosting ? nil : state.next()
            }
            while let next = ready {
                post(.found(next))
                ready = state.withLock { $0.search == search ? $0.next() : nil }
            }
        }
    }

    private func nextPart(_ search: Int, _ scan: FilterScan) -> Int? {
        state.withLock { state in
            guard state.search == search, state.taken < scan.parts.count else { return nil }
            defer { state.taken += 1 }
            return state.taken
        }
    }
}

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
