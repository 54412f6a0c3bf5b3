import Dispatch
import Synchronization

/// Blocks threads until it is opened.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [DispatchSemaphore] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass() {
        let semaphore = DispatchSemaphore(value: 0)
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            if state.isOpen { return nil }
            state.waiting.append(semaphore)
            defer { state.watchers = [] }
            return state.watchers
        }
        guard let watchers else { return }
        for watcher in watchers { watcher.resume() }
        semaphore.wait()
    }

    func untilSomeoneWaits() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.watchers.append(continuation) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }
}
