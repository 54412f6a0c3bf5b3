import Bytes
import JSONDocument

extension LogHeader {
    /// Reads the header of a line of `log` or `idevicesyslog`. Returns nil if the line has none.
    static func apple(_ bytes: [UInt8]) -> LogHeader? {
        var cursor = LineCursor(bytes, 0..<bytes.count)
        if cursor.take("Filtering the log data using ") { return LogHeader(form: .heading) }
        // The line that names the columns.
        if cursor.take("Timestamp  ") {
            _ = cursor.takeSpaces()
            return cursor.take("Thread ") || cursor.take("Ty Process") || cursor.take("(process)[PID]") ? LogHeader(form: .heading) : nil
        }
        if let first = cursor.next, ByteClass.isLetter(first) { return relay(cursor) }
        guard let time = LineTime(&cursor), time.hasYear, cursor.takeSpaces() else { return nil }
        guard var header = (time.hasZone ? unified(cursor) ?? syslog(cursor) : nil) ?? compact(cursor) else { return nil }
        header.time = time.range
        header.message = withoutOrigin(bytes, header.message)
        return header
    }

    /// Reads `0x1a2b  Default  0x0  123  0  SpringBoard: message`.
    private static func unified(_ cursor: consuming LineCursor) -> LogHeader? {
        guard cursor.takeHexadecimal(), cursor.takeSpaces(), cursor.takeWord() != nil, cursor.takeSpaces(), cursor.takeHexadecimal(),
            cursor.takeSpaces(), cursor.takeDigits() != nil, cursor.takeSpaces()
        else { return nil }
        // Only newer versions print the time to live.
        var ttl = copy cursor
        if ttl.takeDigits() != nil, ttl.takeSpaces() { cursor = ttl }
        guard let colon = cursor.bytes.place(of: ": ", in: cursor.rest) else { return nil }
        return LogHeader(form: .unified, tag: cursor.position..<colon, message: colon + 2..<cursor.end)
    }

    /// Reads `localhost SpringBoard[123]: message`.
    private static func syslog(_ cursor: consuming LineCursor) -> LogHeader? {
        guard cursor.takeWord() != nil, cursor.takeSpaces(), let process = process(&cursor), cursor.take(":") else { return nil }
        _ = cursor.takeSpaces()
        return LogHeader(form: .syslog, tag: process, message: cursor.rest)
    }

    /// Reads `Df SpringBoard[123:1a2b] message`.
    private static func compact(_ cursor: consuming LineCursor) -> LogHeader? {
        guard let type = cursor.takeRun(1...2, where: ByteClass.isLetter), types.contains(cursor.bytes.text(type)), cursor.takeSpaces(),
            let process = process(&cursor), cursor.take(" ")
        else { return nil }
        return LogHeader(form: .compact, tag: process, message: cursor.rest)
    }

    private static let types = ["I", "A", "E", "F", "Df", "Db"]

    /// Takes the name of a process, which may have spaces, with its number in brackets: `Google Chrome[123:1a2b]`.
    private static func process(_ cursor: inout LineCursor) -> Range<Int>? {
        let bytes = cursor.bytes
        let start = cursor.position
        let limit = min(cursor.end, start + 256)
        guard let open = bytes[start..<limit].firstIndex(of: UInt8(ascii: "[")), open > start else { return nil }
        var rest = cursor
        rest.move(to: open + 1)
        guard rest.takeDigits(1...10) != nil else { return nil }
        if rest.take(":"), rest.takeRun(1...16, where: { ByteClass.hexadecimal($0) != nil }) == nil { return nil }
        guard rest.take("]") else { return nil }
        cursor = rest
        return start..<open
    }

    private static let months: [StaticString] = [
        "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
    ]

    /// Reads `May  1 10:15:32 iPhone SpringBoard(FrontBoard)[123] <Notice>: message`. Some versions leave out the name of the device.
    private static func relay(_ cursor: consuming LineCursor) -> LogHeader? {
        guard months.contains(where: { cursor.take($0) }) else { return nil }
        _ = cursor.takeSpaces()
        guard cursor.takeDigits(1...2) != nil, cursor.take(" "), LineTime.takeClock(&cursor) else { return nil }
        let time = 0..<cursor.position
        guard cursor.take(" ") else { return nil }
        let bytes = cursor.bytes
        let head = cursor.position..<min(cursor.end, cursor.position + 512)
        guard let close = bytes.place(of: "] <", in: head), let open = bytes[head.lowerBound..<close].lastIndex(of: UInt8(ascii: "[")),
            bytes[open + 1..<close].allSatisfy(ByteClass.isDigit)
        else { return nil }
        let name = (bytes[head.lowerBound..<open].lastIndex(of: 0x20).map { $0 + 1 } ?? head.lowerBound)..<open
        let process = name.lowerBound..<(bytes[name].firstIndex(of: UInt8(ascii: "(")) ?? open)
        cursor.move(to: close + 3)
        guard cursor.takeRun(1...16, where: ByteClass.isLetter) != nil, cursor.take(">:") else { return nil }
        _ = cursor.take(" ")
        return LogHeader(form: .relay, time: time, tag: process, message: cursor.rest)
    }

