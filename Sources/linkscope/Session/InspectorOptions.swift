import ArgumentParser

/// The options of the inspector.
struct InspectorOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The simulated device: iPhone, iPad, Android, or a JSON file with a profile.", valueName: "NAME|FILE"))
    var device = "iPhone"

    @Flag(name: .customLong("continue"), help: "Reopen the last session's journal and go on with it.")
    var continuesLast = false

    @Option(help: ArgumentHelp("Draw one frame of this size on standard output, without a terminal.", valueName: "COLSxROWS"))
    var frame: String?

    @Option(
        help: ArgumentHelp("With --frame: press the keys of this file first, one a line (Enter, Down, r, paste:TEXT).", valueName: "FILE"))
    var keys: String?

    @Flag(help: "One plain line for each link and event instead of a screen; also what a dumb terminal gets.")
    var plain = false

    @Flag(help: "Draw with ASCII only.")
    var ascii = false

    @Option(help: "Colours: auto, always or never. NO_COLOR means never.")
    var color = ColorChoice.auto

    @Flag(help: "When asked to fetch (F, J, V), connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("When fetching, reach a host at another place, as curl does.", valueName: "HOST:PORT:HOST:PORT"))
    var connectTo: [String] = []

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws { try ConnectionPlace.check(connectTo) }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}
