import Tasks

/// Lets a limited number of tests run at a time. The others wait in order.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(_ count: Int) { state = Locked(State(free: count)) }

    /// Waits for a turn, runs `body`, and passes the turn on.
    @concurrent func take(_ body: @concurrent @Sendable () async throws -> Void) async throws {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.free += 1
                return nil
            }
            next?.resume()
        }
        try await body()
    }
}
