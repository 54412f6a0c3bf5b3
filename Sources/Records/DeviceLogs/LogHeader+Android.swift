import Bytes

// The formats of `logcat -v`. The modifiers change only the time (`year`, `usec`, `UTC`, `zone`, `epoch`), add a user (`uid`) or color the
// line. The forms of Android Studio are written from memory.

extension LogHeader {
    /// Reads the header of a line of `logcat`. Returns nil if the line has none.
    static func android(_ bytes: [UInt8]) -> LogHeader? {
        var cursor = LineCursor(bytes, 0..<bytes.count)
        if cursor.take("---------") {
            return cursor.take(" beginning of ") || cursor.take(" switch to ") ? LogHeader(form: .divider) : nil
        }
        if cursor.take("[ ") {
            guard let time = LineTime(&cursor), bytes.last == UInt8(ascii: "]") else { return nil }
            return LogHeader(form: .long, time: time.range)
        }
        _ = cursor.takeSpaces()
        guard let time = LineTime(&cursor) else {
            return cursor.position == 0 ? tagOnly(cursor) ?? brief(cursor) ?? process(cursor) : nil
        }
        guard cursor.takeSpaces(), var header = brief(cursor, as: .time) ?? threadtime(cursor) ?? studio(cursor) else { return nil }
        header.time = time.range
        return header
    }

    private static let levels = ByteSet("VDIWEFAS")

    /// Reads `I/Tag( 1510): message`. With the modifier `uid`, the user comes before the process: `( 1000: 1510)`.
    ///
    /// - Parameter form: The form of a line with this header. In the format `time`, the time comes before it.
    private static func brief(_ cursor: consuming LineCursor, as form: LogForm = .brief) -> LogHeader? {
        guard cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take("/") else { return nil }
        let start = cursor.position
        let bytes = cursor.bytes
        let isEmpty = cursor.rest.count > 2 && bytes.has("):", at: cursor.end - 2, before: cursor.end)
        guard let end = bytes.place(of: "): ", in: cursor.rest) ?? (isEmpty ? cursor.end - 2 : nil) else { return nil }
        guard let open = bytes[start..<end].lastIndex(of: UInt8(ascii: "(")), open > start,
            bytes[open + 1..<end].contains(where: ByteClass.isDigit),
            bytes[open + 1..<end].allSatisfy({ ByteClass.isSchemeTail($0) || " :_".utf8.contains($0) })
        else { return nil }
        return LogHeader(form: form, tag: bytes.span.trimmed(start..<open), message: min(end + 3, bytes.count)..<bytes.count)
    }

