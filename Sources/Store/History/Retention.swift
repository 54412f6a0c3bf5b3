import Records

/// How long sessions are kept: each session for at most `days` days, and all sessions together up to `bytes` bytes.
package struct Retention: Sendable, Hashable {
    package var days = 90
    package var bytes: Int64 = 1 << 30

    package init() {}

    /// The journal of a session.
    package struct Journal: Sendable, Hashable {
        package var path: String
        package var bytes: Int64
        /// Milliseconds since 1970.
        package var changedAt: Int64
        /// Whether an inspector uses the session, so that it stays.
        package var isUsed: Bool

        /// Returns the journals of all sessions in a folder.
        package static func all(in folder: String) -> [Journal] {
            Sessions.all(in: folder, current: nil).map {
                Journal(path: $0.path, bytes: $0.size, changedAt: $0.changedAt, isUsed: $0.use != .free)
            }
        }
    }

    package enum Reason: String, Sendable, Hashable {
        case age = "too old"
        case size = "over the size limit"
    }

    /// Returns the sessions to remove, with the oldest first.
    package func removals(_ journals: [Journal], now: Int64) -> [(journal: Journal, reason: Reason)] {
        let limit = now - Int64(days) * 86_400_000
        var total = journals.reduce(0) { $0 + $1.bytes }
        var removals: [(Journal, Reason)] = []
        for journal in journals.sorted(by: { $0.changedAt < $1.changedAt }) where !journal.isUsed {
            let reason: Reason
            if journal.changedAt < limit { reason = .age } else if total > bytes { reason = .size } else { continue }
            removals.append((journal, reason))
            total -= journal.bytes
        }
        return removals
    }
}
