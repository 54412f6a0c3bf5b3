import ArgumentParser
import Deciding
import Reports
import Secrets
import Store

/// `linkscope match`: reports which apps open a link according to local association files. With `--json-lines`, it is a filter that answers
/// one question per line.
struct Match: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Use local association files to decide which app gets a link; needs no network.",
        discussion: """
            Give the association file of iOS (--aasa), of Android (--assetlinks) or both. For each link, linkscope prints whether the link \
            opens in an app, and the rule that decided.

            With --json-lines, each line of the input is a question: a JSON object that has its own association file. linkscope answers \
            each question with one line that has the same "id". A question has one of these sets of keys: id, aasa, domain, appId, url; or \
            id, assetlinks, source, relation, target; or id, intent; or id, filters, intent (does one of these Android intent filters take \
            this intent?); or id, device, from, link (which app opens the link on this device?). An association file is JSON, or a string that contains JSON. For an \
            invalid line, the output has "error" and "offset". "linked" is null if the answer is in an included file that is not given \
            under "includes".

            Association files decide only for https links. Without --app-id, linkscope checks only the apps in the file that \
            have a valid ID: ten capital letters or digits, a period, and the bundle identifier.

            Examples:
              linkscope match --aasa apple-app-site-association https://a.example/7
              linkscope match --assetlinks assetlinks.json --json links.txt
              curl -s https://a.example/.well-known/apple-app-site-association \\
                | linkscope match --aasa - https://a.example/7
              linkscope match --json-lines --trace questions.txt | jq -c .decision

            Exit codes: 0 every link opens in an app according to every file; 1 a link does not, or the answer depends on an included \
            file; 2 wrong usage; 3 a file cannot be read. With --json-lines, 0 if every file could be read, even if some lines are \
            invalid.
            """
    )

    @Argument(
        help: ArgumentHelp("Links, files with one link per line, or - for standard input.", valueName: "LINK|FILE|-"), completion: .file())
    var inputs: [String] = []

    @Option(
        help: ArgumentHelp("An apple-app-site-association file, or - for standard input.", valueName: "FILE|-"), completion: .file())
    var aasa: String?

    @Option(help: ArgumentHelp("An assetlinks.json file, or - for standard input.", valueName: "FILE|-"), completion: .file())
    var assetlinks: String?

    @Option(help: ArgumentHelp("The host that served the files. Links to other hosts do not match.", valueName: "HOST"))
    var domain = ""

    @OptionGroup var chosen: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Read one JSON request per line and print one JSON answer per line.")
    var jsonLines = false

    @Flag(help: "Show why each rule did not match, not only the rule that came nearest to matching.")
    var trace = false

    @Option(
        help: ArgumentHelp(
            "With --json-lines: check assetlinks by the rules of Google's API (google) or of Android devices (device).", valueName: "NAME"))
    var dialect = AssetLinksQuery.Dialect.google

    @OptionGroup var mask: MaskingOptions

    func check(in console: Console) throws(CommandFailure) {
        if jsonLines, aasa != nil || assetlinks != nil || json {
            throw .usage("--json-lines cannot be combined with --aasa, --assetlinks or --json: each line names its own files")
        }
        if !jsonLines, aasa == nil, assetlinks == nil {
            throw .usage("no association file: give --aasa FILE, --assetlinks FILE, or --json-lines")
        }
        try chosen.check(package: chosen.package)
        if chosen.fingerprint != nil, assetlinks == nil { throw .usage("--fingerprint needs --assetlinks") }
        _ = try host
        try checkInputs(canBeEmpty: jsonLines || console.isPiped && fileOfStandardInput == nil, and: [aasa, assetlinks])
    }

    /// The host of `--domain` in the form in which hosts are compared, in lowercase and without a final period. Empty if none was given.
    private var host: String {
        get throws(CommandFailure) {
            guard !domain.isEmpty else { return "" }
            guard let site = WebSite("https://" + domain), !domain.contains("/"), !domain.contains("?") else {
                throw .usage("--domain: write a host, such as www.example.com")
            }
            return site.host
        }
    }

    /// The platform whose file is read from standard input. Nil if no association file is read from standard input.
    private var fileOfStandardInput: AppPlatform? { aasa == "-" ? .ios : assetlinks == "-" ? .android : nil }

    @MainActor func execute(in console: Console) async throws {
        if jsonLines {
            var filter = MatchFilter(showsSecrets: mask.showSecrets, isTraced: trace, dialect: dialect)
            return try answerAll(in: console) { line, isCut, output in filter.answer(line, isCut: isCut, to: &output) }
        }
        var question = MatchReport.Question(
            aasa: try aasa.map { AASAFile(try Self.bytes(of: $0, "--aasa", in: console)) },
            assetLinks: try assetlinks.map { AssetLinksFile(try Self.bytes(of: $0, "--assetlinks", in: console)) }
        )
        question.domain = try host
        question.appID = chosen.appID
        question.package = chosen.package
        question.fingerprint = chosen.fingerprint
        question.standardInput = fileOfStandardInput
        question.isTraced = trace
        question.showsSecrets = mask.showSecrets
        var told = MatchReport.ToldFindings()
        var opensAll = true
        try answerAll(in: console) { line, _, output in
            let report = MatchReport(String(decoding: Self.trimmed(line), as: UTF8.self), question)
            if json { report.appendJSON(to: &output) } else { report.appendText(to: &output, &told) }
            opensAll = opensAll && report.opens == true
        }
        if !opensAll { throw CommandFailure("", code: Exit.no) }
    }

    private static let flushSize = 1 << 16

    /// Answers all links or questions of the inputs, in order. Empty lines get no answer.
    ///
    /// - Parameter answer: Appends the answer to a line.
    /// - Throws: `CommandFailure` if an input cannot be read. The answers before it are printed.
    private func answerAll(in console: Console, _ answer: (_ line: [UInt8], _ isCut: Bool, inout [UInt8]) -> Void) throws {
        var output: [UInt8] = []
        func flush() {
            console.bytes(output)
            output.removeAll(keepingCapacity: true)
        }
        defer { flush() }
        func answerLines(_ reader: consuming LineReader) throws(SystemError) {
            repeat {
                while let line = reader.next() {
                    if line.bytes.contains(where: { $0 > 0x20 }) { answer(line.bytes, line.isCut, &output) }
                    if output.count > Self.flushSize { flush() }
                }
                flush()
            } while try reader.fill()
        }
        for input in inputs.isEmpty ? ["-"] : inputs {
            let argument = jsonLines ? try InputArgument(input) : try InputArgument(warningAbout: input, in: console)
            if jsonLines, case .link = argument {
                throw CommandFailure("\(Secrets.masked(input)): there is no such file; --json-lines reads only files and standard input")
            }
            do throws(SystemError) {
                switch argument {
                case .link(let bytes): answer(bytes, false, &output)
                case .file(let path): try answerLines(LineReader(path: path))
                case .standardInput: try answerLines(LineReader(descriptor: console.standardInput))
                }
            } catch {
                throw CommandFailure(input, error)
            }
        }
    }

    private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var line = line.drop { $0 <= 0x20 }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        return line
    }

    /// The maximum size, in bytes, of an association file that is read. Devices read far less.
    private static let mostBytes = 16 << 20

    private static func bytes(of path: String, _ option: String, in console: Console) throws(CommandFailure) -> [UInt8] {
        guard path == "-" else { return try InputFile.bytes(of: path, limit: mostBytes, option: option) }
        return try InputFile.bytes(ofInputOf: console, limit: mostBytes, option: option)
    }
}

extension AssetLinksQuery.Dialect: ExpressibleByArgument {}
