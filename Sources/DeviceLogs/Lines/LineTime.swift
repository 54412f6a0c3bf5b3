import Bytes

/// The time at the beginning of a log line.
struct LineTime {
    var range: Range<Int>
    /// Whether the year is written.
    var hasYear = false
    /// Whether a zone such as `+0200` follows the time, with or without a space.
    var hasZone = false

    /// Takes `05-01 10:15:32.123`, `2024-05-01 10:15:32.123456+0200` or `1714551332.123`, the time in seconds since 1970.
    init?(_ cursor: inout LineCursor) {
        let start = cursor.position
        var reading = cursor
        if let seconds = reading.takeDigits(9...12), reading.takeByte("."), let fraction = reading.takeDigits(3...9) {
            range = seconds.lowerBound..<fraction.upperBound
            cursor = reading
            return
        }
        reading = cursor
        if let first = reading.takeDigits(2...4), reading.takeByte("-") {
            hasYear = first.count == 4
            if hasYear, reading.takeDigits(2...2) == nil || !reading.takeByte("-") { return nil }
            guard first.count != 3, reading.takeDigits(2...2) != nil, reading.takeByte(" "), Self.takeClock(&reading) else { return nil }
        } else {
            return nil
        }
        range = start..<reading.position
        cursor = reading
        _ = reading.takeByte(" ")
        if reading.takeByte("+") || reading.takeByte("-"), reading.takeDigits(4...4) != nil {
            hasZone = true
            range = start..<reading.position
            cursor = reading
        }
    }

    /// Takes `10:15:32`, and a fraction of the second if there is one.
    static func takeClock(_ cursor: inout LineCursor) -> Bool {
        guard cursor.takeDigits(2...2) != nil, cursor.takeByte(":"), cursor.takeDigits(2...2) != nil, cursor.takeByte(":"),
            cursor.takeDigits(2...2) != nil
        else { return false }
        var fraction = cursor
        if fraction.takeByte("."), fraction.takeDigits(1...9) != nil { cursor = fraction }
        return true
    }
}
