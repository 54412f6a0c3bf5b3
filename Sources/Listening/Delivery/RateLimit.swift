/// Limits how many records are accepted per second.
///
/// A post is accepted whole if the records before it left any room, even if it has more records than there is room for. Later posts are then
/// refused for longer.
package struct RateLimit: Sendable, Hashable {
    private let perSecond: Double
    /// The records that may still be accepted now. At most those of one second, so that a pause allows a burst.
    private var room: Double
    /// The time in nanoseconds for which `room` was computed.
    private var time: UInt64

    package init(perSecond: Int, now: UInt64) {
        self.perSecond = Double(max(perSecond, 1))
        room = self.perSecond
        time = now
    }

    /// Takes room for records, and returns nil. If there is no room, returns the whole seconds after which there will be room.
    package mutating func take(_ count: Int, now: UInt64) -> Int? {
        let passed = now > time ? Double(now - time) / 1e9 : 0
        room = min(room + passed * perSecond, perSecond)
        time = max(time, now)
        guard room > 0 else { return max(1, Int((-room / perSecond).rounded(.up))) }
        room -= Double(count)
        return nil
    }
}
