import AppLinks
import ArgumentParser
import CursesTerminal
import Deciding
import DeviceTools
import HTTPTransport
import Screen
import Web

/// The options of commands that fetch pages or association files.
struct FetchOptions: ParsableArguments {
    @Flag(help: "Ignore the cache.")
    var fresh = false

    @Flag(help: "Connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Option(
        help: ArgumentHelp(
            "Connect to another address in place of a host, like curl --connect-to. The server must present the host's certificate.",
            valueName: "HOST:PORT:HOST:PORT"))
    var connectTo: [String] = []

    func check() throws(CommandFailure) { try ConnectionPlace.check(connectTo) }

    /// Refuses the options where nothing is fetched.
    ///
    /// - Parameter need: The condition under which they have an effect, such as "needs --online".
    func checkUnused(_ need: String) throws(CommandFailure) {
        let given = fresh ? "--fresh" : allowPrivate ? "--allow-private" : connectTo.isEmpty ? nil : "--connect-to"
        if let given { throw .usage("\(given) \(need)") }
    }

    func settings(_ environment: [String: String]) -> FetchSettings { .user(environment, connectTo: connectTo) }

    func rules(asksForClaims: Bool = true) -> LookupRules {
        LookupRules(permissions: FetchPermissions(anyAddress: allowPrivate), isFresh: fresh, asksForClaims: asksForClaims)
    }
}

/// The options that put the apps of a project on the simulated device.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Put the apps of this project on the simulated device, with what they declare.", valueName: "DIR"),
        completion: .directory)
    var project: String?

    @Option(
        help: ArgumentHelp("The build of the project's apps, such as stagingDebug (default: the release build).", valueName: "NAME"))
    var variant: String?

    func check() throws(CommandFailure) {
        if variant != nil, project == nil { throw .usage("--variant needs --project") }
    }

    /// Returns the project; nil if none is named.
    func reading(in console: Console) throws(CommandFailure) -> ProjectReading? {
        guard let project else { return nil }
        return try ProjectReading(project, variant: variant, progress: ProgressLine(console))
    }
}

struct MaskingOptions: ParsableArguments {
    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false
}

struct BrowserOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The Chromium program that runs a page's scripts (default: the variable LINKSCOPE_CHROMIUM, otherwise found in PATH and the "
                + "usual folders).", valueName: "PATH"),
        completion: .file())
    var chromium: String?
}

/// Checks the values of `--connect-to`, which have the same format as in curl: `HOST:PORT:HOST:PORT`. Each part may be empty, but all three
/// colons are required. IPv6 addresses must be in brackets.
nonisolated enum ConnectionPlace {
    /// - Throws: `CommandFailure` for a value that libcurl would silently ignore.
    static func check(_ texts: [String]) throws(CommandFailure) {
        for text in texts {
            guard let parts = parts(of: text), parts.count == 4, isPort(parts[1]), isPort(parts[3]) else {
                throw .usage("--connect-to \(text): write HOST:PORT:HOST:PORT, such as www.example.com:443:127.0.0.1:8443")
            }
        }
    }

    /// Returns the parts between the colons that are not in brackets. Returns nil if a bracket is not closed.
    private static func parts(of text: String) -> [Substring]? {
        var depth = 0
        let parts = text.split(omittingEmptySubsequences: false) { character in
            depth += character == "[" ? 1 : character == "]" ? -1 : 0
            return character == ":" && depth == 0
        }
        return depth == 0 ? parts : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (UInt16(text) ?? 0) > 0
    }
}

/// The options that name one app of association files.
struct AppOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Check only this iOS app, such as ABCDE12345.com.example.shop.", valueName: "ID"))
    var appID: String?

    @Option(help: ArgumentHelp("Check only this Android app, such as com.example.shop.", valueName: "NAME"))
    var package: String?

    @Option(
        help: ArgumentHelp("The SHA-256 fingerprint of the certificate that signs the Android app. Needs --package.", valueName: "AB:CD:…"))
    var fingerprint: String?

    /// - Parameter package: The Android app, which another option may name.
    /// - Throws: `CommandFailure` if the fingerprint is not valid, or if no package was given.
    func check(package: String?) throws(CommandFailure) {
        guard let fingerprint else { return }
        guard Fingerprint.isWellFormed(fingerprint) else {
            throw .usage("--fingerprint: write 32 pairs of hexadecimal digits, separated by colons, such as AB:CD:…")
        }
        guard package != nil else { throw .usage("--fingerprint needs --package") }
    }
}

