/// The ways to open a link from a command line, and the one that other pages link to.
package enum LaunchCommand: String, Sendable, CaseIterable {
    /// An Android device or emulator that is connected.
    case adb
    /// The iOS simulator that runs.
    case simctl
    /// An iPhone or iPad that is connected.
    case devicectl
    /// An `intent:` URI: no command, what an Android browser follows into the app.
    case intent
    /// What a server answers, hop by hop.
    case curl

    /// Stand for what a link cannot know. Plain words: pasted as they are, devicectl says that it knows no such device, where `<…>` would be
    /// read as a file and an unset variable as nothing.
    package static let device = "DEVICE"
    package static let bundleID = "BUNDLE_ID"

    /// The command for a link, in one line; pasted into a shell it opens this link and does nothing else.
    ///
    /// - Parameter bundleID: The app that is to open it, where one is known. Only devicectl has to be told.
    /// - Throws: Why there is none for this link.
    package func text(for link: CommandLink, bundleID: String? = nil) throws(CommandRefusal) -> String {
        switch self {
        case .adb:
            // adb joins its arguments with blanks and the device's shell takes them apart again: hence a word within a word.
            let url = ShellQuoting.word(ShellQuoting.word(link.text))
            return "adb shell am start -W -a android.intent.action.VIEW -c android.intent.category.BROWSABLE -d \(url)"
        case .simctl: return "xcrun simctl openurl booted \(ShellQuoting.word(link.text))"
        case .devicectl:
            let app = ShellQuoting.word(bundleID ?? Self.bundleID)
            return "xcrun devicectl device process launch --device \(Self.device) --payload-url \(ShellQuoting.word(link.text)) \(app)"
        case .intent: return try intent(link)
        case .curl:
            guard link.isWeb else { throw CommandRefusal("curl can fetch http and https links, not \(link.scheme):") }
            // -g: brackets and braces are no patterns. The headers of every hop, not the page.
            return "curl -g -sS -L -D - -o /dev/null -- \(ShellQuoting.word(link.text))"
        }
    }

    /// The link's own fragment stays before `#Intent`: readers look for the last `#`.
    private func intent(_ link: CommandLink) throws(CommandRefusal) -> String {
        let scheme = link.scheme.lowercased()
        guard !["intent", "android-app"].contains(scheme) else { throw CommandRefusal("the link is already an intent: URI") }
        return "intent:\(link.afterScheme)#Intent;scheme=\(scheme);action=android.intent.action.VIEW;"
            + "category=android.intent.category.BROWSABLE;end"
    }
}
