/// Moments as ISO 8601 writes them, in UTC with milliseconds: `2026-03-01T12:00:00.000Z`.
enum Timestamp {
    static func append(milliseconds: Int64, to output: inout [UInt8]) {
        // Years 1 to 9999; a clock beyond them is shown at the nearest end.
        let clamped = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
        let day = clamped.quotientFloored(by: 86_400_000)
        let rest = clamped - day * 86_400_000
        let (year, month, dayOfMonth) = date(ofDay: day)
        digits(year, 4, "-", to: &output)
        digits(month, 2, "-", to: &output)
        digits(dayOfMonth, 2, "T", to: &output)
        digits(rest / 3_600_000, 2, ":", to: &output)
        digits(rest / 60_000 % 60, 2, ":", to: &output)
        digits(rest / 1000 % 60, 2, ".", to: &output)
        digits(rest % 1000, 3, "Z", to: &output)
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar. Years begin in March here, so that the leap day is the last.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468  // from 0000-03-01
        let era = shifted.quotientFloored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func digits(_ value: Int64, _ count: Int, _ end: String, to output: inout [UInt8]) {
        let text = String(value)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(count - text.utf8.count, 0)))
        output += text.utf8
        output += end.utf8
    }
}

extension Int64 {
    fileprivate func quotientFloored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
