// How a fetch travels:
//
//     fetch() ──► arrivals ─┐                                       ┌─► onHop, per answer
//     token   ──► givenUp  ─┼─► the thread: FetchRun ─► FetchJob ───┤
//     lookup  ──► lookedUp ─┘     one turn after another            └─► promise
//
// Input for the thread is put into the state under its lock, and the thread is woken if it waits. The thread takes all input at the start
// of a turn, and then works without the lock. The thread ends when nothing is left to do. It decides this under the same lock, so an
// arrival either finds the thread running and wakes it, or starts a new thread. Connections stay open between the threads.

import AppLinks
import Tasks

/// Takes orders and cancellations from any thread, and runs them on one thread.
final class FetchLoop: Sendable {
    struct Work: Sendable {
        var arrivals: [FetchOrder] = []
        var givenUp: [Int] = []
        var lookedUp: [(id: Int, addresses: [[UInt8]])] = []

        var isEmpty: Bool { arrivals.isEmpty && givenUp.isEmpty && lookedUp.isEmpty }
    }

    private struct State: Sendable {
        var work = Work()
        var multi: CurlMulti?
        var isRunning = false
        /// Whether the thread waits for input and has not been woken.
        var isWaiting = false
        var isClosed = false
        var lastID = 0

        mutating func takeWork() -> Work {
            defer { work = Work() }
            return work
        }
    }

    let settings: FetchSettings
    let proxies: ProxyRules
    private let state = Locked(State())
    private let thread = WorkerThread("fetching")

    init(settings: FetchSettings) {
        self.settings = settings
        proxies = ProxyRules(environment: settings.environment)
    }

    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage> {
        if token?.isCancellationRequested == true { return .cancelled() }
        let promise = Promise<FetchedPage>()
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let registration = token?.onCancellation { [weak self] in
            if promise.tryCancel() { self?.tell { $0.givenUp.append(id) } }
        }
        let order = FetchOrder(id: id, request: request, promise: promise, onHop: onHop, registration: registration)
        tell { $0.arrivals.append(order) }
        return promise.future
    }

    /// Cancels all orders. New orders are no longer carried out.
    func close() {
        let multi = state.withLock { state in
            state.isClosed = true
            return state.isRunning ? state.multi : nil
        }
        multi?.wake()
    }

    /// Changes the input of the thread, and wakes or starts the thread.
    func tell(_ change: @Sendable (inout Work) -> Void) {
        let (multi, starts) = state.withLock { state in
            change(&state.work)
            defer { (state.isRunning, state.isWaiting) = (true, false) }
            return (state.isWaiting ? state.multi : nil, !state.isRunning)
        }
        if starts { start() } else { multi?.wake() }
    }

    /// Runs `wait`, unless there is input. `tell` wakes the thread only if `isWaiting` is true, so `isWaiting` and the input change under
    /// the same lock.
    func waiting(_ wait: () -> Void) {
        let waits = state.withLock { state in
            state.isWaiting = state.work.isEmpty && !state.isClosed
            return state.isWaiting
        }
        guard waits else { return }
        wait()
        state.withLock { $0.isWaiting = false }
    }

    /// Returns the input since the last call, or nil after `close`.
    func take() -> Work? { state.withLock { $0.isClosed ? nil : $0.takeWork() } }

    /// Returns the input that is left after `close`.
    func takeRest() -> Work { state.withLock { $0.takeWork() } }

    /// Returns whether the thread can end because there is no input.
    private func goes() -> Bool {
        state.withLock { state in
            guard state.work.isEmpty else { return false }
            state.isRunning = false
            return true
        }
    }

    private func start() {
        do {
            try thread.run { self.run() }
        } catch {
            failAll(.noLibrary("the system has no thread to spare"))
        }
    }

    /// Fails all orders until none are left.
    private func failAll(_ problem: FetchProblem) {
        repeat {
            for order in takeRest().arrivals { order.end(.failure(FetchFailure(problem))) }
        } while !goes()
    }

    private func run() {
        let multi: CurlMulti
        do throws(FetchProblem) {
            // The first run loads libcurl.
            multi = if let known = state.withLock({ $0.multi }) { known } else { try CurlMulti() }
        } catch {
            return failAll(error)
        }
        state.withLock { $0.multi = multi }
        let run = FetchRun(loop: self, multi: multi)
        repeat {
            while run.turn() {}
        } while !goes()
    }
}

/// A fetch as ordered by a caller.
struct FetchOrder: Sendable {
    let id: Int
    let request: FetchRequest
    let promise: Promise<FetchedPage>
    let onHop: (@Sendable (RedirectHop) -> Void)?
    /// The registration with the cancellation token. It is removed when the fetch ends.
    let registration: CancellationTokenRegistration?

    func end(_ outcome: Outcome<FetchedPage>) {
        registration?.dispose()
        promise.trySet(outcome: outcome)
    }
}
