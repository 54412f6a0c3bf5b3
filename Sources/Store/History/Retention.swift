package import Records

/// How long sessions are kept: each session for at most `days` days, and all sessions together up to `bytes` bytes.
package struct Retention: Sendable, Hashable {
    package var days = 90
    package var bytes: Int64 = 1 << 30

    package init() {}

    package enum Reason: String, Sendable, Hashable {
        case age = "too old"
        case size = "over the size limit"
    }

    /// Returns the sessions to remove, with the oldest first. A session that an inspector uses stays.
    package func removals(_ sessions: [SessionSummary], now: Int64) -> [(session: SessionSummary, reason: Reason)] {
        let limit = now - Int64(days) * 86_400_000
        var total = sessions.reduce(0) { $0 + $1.size }
        var removals: [(SessionSummary, Reason)] = []
        for session in sessions.sorted(by: { $0.changedAt < $1.changedAt }) where session.use == .free {
            let reason: Reason
            if session.changedAt < limit { reason = .age } else if total > bytes { reason = .size } else { continue }
            removals.append((session, reason))
            total -= session.size
        }
        return removals
    }
}
