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

/// The arguments with which each program opens a link. The first argument is the name of the program.
///
/// The same arguments are run by linkscope and, quoted for a shell, copied by the user.
package enum OpenArguments {
    /// - Parameters:
    ///   - device: The serial number of the device. Nil means the only device that is connected.
    ///   - package: The only app that may open the link. Nil means that Android chooses.
    package static func adb(_ link: CommandLink, device: String? = nil, package: String? = nil) -> [String] {
        AndroidShell(device: device).arguments(
            [
                // -W waits until the activity is drawn, and prints which one that was.
                "am", "start", "-W", "-a", "android.intent.action.VIEW", "-c", "android.intent.category.BROWSABLE", "-d", link.text,
            ] + (package.map { [$0] } ?? []))
    }

    /// - Parameter device: The UDID of a simulator. `booted` means the one that is running.
    package static func simctl(_ link: CommandLink, device: String = "booted") -> [String] {
        ["xcrun", "simctl", "openurl", device, link.text]
    }

    /// - Parameters:
    ///   - device: The identifier, UDID or name of the device.
    ///   - bundleID: The app that gets the link. devicectl cannot let iOS choose.
    package static func devicectl(_ link: CommandLink, device: String, bundleID: String) -> [String] {
        ["xcrun", "devicectl", "device", "process", "launch", "--device", device, "--payload-url", link.text, bundleID]
    }
}

/// The shell of an Android device, which adb reaches.
package struct AndroidShell: Sendable, Hashable {
    /// The serial number of the device. Nil means the only device that is connected.
    package var device: String?

    package init(device: String? = nil) { self.device = device }

    /// Returns the arguments that let the device run a program with exactly these words.
    ///
    /// adb joins its arguments with spaces, and the device's shell splits them again. So each word is quoted for that shell.
    package func arguments(_ words: [String]) -> [String] {
        ["adb"] + (device.map { ["-s", $0] } ?? []) + ["shell"] + words.map(ShellQuoting.word)
    }

    /// Returns the adb command that runs a query on the device.
    func question(_ words: [String], link: CommandLink? = nil) -> ToolCommand { ToolCommand(arguments(words), seconds: 20, link: link) }
}

/// The commands that print what a device logs, for as long as they run.
package enum LogCommand {
    /// Returns the arguments, beginning with the program; nil if the tool has no log that linkscope reads.
    ///
    /// - Parameter time: For Android, the time from which on the log is printed, such as `11-26 09:42:00.000`; nil for all that the device has.
    package static func arguments(of device: RealDevice, since time: String? = nil) -> [String]? {
        switch device.tool {
        case .adb:
            AndroidShell(device: device.id).arguments(["logcat", "-v", "threadtime"] + (time.map { ["-T", $0] } ?? []))
        case .simctl:
            [
                "xcrun", "simctl", "spawn", device.id, "log", "stream", "--style", "ndjson", "--level", "info", "--predicate",
                "eventMessage CONTAINS \"://\" OR eventMessage CONTAINS \"al_\" OR process == \"swcd\"",
            ]
        case .devicectl, .desktop: nil
        }
    }

    /// The command that prints the last line of an Android device's log, after which reading begins.
    package static func lastLine(of device: RealDevice) -> ToolCommand {
        AndroidShell(device: device.id).question(["logcat", "-v", "threadtime", "-d", "-t", "1"])
    }
}