struct InspectorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The simulated device: iPhone, iPad, Android, or a JSON file that describes one (default: iPhone).", valueName: "NAME|FILE"),
        completion: .simulatedDevice)
    var device: String?

    @OptionGroup var own: ProjectOptions

    @Flag(help: "Ignore the project in the current folder. Without this option and --project, its apps are on the device.")
    var noProject = false

    @Flag(help: "Do not assume an app for a scheme that no app claims. Links with such a scheme stay unhandled.")
    var strictDevice = false

    @Flag(name: .customLong("continue"), help: "Reopen the last session and continue it.")
    var continuesLast = false

    @Option(
        help: ArgumentHelp(
            "Replay a saved session, by its name or the path of its journal, with its pauses; Space pauses the replay.",
            valueName: "SESSION"),
        completion: .sessionOrJournal)
    var replay: String?

    @Option(help: ArgumentHelp("With --replay: replay N times as fast (default: 1).", valueName: "N"))
    var replaySpeed: Double?

    @Option(help: ArgumentHelp("Print one frame of this size, without a terminal.", valueName: "COLSxROWS"))
    var frame: String?

    @Option(
        help: ArgumentHelp(
            "With --frame: first press the keys in this file, one per line (Enter, Down, r, paste:TEXT).", valueName: "FILE"),
        completion: .file())
    var keys: String?

    @Option(
        help: ArgumentHelp("With --frame: print an SVG picture in the colors of this theme (such as dark, light).", valueName: "THEME"),
        completion: .list(Theme.allCases.filter { $0 != .terminal }.map(\.rawValue)))
    var svg: String?

    @Option(
        help: ArgumentHelp(
            "Also read a device's log as it grows: adb (Android) or simctl (the iOS Simulator). Can be repeated.",
            valueName: "TOOL"))
    var follow: [LoggingTool] = []

    @Flag(help: "Print each change as a sentence and read commands from standard input. TERM=dumb does the same.")
    var plain = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(help: "Do not use the mouse, so that the terminal can select text with it. Without this option, hold Shift in most terminals.")
    var noMouse = false

    @Option(help: ArgumentHelp("Color: auto, always or never. With auto, NO_COLOR turns color off.", valueName: "WHEN"))
    var color = TerminalOptions.Color.auto

    @Flag(
        help:
            "Let the keys F (fetch), J (run scripts) and V (verdict) connect to private, loopback and link-local addresses without asking.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("Connect to another address in place of a host, like curl --connect-to.", valueName: "HOST:PORT:HOST:PORT"))
    var connectTo: [String] = []

    @OptionGroup var browser: BrowserOptions

    @OptionGroup var mask: MaskingOptions

    /// How much faster than in the session the replay is.
    var timesAsFast: Double { replaySpeed ?? 1 }

    func check() throws(CommandFailure) {
        try ConnectionPlace.check(connectTo)
        if noProject, own.project != nil || own.variant != nil {
            throw .usage("--no-project cannot be combined with \(own.project != nil ? "--project" : "--variant")")
        }
        guard timesAsFast > 0, timesAsFast.isFinite else {
            throw .usage("--replay-speed \(timesAsFast): write a number above 0, such as 10")
        }
        if plain, continuesLast, frame == nil { throw CommandFailure("--continue cannot be combined with --plain", code: Exit.usage) }
        if replay == nil {
            if replaySpeed != nil { throw .usage("--replay-speed needs --replay") }
        } else if continuesLast || frame != nil || plain {
            let other = continuesLast ? "--continue" : frame != nil ? "--frame" : "--plain"
            throw .usage("--replay cannot be combined with \(other)")
        }
    }
}

/// A tool that reaches devices whose logs can be followed, and which choose the app for a link themselves.
enum LoggingTool: String, ExpressibleByArgument, CaseIterable {
    case adb, simctl

    var tool: DeviceTool { self == .adb ? .adb : .simctl }
}

extension TerminalOptions.Color: ExpressibleByArgument {}
