import CAllocationCounter

/// One row of the table: the same work, done by our library and by others.
package struct Contest: Sendable {
    package let name: String
    /// How many times one run does the work.
    package let operations: Int
    package let ours: Contestant
    package let nio: Contestant?
    package let native: Contestant?
    /// The minimum work that any implementation must do, for rows in which neither NIO nor a native task is the reference.
    package let bare: Contestant?
    package let budget: Budget

    init(
        _ name: String, operations: Int, budget: Budget = Budget(), ours: Contestant, nio: Contestant? = nil,
        native: Contestant? = nil, bare: Contestant? = nil
    ) {
        self.name = name
        self.operations = operations
        self.budget = budget
        self.ours = ours
        self.nio = nio
        self.native = native
        self.bare = bare
    }
}

/// Upper limits. Without a limit, the value is only printed.
package struct Budget: Sendable {
    /// Our time as a fraction of NIO's.
    package var ofNIO: Double?
    /// Our time as a fraction of a native task's.
    package var ofNative: Double?
    /// Our time as a fraction of the minimum work's.
    package var ofBare: Double?
    package var allocations: Double?
    package var bytes: Double?
    package var blocks: Double?
}

/// One implementation of the work.
package struct Contestant: Sendable {
    package let run: @Sendable (_ counting: Bool) async -> Sample

    init(_ run: @escaping @Sendable (_ counting: Bool) async -> Sample) {
        self.run = run
    }
}

/// The measurements of one run.
package struct Sample: Sendable {
    package var nanoseconds: Double
    package var allocations = 0
    /// The usable size of all blocks that were allocated and not freed, as rounded by the heap.
    package var bytes = 0
    package var blocks = 0
}

/// Times `body` or counts its allocations, but not both, because counting takes time.
func measured(_ counting: Bool, _ body: () -> Void) -> Sample {
    if counting {
        allocation_counter_start()
        body()
        return Sample(allocation_counter_stop())
    }
    let clock = ContinuousClock()
    let start = clock.now
    body()
    return Sample(clock.now - start)
}

/// Times work that suspends, or counts its allocations.
nonisolated(nonsending) func measured(_ counting: Bool, _ body: nonisolated(nonsending) () async -> Void) async -> Sample {
    if counting {
        allocation_counter_start()
        await body()
        return Sample(allocation_counter_stop())
    }
    let clock = ContinuousClock()
    let start = clock.now
    await body()
    return Sample(clock.now - start)
}

extension Sample {
    init(_ count: allocation_count) {
        self.init(nanoseconds: 0, allocations: count.allocations, bytes: count.bytes, blocks: count.blocks)
    }

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(nanoseconds: Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
    }
}

/// Keeps the optimizer from removing the computation of `value`.
@inline(never)
func consume(_ value: Int) {
    precondition(value != .min)
}

/// Returns its argument, after code that the optimizer does not see has got its address. So the optimizer must assume that other code keeps
/// the promise or future, as real code does. Otherwise it could put the object on the stack.
@inline(__always)
func escaping<Value>(_ value: Value) -> Value {
    withUnsafePointer(to: value) { may_keep($0) }
    return value
}

/// A number that closures add to, either on one thread or under a lock of their own.
final class Sum: @unchecked Sendable {
    var value = 0
}
