/// The ways to open a link from a command line, plus the `intent:` form for links on web pages.
package enum LaunchCommand: String, Sendable, CaseIterable {
    /// A connected Android device or emulator.
    case adb
    /// The running iOS Simulator.
    case simctl
    /// A connected iPhone or iPad.
    case devicectl
    /// An `intent:` URI. This form is not a command but a link that an Android browser follows into the app.
    case intent
    /// Prints the headers of the server's responses, redirect by redirect.
    case curl

    /// Placeholders for what linkscope cannot know. The placeholders are plain words, so that devicectl reports an unknown device if they
    /// are pasted unchanged. A shell would read `<…>` as a redirection, and an unset variable as an empty word.
    package static let device = "DEVICE"
    package static let bundleID = "BUNDLE_ID"

    /// Returns the command for a link on one line. Pasted into a shell, the command opens this link and does nothing else.
    ///
    /// - Parameter bundleID: The app that should open the link, if known. Only devicectl needs it.
    /// - Throws: The reason why there is no command for this link.
    package func text(for link: CommandLink, bundleID: String? = nil) throws(CommandRefusal) -> String {
        switch self {
        case .adb: return Self.line(OpenArguments.adb(link))
        case .simctl: return Self.line(OpenArguments.simctl(link))
        case .devicectl:
            return Self.line(OpenArguments.devicectl(link, device: Self.device, bundleID: bundleID ?? Self.bundleID))
        case .intent: return try intent(link)
        case .curl:
            guard link.isWeb else { throw CommandRefusal("curl can fetch http and https links, not \(link.scheme):") }
            // -g turns off patterns in brackets and braces. The command prints the headers of every response and not the page.
            return Self.line(["curl", "-g", "-sS", "-L", "-D", "-", "-o", "/dev/null", "--", link.text])
        }
    }

    /// Returns the arguments as a line that a shell splits into the same arguments.
    package static func line(_ arguments: [String]) -> String { arguments.map(ShellQuoting.word).joined(separator: " ") }

    /// Returns the `intent:` URI. The link's own fragment stays before `#Intent`, because readers look for the last `#`.
    private func intent(_ link: CommandLink) throws(CommandRefusal) -> String {
        let scheme = link.scheme.lowercased()
        guard !["intent", "android-app"].contains(scheme) else { throw CommandRefusal("the link is already an intent: URI") }
        return "intent:\(link.afterScheme)#Intent;scheme=\(scheme);action=android.intent.action.VIEW;"
            + "category=android.intent.category.BROWSABLE;end"
    }
}
