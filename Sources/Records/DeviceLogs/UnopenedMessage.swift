import Bytes

// What a system says to an app whose link it does not open. Apps and their debuggers print it; `am` prints the last line.
//
//    -canOpenURL: failed for URL: "shop://a" - error: "The operation couldn’t be completed. (OSStatus error -10814.)"
//    -canOpenURL: failed for URL: "shop://a" - error: "This app is not allowed to query for scheme shop"
//    android.content.ActivityNotFoundException: No Activity found to handle Intent { act=android.intent.action.VIEW dat=shop://a }
//    Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=shop://a flg=0x10000000 }
//
// Sources: github.com/ionic-team/capacitor/issues/583, github.com/Appboy/appboy-ios-sdk/issues/27, github.com/xgouchet/Stanley/issues/3

/// A message that says why a link was not opened.
enum UnopenedMessage {
    /// Returns what a message tells; nil if it has no link, or no reason: an error `(null)` of iOS tells nothing.
    static func facts(_ bytes: [UInt8], _ message: Range<Int>) -> [LogFact]? {
        if let link = bytes.part(after: "canOpenURL: failed for URL: \"", before: "\" - error: \"", in: message) {
            guard let reason = reason(bytes, link.upperBound + "\" - error: \"".utf8.count..<message.upperBound) else { return nil }
            return [.event(.blocked, url: bytes.text(link), ["reason": reason])]
        }
        let marks: [StaticString] = ["No Activity found to handle Intent {", "unable to resolve Intent {"]
        let intent = marks.firstResult { IntentText(bytes, after: $0, in: message) { bytes.lastPlace(of: "}", in: $0) } }
        guard let url = intent?.url else { return nil }
        return [.event(.blocked, url: url, ["reason": "no app on the device takes this intent"])]
    }

    private static func reason(_ bytes: [UInt8], _ rest: Range<Int>) -> String? {
        let error = rest.lowerBound..<(bytes.place(of: "\"", in: rest) ?? rest.upperBound)
        if bytes.place(of: "error -10814", in: error) != nil { return "no app on the device claims the scheme (-10814)" }
        if bytes.place(of: "not allowed to query for scheme", in: error) != nil {
            return "the app that asked does not list the scheme under LSApplicationQueriesSchemes in its Info.plist"
        }
        if bytes.place(of: "exceeded the number of allowed scheme queries", in: error) != nil {
            return "the app that asked has asked for more schemes than iOS allows"
        }
        return error.isEmpty || bytes.equals("(null)", in: error) ? nil : bytes.text(error)
    }
}
