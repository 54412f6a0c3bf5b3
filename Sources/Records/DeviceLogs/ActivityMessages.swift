import Bytes

/// `START u0 {act=… dat=… cmp=…} with LAUNCH_… from uid 10088 (com.example) (BAL_…) result code=0`: Android starts an activity.
///
/// Android 10 and later print it with the tag ActivityTaskManager, earlier versions with ActivityManager. What follows the braces depends
/// on the version:
///
///     from pid 512 · from uid 2000 on display 0 · from uid 2000 · from uid 2000 (com.android.shell) (BAL_ALLOW_PERMISSION) result code=0
enum StartMessage {
    /// Returns what a message tells; nil if it does not start an activity.
    static func facts(_ bytes: [UInt8], _ message: Range<Int>) -> [LogFact]? {
        var cursor = LineCursor(bytes, message)
        guard cursor.take("START u"), cursor.takeDigits() != nil, cursor.take(" {") else { return nil }
        let range = cursor.rest
        // The link may contain these words too. It comes before the real ones, so the last place counts.
        let ends: [StaticString] = ["} from uid ", "} from pid ", "} with LAUNCH_"]
        let end = ends.lazy.compactMap { bytes.lastPlace(of: $0, in: range) }.max() ?? endWithoutCaller(bytes, range)
        let intent = IntentText(bytes, range.lowerBound..<end)
        let rest = min(end + 1, range.upperBound)..<range.upperBound
        let caller = caller(bytes, rest)
        if intent.isChooser {
            return [.event(.chooser, url: intent.url, ["activity": intent.activity, "source_application": caller])]
        }
        guard let url = intent.url else { return [] }
        let link = LogFact.link(url: url, source: caller)
        let code = bytes.place(of: "result code=", in: rest).flatMap {
            let start = $0 + "result code=".utf8.count
            return Int(bytes.text(start..<(bytes[start..<rest.upperBound].firstIndex(of: 0x20) ?? rest.upperBound)))
        }
        // A record of a link has no place for a result, and an ordinary start needs none.
        guard let code, code != 0 else { return [link] }
        let details: KeyValuePairs = [
            "activity": intent.activity, "action": intent.action, "source_application": caller,
            "result": results[code].map { "\($0) (\(code))" } ?? "\(code)",
        ]
        return [link, .event(.start, url: url, details)]
    }

    /// The results of a start, which Android's ActivityManager names `START_…`.
    private static let results = [
        1: "intent returned to the caller", 2: "task to front", 3: "delivered to top",
        100: "switches canceled", 101: "lock task mode violation", 102: "aborted",
        -91: "intent not resolved", -92: "class not found", -93: "forward and request conflict",
        -94: "permission denied", -95: "not an activity", -96: "canceled",
    ]

    /// Returns the end of an intent that nothing follows, or that was cut.
    private static func endWithoutCaller(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let end = bytes.span.trimmed(range).upperBound
        return end > range.lowerBound && bytes[end - 1] == UInt8(ascii: "}") ? end - 1 : end
    }

    /// Returns the package in brackets behind the user number.
    private static func caller(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
        guard let start = bytes.place(of: "from uid ", in: range).map({ $0 + "from uid ".utf8.count }) else { return nil }
        var cursor = LineCursor(bytes, start..<range.upperBound)
        guard cursor.takeDigits() != nil, cursor.take(" ("), !bytes.has("BAL_", at: cursor.position, before: cursor.end),
            let name = cursor.takeRun(where: { $0 != UInt8(ascii: ")") && $0 != 0x20 })
        else { return nil }
        return cursor.take(")") ? bytes.text(name) : nil
    }
}

/// `Displayed com.example/.Main for user 0: +1s234ms` and `Fully drawn com.example/.Main: +2s1ms`: the screen of an activity came up.
enum DisplayedMessage {
    /// Returns what a message tells; nil if it has another form.
    static func facts(_ bytes: [UInt8], _ message: Range<Int>) -> [LogFact]? {
        var cursor = LineCursor(bytes, message)
        let isDisplayed = cursor.take("Displayed ")
        guard isDisplayed || cursor.take("Fully drawn ") else { return nil }
        guard let name = cursor.takeRun(where: { $0 != 0x20 && $0 != UInt8(ascii: ":") }), bytes[name].contains(UInt8(ascii: "/")) else {
            return nil
        }
        let time = bytes.place(of: ": +", in: cursor.rest).map { bytes.text($0 + 2..<cursor.end) }
        let state = isDisplayed ? "displayed" : "fully drawn"
        return [.event(.displayed, ["activity": bytes.text(name), "state": state, "after": time])]
    }
}
