import ArgumentParser

/// `linkscope inspect`: prints what the inspector shows of each link.
struct Inspect: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Decode links, one after another, without a screen.",
        discussion: """
            Exit code 1 when a link has a finding of severity error.

            Examples:
              linkscope inspect 'shop://item/7?al_applink_data=%7B%7D'
              linkscope inspect --json links.txt | jq -r '.targetURL'
              pbpaste | linkscope inspect -
              linkscope inspect --qr 'https://shop.example.com/p/42'
              linkscope inspect --explain payload-cut
            """
    )

    @Argument(help: ArgumentHelp("Links, files with one link or JSON object a line, or - for standard input.", valueName: "LINK|FILE|-"))
    var inputs: [String] = []

    @Flag(help: "One JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp("How the app gets the link: inbound, plain or backToReferrerBar. It decides the events.", valueName: "ENTRY"))
    var entry = EntryName.inbound

    @Option(help: ArgumentHelp("The app that the link came from.", valueName: "ID"))
    var sourceApplication: String?

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    @Flag(help: "Draw each link as a QR code for a phone to read, instead.")
    var qr = false

    @Option(help: ArgumentHelp("Tell more about a finding by its code; with a word that is none, list the codes.", valueName: "CODE"))
    var explain: String?

    func validate() throws {
        if explain != nil { return }
        if qr && json { throw ValidationError("--qr draws, --json prints: give one of them.") }
        guard !inputs.isEmpty || StandardInput.isPiped else {
            throw ValidationError("Give a link, a file, or - for standard input.")
        }
        guard inputs.count(where: { $0 == "-" }) <= 1 else { throw ValidationError("Standard input (-) can be read once only.") }
    }

    @MainActor func execute() async throws {
        if qr { return try QRRun(inputs: inputs.isEmpty ? ["-"] : inputs).run() }
        if let explain { return try Explanation(of: explain).print() }
        var run = InspectRun(inputs: inputs.isEmpty ? ["-"] : inputs, isJSON: json, showsSecrets: showSecrets)
        run.entry = entry
        run.sourceApplication = sourceApplication
        try run.run()
    }
}

/// The three ways a link reaches an app, as the command line names them.
enum EntryName: String, ExpressibleByArgument, CaseIterable {
    case plain, inbound, backToReferrerBar
}
