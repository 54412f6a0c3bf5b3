import Dispatch
import TestSupport

@testable import Tasks

/// A thread that delivers jobs and timers late, in random order, or loses them.
final class StressPostman: FutureTimer {
    private struct Item: Sendable {
        let number: Int
        let job: @Sendable () -> Void
        let isLost: Bool
    }

    private struct State: Sendable {
        var items: [Item] = []
        /// The timers that are only ever stopped.
        var endless: [Item] = []
        var lastNumber = 0
        var random: SeededRandom
        var isClosed = false

        mutating func remove(_ number: Int) -> Item? {
            if let index = items.firstIndex(where: { $0.number == number }) { return items.remove(at: index) }
            return endless.firstIndex { $0.number == number }.map { endless.remove(at: $0) }
        }
    }

    private let state: Locked<State>
    private let arrival = DispatchSemaphore(value: 0)
    private let thread: WorkerThread

    init(seed: UInt64) throws {
        state = Locked(State(random: SeededRandom(seed: seed)))
        thread = WorkerThread("late \(seed)")
        try thread.run { [self] in
            while deliver() {}
        }
    }

    /// How many timers of ``endless`` were not stopped.
    var endlessCount: Int { state.withLock { $0.endless.count } }

    /// Takes a job, to call it later or, if `isLost`, to release it later. Returns its number.
    @discardableResult
    func take(isLost: Bool = false, _ job: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.items.append(Item(number: state.lastNumber, job: job, isLost: isLost))
            return state.lastNumber
        }
        arrival.signal()
        return number
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let number = delay == Self.endless ? keep(action) : take(isLost: delay == Self.lost, action)
        return FutureTimerEntry { [weak self] in
            // Released outside the lock.
            _ = self?.state.withLock { $0.remove(number) }
        }
    }

    private func keep(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.endless.append(Item(number: state.lastNumber, job: action, isLost: true))
            return state.lastNumber
        }
    }

    /// A delay that is never over, so that its timer must be stopped.
    static let endless = Duration.seconds(3600)

    /// A delay whose timer is released without being called.
    static let lost = Duration.seconds(13)

    /// Delivers what is left, and ends the thread.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
        thread.join()
    }

    /// Waits for an item and delivers one. Returns false at the end.
    private func deliver() -> Bool {
        arrival.wait()
        let (item, isOver) = state.withLock { state -> (Item?, Bool) in
            if state.items.isEmpty { return (nil, state.isClosed) }
            let index = Int.random(in: 0..<state.items.count, using: &state.random)
            return (state.items.remove(at: index), false)
        }
        if let item, !item.isLost { item.job() }
        return !isOver
    }
}
