import Testing

@testable import Listening

@Suite("The limit of records per second")
struct RateLimitTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `a second's records are accepted at once, and then as many as time has passed for`() {
        var limit = RateLimit(perSecond: 100, now: 0)
        #expect(limit.take(100, now: 0) == nil)
        #expect(limit.take(1, now: 0) == 1)
        #expect(limit.take(50, now: second / 2) == nil)
        #expect(limit.take(1, now: second / 2) == 1)
        #expect(limit.take(1, now: second) == nil)
    }

    @Test func `a post that is larger than the limit is accepted, and those after it wait longer`() {
        var limit = RateLimit(perSecond: 100, now: 0)
        #expect(limit.take(1000, now: 0) == nil)
        #expect(limit.take(1, now: 0) == 9)
        #expect(limit.take(1, now: 8 * second) == 1)
        #expect(limit.take(1, now: 10 * second) == nil)
    }

    @Test func `a pause saves no more than a second's records`() {
        var limit = RateLimit(perSecond: 100, now: 0)
        #expect(limit.take(100, now: 1000 * second) == nil)
        #expect(limit.take(1, now: 1000 * second) == 1)
    }

    @Test func `a time before the last one changes nothing`() {
        var limit = RateLimit(perSecond: 100, now: 5 * second)
        #expect(limit.take(100, now: 5 * second) == nil)
        #expect(limit.take(1, now: 0) == 1)
        #expect(limit.take(1, now: 5 * second) == 1)
        #expect(limit.take(1, now: 6 * second) == nil)
    }
}
