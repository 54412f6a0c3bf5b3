import Bytes

/// Times in ISO 8601, in UTC with milliseconds, as used by the journal, the reports and the event stream.
package enum Timestamp {
    /// Returns a time in the form `2026-11-21T01:00:07.123Z`, always 24 bytes. Times outside the years 0…9999 become the nearest time
    /// within those years.
    package static func text(_ milliseconds: Int64) -> [UInt8] {
        let clamped = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let day = Int((clamped - (clamped % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000)
        let rest = Int(clamped - Int64(day) * 86_400_000)
        let date = CivilDate(day: day)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        func write(_ number: Int, digits: Int, _ end: Unicode.Scalar) {
            var power = 1
            for _ in 1..<digits { power *= 10 }
            while power > 0 {
                bytes.append(UInt8(truncatingIfNeeded: 48 + number / power % 10))
                power /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        write(date.year, digits: 4, "-")
        write(date.month, digits: 2, "-")
        write(date.day, digits: 2, "T")
        write(rest / 3_600_000, digits: 2, ":")
        write(rest / 60_000 % 60, digits: 2, ":")
        write(rest / 1000 % 60, digits: 2, ".")
        write(rest % 1000, digits: 3, "Z")
        return bytes
    }

    package static func string(_ milliseconds: Int64) -> String { String(decoding: text(milliseconds), as: UTF8.self) }

    /// Parses exactly the format that `text` writes.
    package static func milliseconds(_ text: some RandomAccessCollection<UInt8>) -> Int64? {
        let bytes = Array(text)
        let marks: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z")]
        guard bytes.count == 24, marks.allSatisfy({ bytes[$0] == UInt8(ascii: $1) }) else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month),
            let day = number(8..<10), (1...31).contains(day),
            let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
            let second = number(17..<19), second < 60, let milli = number(20..<23)
        else { return nil }
        let seconds = ((CivilDate(year: year, month: month, day: day).number * 24 + hour) * 60 + minute) * 60 + second
        return Int64(seconds) * 1000 + Int64(milli)
    }
}
