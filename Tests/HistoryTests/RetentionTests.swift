import Records
import Testing

@testable import Store

@Suite("Which sessions are kept")
struct RetentionTests {
    private static let day: Int64 = 86_400_000

    private func removals(_ journals: [(String, bytes: Int64, days: Int64, isUsed: Bool)], days: Int, bytes: Int64) -> [String] {
        var retention = Retention()
        retention.days = days
        retention.bytes = bytes
        let now = 1000 * Self.day
        return retention.removals(
            journals.map {
                SessionSummary(
                    path: $0.0, name: nil, changedAt: now - $0.days * Self.day, size: $0.bytes, use: $0.isUsed ? .other : .free, first: [])
            },
            now: now
        ).map { "\($0.session.path) \($0.reason.rawValue)" }
    }

    @Test("old ones go, then the oldest until the rest is small enough; one that is used stays")
    func removes() {
        let journals = [
            ("new", bytes: Int64(10), days: Int64(1), isUsed: false), ("old", 10, 91, false), ("used", 10, 200, true),
            ("middle", 10, 30, false),
        ]
        #expect(removals(journals, days: 90, bytes: 100) == ["old too old"])
        #expect(removals(journals, days: 90, bytes: 20) == ["old too old", "middle over the size limit"])
        #expect(removals(journals, days: 90, bytes: 0) == ["old too old", "middle over the size limit", "new over the size limit"])
        #expect(removals([], days: 0, bytes: 0).isEmpty)
    }
}
