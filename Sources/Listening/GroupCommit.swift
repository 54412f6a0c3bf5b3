import Dispatch
import Synchronization

// The first thread that comes delivers its records at once. Threads that come meanwhile wait. When the delivery has ended, one of them
// delivers the records of all of them in one batch, and so on. So a single client waits for nothing, and a batch never waits for a time that
// was guessed: it grows with the time that a delivery takes.

/// Joins the records of posts that arrive at the same time into batches, so that many posts cost little more than one.
package final class GroupCommit: Sendable {
    /// Why records were not stored.
    package struct Failure: Error, Hashable {
        /// A sentence for the client.
        package var reason: String

        package init(_ reason: String) { self.reason = reason }
    }

    /// Stores lines with one record each, as a whole or not at all. It may block.
    package typealias Store = @Sendable (_ lines: [UInt8], _ sender: PostSender) throws(Failure) -> Void

    private typealias Outcome = Result<Void, Failure>

    private final class Ticket: Sendable {
        let records: PostedRecords
        private let isSettled = DispatchSemaphore(value: 0)
        /// Nil if the thread that waits delivers the next batch.
        private let outcome = Mutex<Outcome?>(nil)

        init(_ records: PostedRecords) { self.records = records }

        func settle(_ outcome: Outcome?) {
            self.outcome.withLock { $0 = outcome }
            isSettled.signal()
        }

        func wait() -> Outcome? {
            isSettled.wait()
            return outcome.withLock { $0 }
        }
    }

    private struct State: Sendable {
        var waiting: [Ticket] = []
        var isDelivering = false

        /// Removes and returns the waiting tickets that fit into the batch that begins with `first`. A batch has one sender.
        mutating func fill(after first: PostedRecords) -> [Ticket] {
            var count = first.lines.count
            var taken = 0
            while taken < waiting.count, waiting[taken].records.sender == first.sender {
                count += waiting[taken].records.lines.count
                if count > GroupCommit.largest { break }
                taken += 1
            }
            defer { waiting.removeFirst(taken) }
            return Array(waiting[..<taken])
        }
    }

    /// The most bytes of a batch. The records of one post always fit.
    package static let largest = 8 << 20

    private let store: Store
    private let state = Mutex(State())

    package init(_ store: @escaping Store) { self.store = store }

    /// The number of posts that wait for a delivery to end.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Delivers records, and returns when they are stored.
    package func deliver(_ records: PostedRecords) throws(Failure) {
        let ticket = Ticket(records)
        let leads = state.withLock { state in
            if state.isDelivering { state.waiting.append(ticket) }
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard !leads, let outcome = ticket.wait() else { return try lead(ticket) }
        try outcome.get()
    }

    private func lead(_ ticket: Ticket) throws(Failure) {
        let first = ticket.records
        let others = state.withLock { $0.fill(after: first) }
        let outcome = Outcome { () throws(Failure) in
            try store(others.isEmpty ? first.lines : others.reduce(into: first.lines) { $0 += $1.records.lines }, first.sender)
        }
        let next = state.withLock { state in
            guard let next = state.waiting.first else {
                state.isDelivering = false
                return nil as Ticket?
            }
            state.waiting.removeFirst()
            return next
        }
        next?.settle(nil)
        for other in others { other.settle(outcome) }
        try outcome.get()
    }
}
