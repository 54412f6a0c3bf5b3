import ArgumentParser
import CursesTerminal

/// The options of the inspector.
struct InspectorOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The simulated device: iPhone, iPad, Android, or a JSON file that describes one.", valueName: "NAME|FILE"))
    var device = "iPhone"

    @Flag(help: "Assume no apps: a link with a scheme that no app of the device claims stays unhandled.")
    var strictDevice = false

    @Flag(name: .customLong("continue"), help: "Reopen the last session and continue it.")
    var continuesLast = false

    @Option(help: ArgumentHelp("Print one frame of this size, without a terminal.", valueName: "COLSxROWS"))
    var frame: String?

    @Option(
        help: ArgumentHelp("With --frame: first press the keys in this file, one per line (Enter, Down, r, paste:TEXT).", valueName: "FILE")
    )
    var keys: String?

    @Flag(help: "Print plain text instead of opening a screen. With TERM=dumb, linkscope always prints plain text.")
    var plain = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(help: "Color: auto, always or never. NO_COLOR means never.")
    var color = TerminalOptions.Color.auto

    @Flag(help: "Let the keys F, J and V connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("Connect to another address in place of a host, like curl --connect-to.", valueName: "HOST:PORT:HOST:PORT"))
    var connectTo: [String] = []

    @Option(help: ArgumentHelp("The Chromium for the key J (default: LINKSCOPE_CHROMIUM, then the usual places).", valueName: "PATH"))
    var chromium: String?

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    func check() throws(CommandFailure) { try ConnectionPlace.check(connectTo) }
}

extension TerminalOptions.Color: ExpressibleByArgument {}
