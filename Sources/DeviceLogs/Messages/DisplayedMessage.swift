import Bytes

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
