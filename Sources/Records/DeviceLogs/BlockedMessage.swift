import Bytes

// Android 10 to 13 print which app they stopped, and Android 14 and later print also the intent. From memory:
//
//    Abort background activity starts from 10123
//    Background activity launch blocked! goo.gle/android-bal [callingPackage: com.example; …; intent: Intent { act=… dat=… cmp=… }; …]
//    Permission Denial: starting Intent { act=… dat=… cmp=… } from ProcessRecord{…} (pid=1, uid=2) not exported from uid 10123

/// A message of Android about an activity that it refused to start.
struct BlockedMessage {
    private let reason: String
    private let intent: IntentText?
    private let caller: String?
    private let user: String?

    /// Reads a message. Returns nil if it tells of no refusal.
    init?(_ bytes: [UInt8], _ message: Range<Int>) {
        let start = message.lowerBound
        if bytes.has("Background activity launch blocked", at: start, before: message.upperBound) {
            reason = "Background activity launch blocked"
            caller = bytes.part(after: "callingPackage: ", before: "; ", in: message).map(bytes.text)
            user = bytes.part(after: "callingUid: ", before: "; ", in: message).map(bytes.text)
            intent = Self.intent(bytes, after: "intent: Intent {", before: ["};", "}]"], message)
        } else if bytes.has("Abort background activity starts from ", at: start, before: message.upperBound) {
            reason = "Background activity start aborted"
            caller = nil
            let name = start + "Abort background activity starts from ".utf8.count..<message.upperBound
            user = name.isEmpty ? nil : bytes.text(bytes.trimmed(name))
            intent = nil
        } else if bytes.has("Permission Denial: starting Intent {", at: start, before: message.upperBound) {
            caller = nil
            user = nil
            intent = Self.intent(bytes, after: "starting Intent {", before: ["} from "], message)
            let why = bytes.lastPlace(of: ") not exported", in: message) ?? bytes.lastPlace(of: ") requires ", in: message)
            reason = "Permission denied" + (why.map { ": " + bytes.text($0 + 2..<message.upperBound) } ?? "")
        } else {
            return nil
        }
    }

    private static func intent(
        _ bytes: [UInt8], after opening: StaticString, before closings: [StaticString], _ message: Range<Int>
    ) -> IntentText? {
        guard let start = bytes.place(of: opening, in: message).map({ $0 + opening.utf8CodeUnitCount }) else { return nil }
        let rest = start..<message.upperBound
        let end = closings.lazy.compactMap { bytes.place(of: $0, in: rest) }.first ?? rest.upperBound
        return IntentText(bytes, start..<end)
    }

    var facts: [LogFact] {
        var event = LogEvent(.blocked, url: intent?.url)
        event.add("reason", reason)
        event.add("activity", intent?.activity)
        event.add("source_application", caller)
        event.add("uid", user)
        return [.event(event)]
    }
}
