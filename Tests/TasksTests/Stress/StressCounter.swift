import Synchronization

/// A counter that several threads increase.
final class StressCounter: Sendable {
    private let stored = Atomic(0)

    var count: Int { stored.load(ordering: .acquiring) }

    func add() { stored.add(1, ordering: .acquiringAndReleasing) }
}
