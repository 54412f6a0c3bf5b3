import Synchronization

/// Counts how many of the objects that it created are still alive.
final class LiveObjects: Sendable {
    final class Object: Sendable {
        private let maker: LiveObjects

        fileprivate init(_ maker: LiveObjects) {
            self.maker = maker
        }

        deinit {
            maker.live.subtract(1, ordering: .relaxed)
        }
    }

    private let live = Atomic(0)

    var count: Int { live.load(ordering: .relaxed) }

    func make() -> Object {
        live.add(1, ordering: .relaxed)
        return Object(self)
    }
}

/// A counter that several threads decrease.
final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) {
        left = Atomic(count)
    }

    /// Decreases the counter. Returns `false` if it was zero already.
    func takeOne() -> Bool {
        left.subtract(1, ordering: .relaxed).newValue >= 0
    }
}
