/// The end of what was read of a log in the form `threadtime`: the time of the last line, and all lines with this time.
///
/// A device can continue a log only from a given time, so it repeats the lines with this time. The repeated lines are left out.
package struct LogPosition: Sendable, Hashable {
    /// The time of the last line, such as `11-26 09:42:00.000`; nil before the first line.
    package private(set) var time: String?
    /// The lines with this time, and how often each came.
    private var lines: [[UInt8]: Int] = [:]
    /// The lines with this time that the device may still repeat, and how often.
    private var repeated: [[UInt8]: Int] = [:]

    /// The maximum number of different lines that are kept. If more lines have the same time, some of them may be read twice.
    private static let most = 1000

    package init() {}

    /// Prepares for reading the log again from `time`.
    package mutating func resume() { repeated = lines }

    /// Notes a line. Returns whether it is new.
    package mutating func note(_ line: ArraySlice<UInt8>) -> Bool {
        guard let time = Self.time(of: line) else { return true }
        if time != self.time {
            self.time = time
            lines = [:]
            repeated = [:]
        }
        let line = Array(line)
        if let count = repeated[line], count > 0 {
            repeated[line] = count - 1
            return false
        }
        if lines.count < Self.most || lines[line] != nil { lines[line, default: 0] += 1 }
        return true
    }

    /// Returns the time with which a line begins; nil for a line in another form, such as a divider between buffers.
    private static func time(of line: ArraySlice<UInt8>) -> String? {
        let form = Array("00-00 00:00:00.000".utf8)
        guard line.count > form.count else { return nil }
        for (byte, expected) in zip(line, form) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard expected == UInt8(ascii: "0") ? isDigit : byte == expected else { return nil }
        }
        return String(decoding: line.prefix(form.count), as: UTF8.self)
    }
}
