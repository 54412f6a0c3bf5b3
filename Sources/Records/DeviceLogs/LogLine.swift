import Bytes

/// One line of a device's log, split into its header and its message.
///
/// A line is recognized by itself, without the lines before it. A stream has tens of thousands of lines per second, and most of them are no
/// log lines, so ``mayBegin(_:)`` looks only at a few bytes.
package struct LogLine: Sendable {
    /// The longest line that is read, in bytes. The logs of devices have shorter ones: Android cuts a message at 4 KiB.
    static let longest = 1 << 17

    /// The line as written, without colors.
    let line: [UInt8]
    /// The text that the ranges of the header refer to.
    package let bytes: [UInt8]
    let header: LogHeader

    package var form: LogForm { header.form }
    /// The range of the message in ``bytes``.
    package var message: Range<Int> { header.message }
    /// The tag of an Android line, or the process of an Apple line.
    package var tag: String { bytes.text(header.tag) }
    /// The time as written, which may lack the year and the zone; nil if the line has none.
    package var time: String? { header.time.isEmpty ? nil : bytes.text(header.time) }
}

extension LogLine {
    /// Reads a line without its line end. Returns nil if it is no line of a log.
    package init?(_ line: Span<UInt8>) {
        guard Self.mayBegin(line), line.count <= Self.longest else { return nil }
        if line[0] == UInt8(ascii: "{") {
            guard let object = LogObject.read(line) else { return nil }
            self.init(line: line.array, bytes: object.bytes, header: object.header)
        } else {
            var bytes = line.array
            // The colors of `logcat -v color` are before a line and after it.
            if line[0] == 0x1B { bytes = TerminalColors.removed(from: TracedText(bytes), bytes.indices)?.bytes ?? bytes }
            guard bytes.count > 3, let header = LogHeader.android(bytes) ?? LogHeader.apple(bytes) else { return nil }
            self.init(line: bytes, bytes: bytes, header: header)
        }
    }

    /// Reads a line without a header that says why a link was not opened, as `am` and debuggers print it. Returns nil for any other line.
    package init?(console line: Span<UInt8>) {
        guard !line.isEmpty, line.count <= Self.longest, line[0] != UInt8(ascii: "{") else { return nil }
        let bytes = line.array
        guard UnopenedMessage.facts(bytes, bytes.indices) != nil else { return nil }
        self.init(line: bytes, bytes: bytes, header: LogHeader(form: .console, message: bytes.indices))
    }

    /// Returns whether a line may be one of a log, judged by its first bytes.
    package static func mayBegin(_ line: Span<UInt8>) -> Bool {
        guard line.count > 3 else { return false }
        switch line[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return mayBeTime(line, at: 0)
        case UInt8(ascii: "V"), UInt8(ascii: "I"), UInt8(ascii: "W"), UInt8(ascii: "E"): return mayBeLevel(line)
        case UInt8(ascii: "D"), UInt8(ascii: "F"), UInt8(ascii: "A"), UInt8(ascii: "S"): return mayBeLevel(line) || mayBeWord(line)
        case UInt8(ascii: "J"), UInt8(ascii: "M"), UInt8(ascii: "O"), UInt8(ascii: "N"), UInt8(ascii: "T"): return mayBeWord(line)
        case UInt8(ascii: "-"): return line[1] == UInt8(ascii: "-") && line[2] == UInt8(ascii: "-")
        case UInt8(ascii: "["): return line[1] == 0x20 && ByteClass.isDigit(line[2])
        case 0x1B: return line[1] == UInt8(ascii: "[")
        // A time in seconds may have spaces before it.
        case 0x20:
            let start = line.indices.prefix(17).first { line[$0] != 0x20 }
            return start.map { ByteClass.isDigit(line[$0]) && mayBeTime(line, at: $0) } ?? false
        case UInt8(ascii: "{"): return LogObject.mayBegin(line)
        default: return false
        }
    }

    /// Returns whether `05-`, `2024-` or the many digits of a time in seconds are here.
    private static func mayBeTime(_ line: Span<UInt8>, at start: Int) -> Bool {
        guard start + 10 < line.count, ByteClass.isDigit(line[start + 1]) else { return false }
        if line[start + 2] == UInt8(ascii: "-") || line[start + 4] == UInt8(ascii: "-") { return true }
        return (2...9).allSatisfy { ByteClass.isDigit(line[start + $0]) }
    }

    /// Returns whether `I/` or `I(` is here.
    private static func mayBeLevel(_ line: Span<UInt8>) -> Bool { line[1] == UInt8(ascii: "/") || line[1] == UInt8(ascii: "(") }

    /// Returns whether a month such as `May ` is here, or a heading.
    private static func mayBeWord(_ line: Span<UInt8>) -> Bool {
        line[3] == 0x20 || line.hasLetters("filtering", at: 0) || line.hasLetters("timestamp ", at: 0)
    }
}

/// What is before the message of a log line, and where the message is.
struct LogHeader {
    var form: LogForm
    var time = 0..<0
    /// The tag of an Android line, or the process of an Apple line.
    var tag = 0..<0
    var message = 0..<0
}

