import Tasks

/// Counts the bytes of a group of fetches. All fetches of the group end when they exceed a limit together.
package final class FetchMeter: Sendable {
    private struct Counts: Sendable {
        var used = 0
        var received = 0
    }

    private let counts = Locked(Counts())
    package let limit: Int

    /// - Parameter limit: The maximum number of bytes of all heads, all decompressed bodies and all sent bodies together.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes of heads and bodies as received over the network, before decompression.
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