    /// Returns the message without `(Library)` and `[subsystem:category]` before it.
    private static func withoutOrigin(_ bytes: [UInt8], _ message: Range<Int>) -> Range<Int> {
        var cursor = LineCursor(bytes, message)
        var start = cursor
        if cursor.take("("), cursor.takeRun(where: { $0 != UInt8(ascii: ")") && $0 != 0x20 }) != nil, cursor.take(") ") {
            start = cursor
        }
        cursor = start
        if cursor.take("["), cursor.takeRun(where: { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ":") }) != nil, cursor.take(":"),
            cursor.takeRun(where: { $0 != UInt8(ascii: "]") }) != nil, cursor.take("] ")
        {
            start = cursor
        }
        return start.rest
    }
}

/// A line of `log stream --style ndjson`: an object whose keys stand in no particular order.
enum LogObject {
    /// The keys that may come first.
    private static let keys: [StaticString] = [
        "traceID", "eventMessage", "eventType", "source", "formatString", "activityIdentifier", "subsystem", "category", "threadID",
        "senderImageUUID", "backtrace", "bootUUID", "processImagePath", "timestamp", "senderImagePath", "machTimestamp", "messageType",
        "processImageUUID", "processID", "senderProgramCounter", "parentActivityIdentifier", "timezoneName", "creatorActivityID", "userID",
        "machContinuousTimestamp", "continuousTimestamp", "signpostID", "signpostName",
    ]

    /// Returns whether an object may be one of a log: it begins with one of the keys, and has a message and a process.
    static func mayBegin(_ line: Span<UInt8>) -> Bool {
        ByteView.with(line) { bytes in
            var start = 1
            while ByteClass.isJSONSpace(bytes[start]) { start += 1 }
            guard bytes[start] == UInt8(ascii: "\"") else { return false }
            let count = bytes.place(of: UInt8(ascii: "\""), from: start + 1, end: bytes.count) - start - 1
            let isKey = keys.contains { $0.utf8CodeUnitCount == count && bytes.hasPrefix($0, at: start + 1) }
            return isKey && has("\"eventMessage\"", mark: 6, bytes) && has("\"processImagePath\"", mark: 8, bytes)
        }
    }

    /// Returns whether the line has this key. Searches for its capital letter, at the offset `mark`, because capital letters are rare.
    private static func has(_ key: StaticString, mark: Int, _ bytes: ByteView) -> Bool {
        let letter = unsafe key.utf8Start[mark]
        var position = 0
        while position < bytes.count {
            position = bytes.place(of: letter, from: position, end: bytes.count)
            if position >= mark, bytes.hasPrefix(key, at: position - mark) { return true }
            position += 1
        }
        return false
    }

    /// Reads the object. Returns nil if it is not one of a log.
    ///
    /// - Returns: The time, the name of the process and the message, one after the other, and where they are.
    static func read(_ line: Span<UInt8>) -> (bytes: [UInt8], header: LogHeader)? {
        var tape = JSONTape()
        tape.read(line)
        guard tape.isValid else { return nil }
        return tape.withView(of: line) { view in
            guard view.count > 0, view[0].kind == .object, let message = string("eventMessage", view),
                let path = string("processImagePath", view)
            else { return nil }
            let time = Array((string("timestamp", view) ?? "").utf8)
            let process = Array((path.split(separator: "/").last.map(String.init) ?? "").utf8)
            let bytes = time + process + Array(message.utf8)
            let tag = time.count..<time.count + process.count
            return (bytes, LogHeader(form: .object, time: 0..<time.count, tag: tag, message: tag.upperBound..<bytes.count))
        }
    }

    private static func string(_ key: StaticString, _ view: JSONView) -> String? {
        guard let value = view.value(of: key, in: 0), view[value].kind == .string else { return nil }
        return view.text(of: value)
    }
}
