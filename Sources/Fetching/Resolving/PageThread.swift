import Dispatch
import Foundation
package import Tasks

/// A thread for longer work. It starts when there is work and ends soon after there is none, so an idle program is not woken.
///
/// A dispatch queue would keep its threads for a while, with a timer that wakes the process. The fetcher's thread must stay free for transfers.
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

    /// How long the thread waits for more work. When many pages are read, the next one comes soon, and starting a thread costs more than reading a
    /// page.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    /// Runs work on the thread, in order. Work that is given on the thread itself runs at once.
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

    /// Returns whether work came while the wait ended; then its signal has come too, or comes soon.
    private func staysAfterAll() -> Bool {
        let stays = state.withLock { state in
            if state.phase == .waiting { (state.phase, state.thread) = (.gone, nil) }
            return state.phase == .working
        }
        if stays { arrival.wait() }
        return stays
    }
}