/// The form in which a program prints the lines of a device's log.
package enum LogForm: String, Sendable, Hashable, CaseIterable {
    /// `05-01 10:15:32.123  1510  3364 I Tag     : message`, the default of `adb logcat`.
    case threadtime
    /// `05-01 10:15:32.123 I/Tag( 1510): message`
    case time
    /// `I/Tag( 1510): message`
    case brief
    /// `I( 1510) message  (Tag)`
    case process
    /// `I/Tag: message`
    case tag
    /// `[ 05-01 10:15:32.123  1510: 3364 I/Tag ]`, whose message is on the next lines.
    case long
    /// `2024-05-01 10:15:32.123  1510-3364  Tag   com.example   I  message`, as Android Studio copies it.
    case studio
    /// `--------- beginning of main`
    case divider

    /// `2024-05-01 10:15:32.123456+0200 0x1a2b  Default  0x0  123  0  SpringBoard: message`, the default of `log stream`.
    case unified
    /// `2024-05-01 10:15:32.123 Df SpringBoard[123:1a2b] message`
    case compact
    /// `2024-05-01 10:15:32.123456+0200  localhost SpringBoard[123]: message`
    case syslog
    /// An object with the keys `eventMessage` and `processImagePath`.
    case object
    /// `May  1 10:15:32 iPhone SpringBoard(FrontBoard)[123] <Notice>: message`, from `idevicesyslog`.
    case relay
    /// A line without a header, from `am` or a debugger.
    case console
    /// `Filtering the log data using "…"` and `Timestamp   Thread   …`
    case heading

    var isAndroid: Bool { [.threadtime, .time, .brief, .process, .tag, .long, .studio, .divider].contains(self) }
}

/// Removes the escape sequences that color the output of programs. Text copied from a terminal or a log has such sequences around its
/// links.
///
///    ESC[32mshop://a ESC[0m      as a terminal reads them
///    ^[[32mshop://a^[[0m         as cat -v and some logs write them
///    [32mshop://a[0m             after the ESC was lost
///
/// If the sequences were kept, a letter of a sequence would become part of the scheme. The sequence for a clickable link (ESC]8;;link) is
/// kept, because its link matters.
enum TerminalColors {
    private static let escape: UInt8 = 0x1B
    /// The maximum length of a sequence's parameters in bytes, which is more than any color sequence needs.
    private static let longest = 32

    /// Returns the line without color sequences, or nil if it has no color sequences.
    static func removed(from text: TracedText, _ line: Range<Int>) -> TracedText? {
        text.decoding(line, where: { $0 == escape || $0 == 0xC2 || $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "[") }) { start in
            end(of: start, in: text.bytes, before: line.upperBound).map { ([], $0 - start) }
        }
    }

    /// Returns the position after the sequence that begins here, or nil if no sequence begins here.
    private static func end(of start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        let next = start + 1 < limit ? bytes[start + 1] : 0
        switch (bytes[start], next) {
        case (escape, UInt8(ascii: "[")), (0xC2, 0x9B): return control(from: start + 2, in: bytes, before: limit)
        // ESC(B selects a character set. Some programs print it to reset the terminal.
        case (escape, UInt8(ascii: "(")), (escape, UInt8(ascii: ")")): return start + 2 < limit ? start + 3 : nil
        case (UInt8(ascii: "^"), UInt8(ascii: "[")) where bytes.has("^[[", at: start, before: limit):
            return color(from: start + 3, in: bytes, before: limit)
        // Text such as `[m`, without a digit, may be ordinary text.
        case (UInt8(ascii: "["), let digit) where ByteClass.isDigit(digit): return color(from: start + 1, in: bytes, before: limit)
        default: return nil
        }
    }

    /// Returns the position after the parameters, intermediate bytes and final byte of a control sequence.
    private static func control(from start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        let latest = min(limit, start + longest)
        let position = bytes[start..<latest].firstIndex { !(0x20...0x3F).contains($0) } ?? latest
        return position < latest && (0x40...0x7E).contains(bytes[position]) ? position + 1 : nil
    }

    /// Returns the position after numbers, semicolons and an `m` or `K`. If a `]` follows, as in `[m]`, the text is not a sequence but may
    /// be a key.
    private static func color(from start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        let latest = min(limit, start + longest)
        let position = bytes[start..<latest].firstIndex { !ByteClass.isDigit($0) && $0 != UInt8(ascii: ";") } ?? latest
        guard position < latest, bytes[position] == UInt8(ascii: "m") || position == start && bytes[position] == UInt8(ascii: "K") else {
            return nil
        }
        return position + 1 < limit && bytes[position + 1] == UInt8(ascii: "]") ? nil : position + 1
    }
}

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
        let isTime = zip(line, form).allSatisfy { $1 == UInt8(ascii: "0") ? ByteClass.isDigit($0) : $0 == $1 }
        guard line.count > form.count, isTime else { return nil }
        return String(decoding: line.prefix(form.count), as: UTF8.self)
    }
}
