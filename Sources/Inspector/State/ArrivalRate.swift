/// How fast records arrive, measured over one second.
///
/// While records arrive, one timer runs. It ends after a second in which nothing arrived, so an idle program never wakes up.
struct ArrivalRate: Sendable, Equatable {
    /// The time over which arrivals are counted, in milliseconds.
    static let window: Int64 = 1000

    /// The beginning of the current window; nil while nothing arrives.
    private var start: Int64?
    private var count = 0
    /// The arrivals of the last window, per second.
    private(set) var perSecond = 0

    /// Counts arrivals. Returns whether a timer has to be started.
    mutating func note(_ arrivals: Int, now: Int64) -> Bool {
        count += arrivals
        guard start == nil, arrivals > 0 else { return false }
        start = now
        return true
    }

    /// Ends the current window. Returns whether the timer has to be started again.
    mutating func endWindow(now: Int64) -> Bool {
        guard let begin = start else { return false }
        perSecond = Int(Int64(count) * 1000 / max(now - begin, 1))
        start = count > 0 ? now : nil
        count = 0
        return start != nil
    }
}
