import Bytes
import JSONDocument

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
            let isKey = keys.contains { key in
                bytes.hasPrefix(key, at: start + 1) && bytes[start + 1 + key.utf8CodeUnitCount] == UInt8(ascii: "\"")
            }
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
