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
