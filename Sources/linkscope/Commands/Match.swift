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

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

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
        if jsonLines { return try MatchFilterRun(options: self, console: console).run() }
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
        question.showsSecrets = showSecrets
        var run = MatchRun(console: console, question: question, isJSON: json)
        try run.run(inputs.isEmpty ? ["-"] : inputs)
    }

    /// The maximum size, in bytes, of an association file that is read. Devices read far less.
    private static let mostBytes = 16 << 20

    private static func bytes(of path: String, _ option: String, in console: Console) throws(CommandFailure) -> [UInt8] {
        guard path == "-" else { return try InputFile.bytes(of: path, limit: mostBytes, option: option) }
        return try InputFile.bytes(ofInputOf: console, limit: mostBytes, option: option)
    }
}

extension AssetLinksQuery.Dialect: ExpressibleByArgument {}

/// `linkscope match` without `--json-lines`: reports on each link, in order.
private struct MatchRun {
    private static let flushSize = 1 << 16

    let console: Console
    let question: MatchReport.Question
    let isJSON: Bool
    var output: [UInt8] = []
    var told = MatchReport.ToldFindings()
    var opensAll = true

    /// - Throws: `CommandFailure`. It has no message if the answer for one of the links is no.
    mutating func run(_ inputs: [String]) throws {
        for input in inputs {
            let argument = try InputArgument(warningAbout: input, in: console)
            do throws(SystemError) {
                switch argument {
                case .link(let bytes): answer(bytes)
                case .file(let path): try answerAll(LineReader(path: path))
                case .standardInput: try answerAll(LineReader(descriptor: console.standardInput))
                }
            } catch {
                flush()
                throw CommandFailure(input, error)
            }
        }
        flush()
        if !opensAll { throw CommandFailure("", code: Exit.no) }
    }

    private mutating func answerAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            while let line = reader.next() {
                if line.bytes.contains(where: { $0 > 0x20 }) { answer(line.bytes) }
            }
            flush()
            isMore = try reader.fill()
        }
    }

    private mutating func answer(_ line: [UInt8]) {
        let report = MatchReport(String(decoding: Self.trimmed(line), as: UTF8.self), question)
        if isJSON {
            report.appendJSON(to: &output)
            output.append(UInt8(ascii: "\n"))
        } else {
            report.appendText(to: &output, &told)
        }
        opensAll = opensAll && report.opens == true
        if output.count > Self.flushSize { flush() }
    }

    private mutating func flush() {
        console.bytes(output)
        output.removeAll(keepingCapacity: true)
    }

    private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var line = line.drop { $0 <= 0x20 }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        return line
    }
}

/// `linkscope match --json-lines`: answers each line of the input, in order.
private struct MatchFilterRun {
    private static let flushSize = 1 << 16

    let options: Match
    let console: Console

    /// - Throws: `CommandFailure` if an input could not be read. An invalid question is not a failure, because its answer contains the
    ///   error.
    func run() throws {
        var filter = MatchFilter(showsSecrets: options.showSecrets, isTraced: options.trace, dialect: options.dialect)
        for input in options.inputs.isEmpty ? ["-"] : options.inputs {
            let argument = try InputArgument(input)
            if case .link = argument {
                throw CommandFailure("\(Secrets.masked(input)): there is no such file; --json-lines reads only files and standard input")
            }
            do throws(SystemError) {
                switch argument {
                case .link: break
                case .file(let path): try answerAll(LineReader(path: path), with: &filter)
                case .standardInput: try answerAll(LineReader(descriptor: console.standardInput), with: &filter)
                }
            } catch {
                throw CommandFailure(input, error)
            }
        }
    }

    private func answerAll(_ reader: consuming LineReader, with filter: inout MatchFilter) throws(SystemError) {
        var lines: [(range: Range<Int>, isCut: Bool)] = []
        var isMore = true
        while isMore {
            repeat {
                reader.takeLines(upTo: Self.flushSize, into: &lines)
                answer(lines, of: reader.bytes.span, with: &filter)
            } while !lines.isEmpty
            isMore = try reader.fill()
        }
    }

    private func answer(_ lines: [(range: Range<Int>, isCut: Bool)], of bytes: Span<UInt8>, with filter: inout MatchFilter) {
        for (range, isCut) in lines {
            let line = bytes.extracting(range)
            // Empty lines get no answer.
            guard line.indices.contains(where: { line[$0] > 0x20 }) else { continue }
            filter.answer(line, isCut: isCut)
            if filter.count > Self.flushSize { flush(&filter) }
        }
        flush(&filter)
    }

    private func flush(_ filter: inout MatchFilter) {
        filter.withAnswers { console.bytes($0) }
        filter.removeAll()
    }
}
