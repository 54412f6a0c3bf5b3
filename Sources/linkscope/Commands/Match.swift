import ArgumentParser
import Associations
import Reports

/// `linkscope match`: which apps get a link by local association files. With `--json-lines` a filter that answers one question per line.
struct Match: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Say which app gets a link, by association files at hand, without a network.",
        discussion: """
            Exit code 1 unless, of each file that is given, an app gets every link.

            With --json-lines it is a filter: a JSON object on each line of standard input (or of the files), and the answer under the same \
            "id" on each line of the output. It takes {"id","aasa","domain","appId","url"}, {"id","assetlinks","source","relation","target"} \
            and {"id","intent"}; a file may be given as JSON or as a string that holds it. What cannot be answered gets an "error" and its \
            "offset".

            Examples:
              linkscope match --aasa apple-app-site-association https://a.example/7
              linkscope match --assetlinks assetlinks.json --json links.txt
              curl -s https://a.example/.well-known/apple-app-site-association | linkscope match --aasa - https://a.example/7
              linkscope match --json-lines --trace questions.txt | jq -c .decision
            """
    )

    @Argument(help: ArgumentHelp("Links, files with one a line, or - for standard input.", valueName: "LINK|FILE|-"))
    var inputs: [String] = []

    @Option(help: ArgumentHelp("An apple-app-site-association file, or - for standard input.", valueName: "FILE|-"))
    var aasa: String?

    @Option(help: ArgumentHelp("An assetlinks.json file, or - for standard input.", valueName: "FILE|-"))
    var assetlinks: String?

    @Option(help: ArgumentHelp("The host that served the files: links to others do not match.", valueName: "HOST"))
    var domain = ""

    @Option(help: ArgumentHelp("Only this app, as ABCDE12345.com.example.shop.", valueName: "ID"))
    var appID: String?

    @Option(help: ArgumentHelp("Only this app on Android, as com.example.shop.", valueName: "NAME"))
    var package: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    @Flag(help: "One question a line, one answer a line.")
    var jsonLines = false

    @Flag(help: "Tell of each rule, not only of the nearest, why it did not match.")
    var trace = false

    @Option(help: "With --json-lines: who asks about assetlinks, google (the API) or device.")
    var dialect = DialectName.google

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws {
        if jsonLines, aasa != nil || assetlinks != nil || json {
            throw ValidationError("With --json-lines each line says what it asks: leave --aasa, --assetlinks and --json out.")
        }
        if !jsonLines, aasa == nil, assetlinks == nil {
            throw ValidationError("Give the files to match by: --aasa FILE, --assetlinks FILE, or --json-lines.")
        }
        guard jsonLines || !inputs.isEmpty || StandardInput.isPiped && fileOfStandardInput == nil else {
            throw ValidationError("Give a link, a file, or - for standard input.")
        }
        let files = [aasa, assetlinks].compactMap(\.self)
        guard (inputs + files).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input (-) can be read once only.")
        }
    }

    /// Which of the files is read from standard input.
    private var fileOfStandardInput: AppPlatform? { aasa == "-" ? .ios : assetlinks == "-" ? .android : nil }

    @MainActor func execute() async throws {
        let inputs = inputs.isEmpty ? ["-"] : inputs
        if jsonLines {
            try MatchFilterRun(inputs: inputs, showsSecrets: showSecrets, isTraced: trace, dialect: dialect.dialect).run()
            return
        }
        var question = MatchRun.Question(
            aasa: try aasa.map { AASAFile(try MatchRun.bytes(of: $0, "--aasa")) },
            assetLinks: try assetlinks.map { AssetLinksFile(try MatchRun.bytes(of: $0, "--assetlinks")) }
        )
        question.domain = domain
        question.appID = appID
        question.package = package
        question.standardInput = fileOfStandardInput
        question.isTraced = trace
        question.showsSecrets = showSecrets
        try MatchRun(inputs: inputs, question: question, isJSON: json).run()
    }
}

/// The readers of assetlinks.json, as the command line names them.
enum DialectName: String, ExpressibleByArgument, CaseIterable {
    case google, device

    var dialect: AssetLinksQuery.Dialect { self == .google ? .google : .device }
}
