import ArgumentParser
import CursesTerminal
import DeviceTools
import Screen

struct InspectorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The simulated device: iPhone, iPad, Android, or a JSON file that describes one (default: iPhone).", valueName: "NAME|FILE"),
        completion: .simulatedDevice)
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Put a project's apps on the simulated device, with the links that they declare (default: the project in the current folder, if "
                + "there is one).", valueName: "DIR"),
        completion: .directory)
    var project: String?

    @Option(
        help: ArgumentHelp("The build of the project's apps, such as stagingDebug (default: the release build).", valueName: "NAME"))
    var variant: String?

    @Flag(help: "Ignore the project in the current folder.")
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

    @Option(
        help: ArgumentHelp(
            "The Chromium program for the key J, which runs a page's scripts (default: the variable LINKSCOPE_CHROMIUM, otherwise found in "
                + "PATH and the usual folders).", valueName: "PATH"),
        completion: .file())
    var chromium: String?

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    /// How much faster than in the session the replay is.
    var timesAsFast: Double { replaySpeed ?? 1 }

    func check() throws(CommandFailure) {
        try ConnectionPlace.check(connectTo)
        if noProject, project != nil || variant != nil {
            throw .usage("--no-project cannot be combined with \(project != nil ? "--project" : "--variant")")
        }
        guard timesAsFast > 0, timesAsFast.isFinite else {
            throw .usage("--replay-speed \(timesAsFast): write a number above 0, such as 10")
        }
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
