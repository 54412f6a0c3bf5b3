import Bytes

// Android 10 to 13 print which app they stopped, and Android 14 and later print also the intent. From memory:
//
//    Abort background activity starts from 10123
//    Background activity launch blocked! goo.gle/android-bal [callingPackage: com.example; …; intent: Intent { act=… dat=… cmp=… }; …]
//    Permission Denial: starting Intent { act=… dat=… cmp=… } from ProcessRecord{…} (pid=1, uid=2) not exported from uid 10123

/// A message of Android about an activity that it refused to start.
enum BlockedMessage {
    /// Returns what a message tells of a refusal; nil if it tells of none.
    static func facts(_ bytes: [UInt8], _ message: Range<Int>) -> [LogFact]? {
        let start = message.lowerBound
        if bytes.has("Background activity launch blocked", at: start, before: message.upperBound) {
            let intent = IntentText(bytes, after: "intent: Intent {", in: message) {
                bytes.place(of: "};", in: $0) ?? bytes.place(of: "}]", in: $0)
            }
            let caller = bytes.part(after: "callingPackage: ", before: "; ", in: message).map(bytes.text)
            let user = bytes.part(after: "callingUid: ", before: "; ", in: message).map(bytes.text)
            return [fact("Background activity launch blocked", intent, caller: caller, user: user)]
        }
        if bytes.has("Abort background activity starts from ", at: start, before: message.upperBound) {
            let name = start + "Abort background activity starts from ".utf8.count..<message.upperBound
            return [fact("Background activity start aborted", user: name.isEmpty ? nil : bytes.text(bytes.span.trimmed(name)))]
        }
        guard bytes.has("Permission Denial: starting Intent {", at: start, before: message.upperBound) else { return nil }
        let why = bytes.lastPlace(of: ") not exported", in: message) ?? bytes.lastPlace(of: ") requires ", in: message)
        let reason = "Permission denied" + (why.map { ": " + bytes.text($0 + 2..<message.upperBound) } ?? "")
        return [fact(reason, IntentText(bytes, after: "starting Intent {", in: message) { bytes.place(of: "} from ", in: $0) })]
    }

    private static func fact(_ reason: String, _ intent: IntentText? = nil, caller: String? = nil, user: String? = nil) -> LogFact {
        let details: KeyValuePairs = ["reason": reason, "activity": intent?.activity, "source_application": caller, "uid": user]
        return .event(.blocked, url: intent?.url, details)
    }
}
