import AppLinks
import ArgumentParser
import CursesTerminal
import Reports

/// `linkscope inspect`: prints what the inspector shows about each link.
struct Inspect: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Decode links and print what is in them.",
        discussion: """
            For each link, prints what it is and where it leads, then its findings, then its parts as a tree: parameters, extras, referer \
            and nested links. Each decoded value is below the value that carries it. The link as received comes last. A finding says what \
            is wrong and how to repair it; -v adds its place in the link, its code and an explanation.

            With --json, each link is one object with these keys. Unknown values are null; ranges count bytes of the link from 0:
              inputURL, targetURL, inputQueryParameters, targetQueryParameters, isAppLink,
              appLinkData, extras, version, userAgent, hasReferer, refererURL,
              refererAppName
              events      the measurement events that the app posts
              layers      kind, path, from (as written), to (decoded), range; also
                          service, if it is known
              services    only if a service gives parameters a meaning: service,
                          parameter, role, meaning, range
              findings    code, severity, message, range, repair
              repaired    the link after all repairs
              masked      the paths of the masked secrets
            If a line of the input is an event, its object has the keys event, ts, url, arguments, findings, masked. If it is other JSON, its \
            object has the keys record, findings, masked.

            Examples:
              linkscope inspect 'shop://item/7?al_applink_data=%7B%7D'
              linkscope inspect -v 'https://shop.example.com/p?x=%zz'
              linkscope inspect --json links.txt | jq -r '.targetURL'
              pbpaste | linkscope inspect -
              linkscope inspect --qr 'https://shop.example.com/p/42'
              linkscope inspect --explain payload-cut
              linkscope inspect --explain Branch

            Exit codes: 0 no link has an error; 1 a link has a finding of severity error; 2 wrong usage; 3 an input cannot \
            be read, or a QR code cannot be drawn.
            """
    )

    @Argument(
        help: ArgumentHelp("Links, files with one link or JSON object per line, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "For each finding, show its place in the link, its code and an explanation.")
    var verbose = false

    @Option(help: "Color: auto, always or never. With auto, NO_COLOR turns color off.")
    var color = TerminalOptions.Color.auto

    @Option(
        help: ArgumentHelp(
            "Why the app reads the link: the system opened the link in the app (inbound), the app shows the return-to-referer banner "
                + "(backToReferrerBar), or another reason (plain). This decides which events are posted.",
            valueName: "ENTRY"))
    var entry = EntryName.inbound

    @Option(help: ArgumentHelp("The ID of the app that the link came from.", valueName: "ID"))
    var sourceApplication: String?

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    @Flag(help: "Draw each link as a QR code instead.")
    var qr = false

    @Option(
        help: ArgumentHelp(
            "Explain a finding by its code, a service by its name or host, a parameter or a secret by its name, or a scheme. "
                + "An unknown word lists all finding codes.",
            valueName: "WORD"),
        completion: .findingCode)
    var explain: String?

    func check(in console: Console) throws(CommandFailure) {
        if explain != nil {
            if qr || json { throw CommandFailure("--explain cannot be combined with \(qr ? "--qr" : "--json")", code: Exit.usage) }
            return
        }
        if verbose && (json || qr) {
            throw CommandFailure("--verbose cannot be combined with \(json ? "--json" : "--qr")", code: Exit.usage)
        }
        if qr && json { throw CommandFailure("--qr cannot be combined with --json", code: Exit.usage) }
        try checkInputs(canBeEmpty: console.isPiped)
    }

    @MainActor func execute(in console: Console) async throws {
        if qr { return try QRRun(console: console, inputs: inputs.isEmpty ? ["-"] : inputs).run() }
        if let explain { return try Explanation.print(explain, in: console) }
        let form = json ? InspectionWriter.Form.json : .text(console.layout(color, isVerbose: verbose))
        var run = InspectRun(console: console, inputs: inputs.isEmpty ? ["-"] : inputs, form: form, showsSecrets: showSecrets)
        run.entry = entry.entry(from: sourceApplication)
        try run.run()
    }
}

/// The three ways in which a link reaches an app, by their names on the command line.
enum EntryName: String, ExpressibleByArgument, CaseIterable {
    case plain, inbound, backToReferrerBar

    func entry(from application: String?) -> IncomingLink.Entry {
        switch self {
        case .plain: .plain
        case .inbound: .inbound(sourceApplication: application)
        case .backToReferrerBar: .backToReferrerBar
        }
    }
}