    /// Reads `I/Tag: message`. A tag is a word, so `I/O: error` and paths do not match.
    private static func tagOnly(_ cursor: consuming LineCursor) -> LogHeader? {
        guard cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take("/"),
            let first = cursor.next, ByteClass.isLetter(first),
            let word = cursor.takeRun(2...64, where: { ByteClass.isSchemeTail($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") })
        else { return nil }
        _ = cursor.takeSpaces()
        guard cursor.take(": ") else { return nil }
        return LogHeader(form: .tag, tag: word, message: cursor.rest)
    }

    /// Reads `I( 1510) message  (Tag)`.
    private static func process(_ cursor: consuming LineCursor) -> LogHeader? {
        guard cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take("(") else { return nil }
        _ = cursor.takeSpaces()
        guard cursor.takeDigits(1...10) != nil, cursor.take(") ") else { return nil }
        let bytes = cursor.bytes
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastPlace(of: "  (", in: cursor.rest) else { return nil }
        return LogHeader(form: .process, tag: bytes.span.trimmed(open + 3..<bytes.count - 1), message: cursor.position..<open)
    }

    /// Reads `1510  3364 I Tag     : message`. With the modifier `uid`, the user comes first, as a number or a name.
    private static func threadtime(_ cursor: consuming LineCursor) -> LogHeader? {
        var numbers = 0
        for field in 0..<3 {
            let start = copy cursor
            guard let word = cursor.takeWord(), cursor.takeSpaces() else { return nil }
            if cursor.bytes[word].allSatisfy(ByteClass.isDigit) {
                numbers += 1
            } else if field > 0 {
                cursor = start
                break
            }
        }
        guard numbers >= 2, cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take(" ") else { return nil }
        return tagAndMessage(cursor, .threadtime)
    }

    private static func tagAndMessage(_ cursor: LineCursor, _ form: LogForm) -> LogHeader? {
        let bytes = cursor.bytes
        let line = cursor.rest
        if let colon = bytes.place(of: ": ", in: line) {
            return LogHeader(form: form, tag: bytes.span.trimmed(line.lowerBound..<colon), message: colon + 2..<line.upperBound)
        }
        // The space after the colon of an empty message was removed.
        guard bytes.last == UInt8(ascii: ":"), !line.isEmpty else { return nil }
        let tag = bytes.span.trimmed(line.lowerBound..<line.upperBound - 1)
        return LogHeader(form: form, tag: tag, message: line.upperBound..<line.upperBound)
    }

    /// Reads `1510-3364  Tag   com.example   I  message`, or `1510-3364/com.example I/Tag: message` of older versions.
    private static func studio(_ cursor: consuming LineCursor) -> LogHeader? {
        guard cursor.takeDigits(1...10) != nil, cursor.take("-"), cursor.takeDigits(1...10) != nil || cursor.take("?") else {
            return nil
        }
        if cursor.take("/") {
            guard cursor.takeWord() != nil, cursor.takeSpaces(), cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take("/")
            else { return nil }
            return tagAndMessage(cursor, .studio)
        }
        guard cursor.takeSpaces(), let tag = cursor.takeRun(where: { $0 != 0x20 }), cursor.takeSpaces(), cursor.takeWord() != nil,
            cursor.takeSpaces(), cursor.takeRun(1...1, where: levels.contains) != nil, cursor.take("  ")
        else { return nil }
        return LogHeader(form: .studio, tag: tag, message: cursor.rest)
    }
}

/// The time at the beginning of a log line.
struct LineTime {
    var range: Range<Int>
    var hasYear = false
    /// Whether a zone such as `+0200` follows the time, with or without a space.
    var hasZone = false

    /// Takes `05-01 10:15:32.123`, `2024-05-01 10:15:32.123456+0200` or `1714551332.123`, the time in seconds since 1970.
    init?(_ cursor: inout LineCursor) {
        let start = cursor.position
        var reading = cursor
        if let seconds = reading.takeDigits(9...12), reading.take("."), let fraction = reading.takeDigits(3...9) {
            range = seconds.lowerBound..<fraction.upperBound
            cursor = reading
            return
        }
        reading = cursor
        guard let first = reading.takeDigits(2...4), reading.take("-") else { return nil }
        hasYear = first.count == 4
        if hasYear, reading.takeDigits(2...2) == nil || !reading.take("-") { return nil }
        guard first.count != 3, reading.takeDigits(2...2) != nil, reading.take(" "), Self.takeClock(&reading) else { return nil }
        range = start..<reading.position
        cursor = reading
        _ = reading.take(" ")
        if reading.take("+") || reading.take("-"), reading.takeDigits(4...4) != nil {
            hasZone = true
            range = start..<reading.position
            cursor = reading
        }
    }

    /// Takes `10:15:32`, and a fraction of the second if there is one.
    static func takeClock(_ cursor: inout LineCursor) -> Bool {
        guard cursor.takeDigits(2...2) != nil, cursor.take(":"), cursor.takeDigits(2...2) != nil, cursor.take(":"),
            cursor.takeDigits(2...2) != nil
        else { return false }
        var fraction = cursor
        if fraction.take("."), fraction.takeDigits(1...9) != nil { cursor = fraction }
        return true
    }
}
