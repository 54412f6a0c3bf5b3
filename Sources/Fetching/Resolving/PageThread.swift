import Foundation
import Tasks

/// A thread for work that takes its time, started when there is some and gone when there is none: an idle program wakes nobody up.
///
/// Not a dispatch queue, whose workers stay a while and are looked after by a timer; not the fetcher's thread, which others wait for.
final class PageThread: Sendable {
    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Locked(State())

    /// Runs what it is given on the thread, in order.
    var executor: FutureExecutor {
        .custom("pages") { self.add($0) }
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        let thread = Thread { self.run() }
        thread.name = "pages"
        thread.start()
    }

    private func run() {
        FetchLoop.blockSignals()
        while true {
            let jobs = state.withLock { state in
                state.isRunning = !state.jobs.isEmpty
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job() }
        }
    }
}
