import Tasks

/// Counts the bytes of a group of fetches, and ends all of them at a limit.
package final class FetchMeter: Sendable {
    private struct Counts: Sendable {
        var used = 0
        var received = 0
    }

    private let counts = Locked(Counts())
    package let limit: Int

    /// - Parameter limit: The bytes of all bodies, decompressed, and all heads together.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of heads and bodies as they came over the network.
    package var received: Int { counts.withLock { $0.received } }

    /// Whether a fetch was ended by the limit.
    package var isExceeded: Bool { counts.withLock { $0.used > limit } }

    /// Adds bytes that were sent or received. Returns `false` once the group has used more than its limit.
    package func use(_ count: Int) -> Bool {
        counts.withLock { counts in
            counts.used += count
            return counts.used <= limit
        }
    }

    func addReceived(_ count: Int) { counts.withLock { $0.received += count } }
}
