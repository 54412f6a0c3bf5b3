import Bytes

/// A list of the events buffer (`adb logcat -b events`).
///
///     wm_create_activity: [0,22304920,12,com.example/.Main,android.intent.action.VIEW,NULL,shop://a,268435456]
///     wm_on_resume_called: [0,com.example.Main,RESUME_ACTIVITY]
///
/// The number of the values before the activity depends on the version. With `-v descriptive`, each value has its name before it:
/// `URI=shop://a`.
struct BufferMessage {
    private let bytes: [UInt8]
    private let tag: Range<Int>
    private let list: Range<Int>

    /// Returns nil if the tag is not that of an event about a link or a screen.
    init?(_ bytes: [UInt8], tag: Range<Int>, _ message: Range<Int>) {
        let isStart = ["am_create_activity", "wm_create_activity", "am_new_intent", "wm_new_intent"].contains { bytes.equals($0, in: tag) }
        let isScreen = ["am_on_resume_called", "wm_on_resume_called"].contains { bytes.equals($0, in: tag) }
        guard isStart || isScreen else { return nil }
        self.bytes = bytes
        self.tag = tag
        var list = bytes.span.trimmed(message)
        if !list.isEmpty, bytes[list.lowerBound] == UInt8(ascii: "[") { list = list.lowerBound + 1..<list.upperBound }
        if !list.isEmpty, bytes[list.upperBound - 1] == UInt8(ascii: "]") { list = list.lowerBound..<list.upperBound - 1 }
        self.list = list
    }

    var facts: [LogFact] {
        bytes.text(tag).hasSuffix("on_resume_called") ? resumed : started
    }

    private var resumed: [LogFact] {
        let values = bytes[list].split(separator: UInt8(ascii: ","), maxSplits: 8)
        let names = values.map { value($0.startIndex..<$0.endIndex, of: "Component Name=") }
        guard let name = names.first(where: { bytes[$0].contains(UInt8(ascii: ".")) }) else { return [] }
        return [.event(.displayed, ["activity": bytes.text(name), "state": "resumed"])]
    }

    /// The facts about a started activity. A link may contain commas, so everything between the MIME type and the flags is the link.
    private var started: [LogFact] {
        var fields: [Range<Int>] = []
        var position = list.lowerBound
        var activity: Int?
        while activity.map({ fields.count < $0 + 3 }) ?? (fields.count < 8) {
            guard let comma = bytes[position..<list.upperBound].firstIndex(of: UInt8(ascii: ",")) else { return [] }
            let field = position..<comma
            if activity == nil, bytes[field].contains(UInt8(ascii: "/")) { activity = fields.count }
            fields.append(field)
            position = comma + 1
        }
        guard let activity, let end = bytes[position..<list.upperBound].lastIndex(of: UInt8(ascii: ",")) else { return [] }
        let url = value(position..<end, of: "URI=")
        guard !url.isEmpty, !bytes.equals("NULL", in: url) else { return [] }
        let details: KeyValuePairs = [
            "activity": bytes.text(value(fields[activity], of: "Component Name=")),
            "action": bytes.text(value(fields[activity + 1], of: "Action=")),
            "result": bytes.text(tag).hasSuffix("new_intent") ? "new intent" : nil,
        ]
        return [.event(.start, url: bytes.text(url), details)]
    }

    private func value(_ range: Range<Int>, of name: StaticString) -> Range<Int> {
        guard bytes.has(name, at: range.lowerBound, before: range.upperBound) else { return range }
        return range.lowerBound + name.utf8CodeUnitCount..<range.upperBound
    }
}
