import Dispatch

// The timers of a process share one queue of their own, so blocked global queues do not delay them. A job on this queue waits for the
// earliest deadline. It passes the due actions to a runner, a job on another queue, because an action may block: it may run any
// continuation. While due actions wait and no runner takes one, another runner is started.
//
// Both kinds of job run on serial queues, to which Dispatch gives a thread even if all threads of the global queues are blocked.

/// The pending timers of the process.
final class TimerQueue: Sendable {
    private struct State: Sendable {
        var schedule = TimerSchedule()
        /// The numbers of the due actions that no runner has taken yet, the earliest last. Some may have been removed since.
        var due: [UInt64] = []
        /// Whether a job waits for the deadlines.
        var isServed = false
        var runners = 0
        /// Whether a runner has taken an action since the last look.
        var hasProgressed = false
        /// When the serving job will look next.
        var nextLook = UInt64.max
    }

    private enum Look: Sendable {
        case wait(until: UInt64, startsRunner: Bool)
        case end
    }

    /// How long due actions wait for a runner that is busy before another one is started: 5 ms.
    private static let patience: UInt64 = 5_000_000

    /// The queue of `DispatchFutureTimer`. It is shared because a thread for each user would be a waste.
    static let shared = TimerQueue()

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Tasks timers")
    private let news = DispatchSemaphore(value: 0)

    /// Runs `action` after `delay`, unless it is removed before. Returns the number by which it is removed.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let time = (DispatchTime.now() + delay.dispatchInterval).uptimeNanoseconds
        let (number, starts, isEarlier) = state.withLock { state in
            let number = state.schedule.add(action, at: time)
            defer { state.isServed = true }
            return (number, !state.isServed, state.isServed && time < state.nextLook)
        }
        if starts { queue.async { self.serve() } }
        if isEarlier { news.signal() }
        return number
    }

    /// Removes an action, unless it has been taken to run.
    func remove(_ number: UInt64) {
        let (removed, isLast) = state.withLock { ($0.schedule.remove(number), $0.isServed && $0.schedule.count == 0) }
        // The action is released here, outside the lock, because its release may run code of the user.
        _ = removed
        // Lets the serving job end.
        if isLast { news.signal() }
    }

    /// Waits for the deadlines until no action is pending.
    private func serve() {
        while case .wait(let time, let startsRunner) = state.withLock({ Self.look(&$0, at: DispatchTime.now().uptimeNanoseconds) }) {
            if startsRunner { DispatchQueue(label: "Tasks timer actions").async { self.runActions() } }
            _ = news.wait(timeout: time == .max ? .distantFuture : DispatchTime(uptimeNanoseconds: time))
        }
    }

    private static func look(_ state: inout State, at now: UInt64) -> Look {
        state.due.insert(contentsOf: state.schedule.due(at: now).reversed(), at: 0)
        let startsRunner = !state.due.isEmpty && (state.runners == 0 || !state.hasProgressed)
        if startsRunner { state.runners += 1 }
        state.hasProgressed = false
        let next = state.schedule.next()
        state.nextLook = state.due.isEmpty ? next ?? .max : min(next ?? .max, now + patience)
        if next == nil, state.due.isEmpty {
            state.isServed = false
            return .end
        }
        return .wait(until: state.nextLook, startsRunner: startsRunner)
    }

    /// Runs the due actions, the earliest first, until none is left.
    private func runActions() {
        while let action = takeAction() { action() }
    }

    private func takeAction() -> TimerSchedule.Action? {
        state.withLock { state in
            state.hasProgressed = true
            while let number = state.due.popLast() {
                if let action = state.schedule.remove(number) { return action }
            }
            state.runners -= 1
            return nil
        }
    }
}

/// The pending actions of a timer by their deadlines, as a value without side effects.
///
/// Removing an action releases it at once. Its deadline stays in the heap until more than half of the heap consists of such leftovers, so a
/// removal needs no search.
struct TimerSchedule: Sendable {
    typealias Action = @Sendable () -> Void

    private struct Deadline: Comparable, Sendable {
        var time: UInt64
        /// The number of the action; actions that are due at the same time run in the order they were added.
        var number: UInt64

        static func < (left: Deadline, right: Deadline) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var actions: [UInt64: Action] = [:]
    /// A binary heap: the deadline at index `i` is not later than its children at `2 * i + 1` and `2 * i + 2`.
    private var heap: [Deadline] = []
    private var lastNumber: UInt64 = 0

    /// How many actions are pending or due.
    var count: Int { actions.count }

    /// Adds an action. Returns the number by which it is removed.
    mutating func add(_ action: @escaping Action, at time: UInt64) -> UInt64 {
        lastNumber += 1
        actions[lastNumber] = action
        heap.append(Deadline(time: time, number: lastNumber))
        siftUp()
        return lastNumber
    }

    /// Removes an action and returns it, so that it is released outside the lock.
    mutating func remove(_ number: UInt64) -> Action? {
        guard let action = actions.removeValue(forKey: number) else { return nil }
        if heap.count > 2 * actions.count + 8 || actions.isEmpty { compact() }
        return action
    }

    /// Removes the deadlines due at `time` from the heap. Returns the numbers of their actions, the earliest first. The actions can still be
    /// removed: by a runner, or because they were canceled.
    mutating func due(at time: UInt64) -> [UInt64] {
        var due: [UInt64] = []
        while let first = heap.first, first.time <= time {
            removeFirst()
            if actions[first.number] != nil { due.append(first.number) }
        }
        return due
    }

    /// The earliest deadline; nil if no action is pending.
    mutating func next() -> UInt64? {
        while let first = heap.first {
            if actions[first.number] != nil { return first.time }
            removeFirst()
        }
        return nil
    }

    /// Removes the leftovers from the heap, and frees the memory that the two collections no longer need.
    private mutating func compact() {
        // A sorted list is a heap.
        heap = heap.filter { actions[$0.number] != nil }.sorted()
        actions = Dictionary(uniqueKeysWithValues: actions.map { ($0.key, $0.value) })
    }

    private mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
    }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] { least = child }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
