import CAllocationCounter

/// One row of the table: the same work, done by us and by others.
package struct Contest: Sendable {
    package let name: String
    /// How often a run does the work.
    package let operations: Int
    package let ours: Contestant
    package let nio: Contestant?
    package let native: Contestant?
    /// What both have to do whatever they are made of, where neither NIO nor a task is the measure.
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

/// What must not be exceeded; what is `nil` is only printed.
package struct Budget: Sendable {
    /// Our time, as a part of NIO's.
    package var ofNIO: Double?
    /// Our time, as a part of a task's.
    package var ofNative: Double?
    /// Our time, as a part of the bare work's.
    package var ofBare: Double?
    package var allocations: Double?
    package var bytes: Double?
    package var blocks: Double?
}

/// Somebody's way to do the work.
package struct Contestant: Sendable {
    package let run: @Sendable (_ counting: Bool) async -> Sample

    init(_ run: @escaping @Sendable (_ counting: Bool) async -> Sample) {
        self.run = run
    }
}

/// What one run took.
package struct Sample: Sendable {
    package var nanoseconds: Double
    package var allocations = 0
    /// Of the blocks made and not freed: usable bytes, as the heap rounds them.
    package var bytes = 0
    package var blocks = 0
}

/// Times `body`, or counts what it allocates: not both, for counting takes time.
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

/// The same for work that suspends.
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

/// Keeps what computed `value` from being optimised away.
@inline(never)
func consume(_ value: Int) {
    precondition(value != .min)
}

/// A number that closures add to, on one thread or under somebody's lock.
final class Sum: @unchecked Sendable {
    var value = 0
}
