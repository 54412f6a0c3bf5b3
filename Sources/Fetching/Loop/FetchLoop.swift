// How a fetch travels:
//
//     fetch() ──► arrivals ─┐                                       ┌─► onHop, per answer
//     token   ──► givenUp  ─┼─► the thread: FetchRun ─► FetchJob ───┤
//     lookup  ──► lookedUp ─┘     one turn after another            └─► promise
//
// What goes to the thread is put into the state under its lock, and the thread is woken if it waits; it takes all of it at the start of a
// turn. Everything behind that is the thread's alone. It ends when nothing is left to do: that is decided under the same lock, so an
// arrival either finds it running and wakes it, or starts the next one. The connections stay open between the two.

import AppLinks
import Foundation
import LinkLayers
import Tasks

/// Orders and their cancellation from any thread, and the one thread that carries them out.
package final class FetchLoop: Sendable {
    struct Work: Sendable {
        var arrivals: [FetchOrder] = []
        var givenUp: [Int] = []
        var lookedUp: [(id: Int, answer: HostLookup.Answer)] = []

        var isEmpty: Bool { arrivals.isEmpty && givenUp.isEmpty && lookedUp.isEmpty }
    }

    private struct State: Sendable {
        var work = Work()
        var multi: CurlMulti?
        var isRunning = false
        /// Whether the thread has gone to wait, and nobody has woken it since.
        var isWaiting = false
        var isClosed = false
        var lastID = 0
        /// What the connections to a host and port were secured with.
        var tls: [String: TLSFacts] = [:]
    }

    let settings: FetchSettings
    let proxies: ProxyRules
    /// What answers are kept under beside the request.
    let realm: String
    private let state = Locked(State())

    init(settings: FetchSettings) {
        self.settings = settings
        proxies = ProxyRules(environment: settings.environment)
        realm = settings.realm
    }

    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (Hop) -> Void)?) -> Future<FetchedPage> {
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

    /// Cancels everything; nothing more is taken.
    func close() {
        let multi = state.withLock { state in
            state.isClosed = true
            return state.isRunning ? state.multi : nil
        }
        multi?.wake()
    }

    /// Leaves something for the thread, and sees to it that there is one.
    func tell(_ change: @Sendable (inout Work) -> Void) {
        let (multi, starts) = state.withLock { state in
            change(&state.work)
            defer { (state.isRunning, state.isWaiting) = (true, false) }
            return (state.isWaiting ? state.multi : nil, !state.isRunning)
        }
        if starts { start() } else { multi?.wake() }
    }

    /// Lets the thread wait, unless something has come that it has not taken: who leaves something wakes it only while it waits.
    func waiting(_ wait: () -> Void) {
        let waits = state.withLock { state in
            state.isWaiting = state.work.isEmpty && !state.isClosed
            return state.isWaiting
        }
        guard waits else { return }
        wait()
        state.withLock { $0.isWaiting = false }
    }

    /// All that has come since the last time; nil when everything is to be cancelled.
    func take() -> Work? {
        state.withLock { state in
            if state.isClosed { return nil }
            defer { state.work = Work() }
            return state.work
        }
    }

    /// What the connection to `place` is secured with: libcurl says it only when it makes one.
    func tls(of place: String, made: TLSFacts?) -> TLSFacts? {
        state.withLock { state in
            guard let made else { return state.tls[place] }
            if state.tls.count > 1000 { state.tls = [:] }
            state.tls[place] = made
            return made
        }
    }

    /// What is left when it is closed.
    func takeRest() -> Work {
        state.withLock { state in
            defer { state.work = Work() }
            return state.work
        }
    }

    /// Whether the thread may go: nothing has come meanwhile.
    private func goes() -> Bool {
        state.withLock { state in
            guard state.work.isEmpty else { return false }
            state.isRunning = false
            return true
        }
    }

    private func start() {
        let thread = Thread { self.run() }
        thread.name = "fetching"
        thread.start()
    }

    /// Signals are for the threads that wait for them, but for those that a fault on this very thread raises.
    package static func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { unsafe sigdelset(&all, fault) }
        unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    }

    private func run() {
        Self.blockSignals()
        let multi: CurlMulti
        do throws(FetchProblem) {
            multi = try openMulti()
        } catch {
            repeat {
                for order in takeRest().arrivals { order.end(.failure(FetchFailure(error))) }
            } while !goes()
            return
        }
        let run = FetchRun(loop: self, multi: multi)
        repeat {
            while run.turn() {}
        } while !goes()
    }

    /// Made at the first fetch: it loads libcurl.
    private func openMulti() throws(FetchProblem) -> CurlMulti {
        if let multi = state.withLock({ $0.multi }) { return multi }
        let multi = try CurlMulti()
        state.withLock { $0.multi = multi }
        return multi
    }
}
