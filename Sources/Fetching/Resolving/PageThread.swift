import Dispatch
import Foundation
package import Tasks

/// A thread for work that takes its time, started when there is some and gone soon after there is none: an idle program wakes nobody up.
///
/// Not a dispatch queue, whose workers stay a while and are looked after by a timer; not the fetcher's thread, which others wait for.
package final class PageThread: Sendable {
    private enum Phase: Sendable {
        /// There is no thread.
        case gone
        case working
        /// It waits for `arrival`, but not for long.
        case waiting
    }

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var phase = Phase.gone
        /// Which thread it is, while there is one.
        var thread: ObjectIdentifier?
    }

    /// A page comes soon after the last one when many are read, and a thread costs more than reading one.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    /// Runs what it is given on the thread: in order, but for what the thread itself gives, which is done at once.
    package var executor: FutureExecutor {
        .custom("pages") { self.add($0) }
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        let current = ObjectIdentifier(Thread.current)
        let before = state.withLock { state -> Phase? in
            if state.thread == current { return nil }
            state.jobs.append(job)
            defer { state.phase = .working }
            return state.phase
        }
        switch before {
        case nil: job()
        case .working: break
        case .waiting: arrival.signal()
        case .gone:
            let thread = Thread { self.run() }
            thread.name = "pages"
            thread.start()
        }
    }

    private func run() {
        FetchLoop.blockSignals()
        let current = ObjectIdentifier(Thread.current)
        state.withLock { $0.thread = current }
        while true {
            let jobs = state.withLock { state in
                if state.jobs.isEmpty { state.phase = .waiting }
                defer { state.jobs = [] }
                return state.jobs
            }
            for job in jobs { job() }
            if jobs.isEmpty, arrival.wait(timeout: .now() + Self.patience) == .timedOut, !staysAfterAll() { return }
        }
    }

    /// Whether something has come while the wait ended: then the signal for it comes, or has come, too.
    private func staysAfterAll() -> Bool {
        let stays = state.withLock { state in
            if state.phase == .waiting { (state.phase, state.thread) = (.gone, nil) }
            return state.phase == .working
        }
        if stays { arrival.wait() }
        return stays
    }
}
