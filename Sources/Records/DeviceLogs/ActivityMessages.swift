import Bytes

/// The message of a line of `logcat`.
struct AndroidMessage {
    /// What the message tells; nil if it has no known form.
    let facts: [LogFact]?

    init(_ bytes: [UInt8], tag: Range<Int>, _ message: Range<Int>) {
        let isManager = bytes.equals("ActivityTaskManager", in: tag) || bytes.equals("ActivityManager", in: tag)
        if isManager {
            facts =
                StartMessage(bytes, message)?.facts ?? DisplayedMessage(bytes, message)?.facts ?? BlockedMessage(bytes, message)?.facts
        } else {
            facts =
                BufferMessage(bytes, tag: tag, message)?.facts ?? VerificationMessage(bytes, tag: tag, message)?.facts
        }
    }
}

/// `START u0 {act=… dat=… cmp=…} with LAUNCH_… from uid 10088 (com.example) (BAL_…) result code=0`: Android starts an activity.
///
/// Android 10 and later print it with the tag ActivityTaskManager, earlier versions with ActivityManager. What follows the braces depends
/// on the version:
///
///     from pid 512 · from uid 2000 on display 0 · from uid 2000 · from uid 2000 (com.android.shell) (BAL_ALLOW_PERMISSION) result code=0
struct StartMessage {
    private let intent: IntentText
    private let caller: String?
    private let result: Int?

    /// Reads a message. Returns nil if it does not start an activity.
    init?(_ bytes: [UInt8], _ message: Range<Int>) {
        var cursor = LineCursor(bytes, message)
        guard cursor.take("START u"), cursor.takeDigits() != nil, cursor.take(" {") else { return nil }
        let range = cursor.rest
        // The link may contain these words too. It comes before the real ones, so the last place counts.
        let ends: [StaticString] = ["} from uid ", "} from pid ", "} with LAUNCH_"]
        let end = ends.lazy.compactMap { bytes.lastPlace(of: $0, in: range) }.max() ?? Self.end(bytes, range)
        intent = IntentText(bytes, range.lowerBound..<end)
        let rest = min(end + 1, range.upperBound)..<range.upperBound
        caller = Self.caller(bytes, rest)
        result = bytes.place(of: "result code=", in: rest).flatMap {
            let start = $0 + "result code=".utf8.count
            return Int(bytes.text(start..<(bytes[start..<rest.upperBound].firstIndex(of: 0x20) ?? rest.upperBound)))
        }
    }

    /// Returns the end of an intent that nothing follows, or that was cut.
    private static func end(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let end = bytes.trimmed(range).upperBound
        return end > range.lowerBound && bytes[end - 1] == UInt8(ascii: "}") ? end - 1 : end
    }

    /// Returns the package in brackets behind the user number.
    private static func caller(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
        guard let start = bytes.place(of: "from uid ", in: range).map({ $0 + "from uid ".utf8.count }) else { return nil }
        var cursor = LineCursor(bytes, start..<range.upperBound)
        guard cursor.takeDigits() != nil, cursor.take(" ("), !bytes.has("BAL_", at: cursor.position, before: cursor.end),
            let name = cursor.takeRun(where: { $0 != UInt8(ascii: ")") && $0 != 0x20 })
        else { return nil }
        return cursor.takeByte(")") ? bytes.text(name) : nil
    }

    var facts: [LogFact] {
        if intent.isChooser {
            var event = LogEvent(.chooser, url: intent.url)
            event.add("activity", intent.activity)
            event.add("source_application", caller)
            return [.event(event)]
        }
        guard let url = intent.url else { return [] }
        let link = LogFact.link(url: url, source: caller)
        // A record of a link has no place for a result, and an ordinary start needs none.
        guard let result, result != 0 else { return [link] }
        var event = LogEvent(.start, url: url)
        event.add("activity", intent.activity)
        event.add("action", intent.action)
        event.add("source_application", caller)
        event.add("result", StartResult.text(result))
        return [link, .event(event)]
    }
}

/// The results of a start, which Android's ActivityManager names `START_…`.
enum StartResult {
    static func text(_ code: Int) -> String { name(code).map { "\($0) (\(code))" } ?? "\(code)" }

    private static func name(_ code: Int) -> String? {
        switch code {
        case 0: "started"
        case 1: "intent returned to the caller"
        case 2: "task to front"
        case 3: "delivered to top"
        case 100: "switches canceled"
        case 101: "lock task mode violation"
        case 102: "aborted"
        case -91: "intent not resolved"
        case -92: "class not found"
        case -93: "forward and request conflict"
        case -94: "permission denied"
        case -95: "not an activity"
        case -96: "canceled"
        default: nil
        }
    }
}

/// `Displayed com.example/.Main for user 0: +1s234ms` and `Fully drawn com.example/.Main: +2s1ms`: the screen of an activity came up.
struct DisplayedMessage {
    private let state: String
    private let activity: String
    private let time: String?

    /// Reads a message. Returns nil if it has another form.
    init?(_ bytes: [UInt8], _ message: Range<Int>) {
        var cursor = LineCursor(bytes, message)
        if cursor.take("Displayed ") {
            state = "displayed"
        } else if cursor.take("Fully drawn ") {
            state = "fully drawn"
        } else {
            return nil
        }
        guard let name = cursor.takeRun(where: { $0 != 0x20 && $0 != UInt8(ascii: ":") }), bytes[name].contains(UInt8(ascii: "/")) else {
            return nil
        }
        activity = bytes.text(name)
        time = bytes.place(of: ": +", in: cursor.rest).map { bytes.text($0 + 2..<cursor.end) }
    }

    var facts: [LogFact] {
        var event = LogEvent(.displayed)
        event.add("activity", activity)
        event.add("state", state)
        event.add("after", time)
        return [.event(event)]
    }
}
