import Bytes

/// One line of a device's log, split into its header and its message.
///
/// A line is recognized by itself, without the lines before it. A stream has tens of thousands of lines per second, and most of them are no
/// log lines, so ``mayBegin(_:)`` looks only at a few bytes.
package struct LogLine: Sendable {
    /// The longest line that is read, in bytes. The logs of devices have shorter ones: Android cuts a message at 4 KiB.
    static let longest = 1 << 17

    package let form: LogForm
    /// The line as written, without colors.
    let line: [UInt8]
    /// The text that the ranges of the header refer to.
    package let bytes: [UInt8]
    private let header: LogHeader

    /// Reads a line without its line end. Returns nil if it is no line of a log.
    package init?(_ line: Span<UInt8>) {
        guard Self.mayBegin(line), line.count <= Self.longest else { return nil }
        if line[0] == UInt8(ascii: "{") {
            guard let object = LogObject.read(line) else { return nil }
            self.init(line: line.array, bytes: object.bytes, object.header)
        } else {
            let bytes = line[0] == 0x1B ? LineColors.removed(from: line) : line.array
            guard bytes.count > 3, let header = LogHeader.android(bytes) ?? LogHeader.apple(bytes) else { return nil }
            self.init(line: bytes, bytes: bytes, header)
        }
    }

    private init(line: [UInt8], bytes: [UInt8], _ header: LogHeader) {
        form = header.form
        self.line = line
        self.bytes = bytes
        self.header = header
    }

    /// The range of the message in ``bytes``.
    package var message: Range<Int> { header.message }
    var tagRange: Range<Int> { header.tag }
    /// The tag of an Android line, or the process of an Apple line.
    package var tag: String { bytes.text(header.tag) }
    /// The time as written, which may lack the year and the zone; nil if the line has none.
    package var time: String? { header.time.isEmpty ? nil : bytes.text(header.time) }
}

extension LogLine {
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
        case 0x20: return mayBePadded(line)
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

    /// Returns whether a time in seconds follows spaces.
    private static func mayBePadded(_ line: Span<UInt8>) -> Bool {
        var start = 1
        while start < min(line.count, 16), line[start] == 0x20 { start += 1 }
        return start < line.count && ByteClass.isDigit(line[start]) && mayBeTime(line, at: start)
    }
}
