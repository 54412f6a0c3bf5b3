import AppLinks
import ArgumentParser
import Bytes
import CursesTerminal
import DeviceTools
import LinkLayers
import Records
import Reports
import Screen
import Secrets
import Store

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
              host, path  only if the scheme belongs to an app, as in shop://item/7
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
        help: ArgumentHelp(
            "Links, files with one link or JSON object per line, tables (CSV), mails, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "For each finding, show its place in the link, its code and an explanation.")
    var verbose = false

    @Option(help: ArgumentHelp("Color: auto, always or never. With auto, NO_COLOR turns color off.", valueName: "WHEN"))
    var color = TerminalOptions.Color.auto

    @Option(
        help: ArgumentHelp(
            "Why the app reads the link: the system opened the link in the app (inbound), the app shows the return-to-referer banner "
                + "(backToReferrerBar), or another reason (plain). This decides which events are posted.",
            valueName: "ENTRY"))
    var entry = EntryName.inbound

    @Option(help: ArgumentHelp("The ID of the app that the link came from.", valueName: "ID"))
    var sourceApplication: String?

    @OptionGroup var mask: MaskingOptions

    @Flag(help: "Draw each link as a QR code instead.")
    var qr = false

    @Option(
        help: ArgumentHelp(
            "Explain a finding of any command by its code, a service or an app by its name or host, a parameter or a secret by its name, or a scheme. "
                + "The word codes lists all codes.",
            valueName: "WORD"),
        completion: .findingCode)
    var explain: String?

    func check(in console: Console) throws(CommandFailure) {
        if explain != nil {
            if qr || json { throw .usage("--explain cannot be combined with \(qr ? "--qr" : "--json")") }
            return
        }
        if verbose && (json || qr) { throw .usage("--verbose cannot be combined with \(json ? "--json" : "--qr")") }
        if qr && json { throw .usage("--qr cannot be combined with --json") }
        try checkInputs(canBeEmpty: console.isPiped)
    }

    @MainActor func execute(in console: Console) async throws {
        if qr { return try QRRun(console: console, inputs: inputs.isEmpty ? ["-"] : inputs).run() }
        if let explain { return try print(explanationOf: explain, in: console) }
        let form = json ? InspectionWriter.Form.json : .text(console.layout(color, isVerbose: verbose))
        let entry = entry.entry(from: sourceApplication)
        var run = InspectRun(inputs, form, in: console, showsSecrets: mask.showSecrets, entry: entry)
        try run.run()
    }

    /// - Throws: `CommandFailure` for an unknown word.
    fileprivate func print(explanationOf word: String, in console: Console) throws {
        if let text = Explanation.text(of: word) { return console.line(text) }
        let hint = NearestWord.to(word, among: CodeTexts.codes).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure(
            "--explain: no code, service, parameter, secret or scheme is named \"\(Secrets.masked(word))\"\(hint)",
            advice: "'linkscope inspect --explain codes' lists the codes.", code: Exit.usage, pointsToHelp: false)
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

/// Inspects links in the order they are given, and prints each inspection. A record may span several lines.
struct InspectRun {
    private let console: Console
    private let inputs: [String]
    private var pieces: InspectionPieces
    private var hasErrors = false
    private var lines: [(range: Range<Int>, isCut: Bool)] = []
    /// The first lines of a record that may continue on the next line.
    private var group: PastedLines?

    init(
        _ inputs: [String], _ form: InspectionWriter.Form, in console: Console, showsSecrets: Bool,
        entry: IncomingLink.Entry = .inbound(sourceApplication: nil)
    ) {
        self.console = console
        self.inputs = inputs.isEmpty ? ["-"] : inputs
        pieces = InspectionPieces(form, entry: entry, showsSecrets: showsSecrets, isStream: self.inputs.contains("-"))
    }

    /// Inspects all inputs. If an input cannot be read, reports that on standard error and continues with the next one.
    ///
    /// - Throws: `CommandFailure` without a message. The exit code is 3 if an input could not be read, otherwise 1 if a link has an error.
    mutating func run() throws {
        var isComplete = true
        for input in inputs {
            do throws(CommandFailure) {
                try print(input)
            } catch {
                console.error(error.lines)
                isComplete = false
            }
        }
        pieces.finish { console.bytes($0) }
        if let summary = pieces.tally.summary, console.isTerminal(console.standardError) { console.error("", summary) }
        if !isComplete { throw CommandFailure("") }
        if hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private mutating func print(_ input: String) throws(CommandFailure) {
        let argument = try InputArgument(warningAbout: input, in: console)
        do throws(SystemError) {
            switch argument {
            case .link(let bytes):
                for record in InputArgument.records(bytes, in: console) { print(record: record.bytes, cut: record.cut) }
            case .file(let path): try printAll(LineReader(path: path))
            case .standardInput: try printAll(LineReader(descriptor: console.standardInput))
            }
        } catch {
            throw CommandFailure(input, error)
        }
    }

    private mutating func printAll(_ reader: consuming LineReader) throws(SystemError) {
        repeat {
            try reader.fillWithoutWaiting()
            printLines(&reader)
        } while try reader.fill()
        endGroup()
    }

    /// Prints the inspections of the lines that have been read so far.
    private mutating func printLines(_ reader: inout LineReader) {
        while true {
            reader.takeLines(upTo: InspectionPieces.most, into: &lines)
            if lines.isEmpty { return }
            let bytes = reader.bytes
            var start = 0
            for index in lines.indices {
                let line = bytes.span.extracting(lines[index].range)
                guard group != nil || PastedLines.mayBegin(with: line) else { continue }
                // The lines before this one are printed first.
                print(lines[start..<index], of: bytes)
                start = takeGrouped(line, isCut: lines[index].isCut) ? index + 1 : index
            }
            print(lines[start...], of: bytes)
        }
    }

    /// - Parameter cut: The note that says where a shell cut the one record off.
    private mutating func print(
        _ lines: ArraySlice<(range: Range<Int>, isCut: Bool)>, of bytes: [UInt8], areRecords: Bool = false, cut: String? = nil
    ) {
        guard !lines.isEmpty else { return }
        pieces.inspect(Array(lines), of: bytes, areRecords: areRecords, cut: cut)
        pieces.flush { [console] written in console.bytes(written) }
        hasErrors = hasErrors || pieces.hasErrors
    }

    // MARK: Lines that belong together

    /// Keeps a line if it may be part of a record that spans several lines. Returns whether the line was kept or printed with its record.
    private mutating func takeGrouped(_ line: Span<UInt8>, isCut: Bool) -> Bool {
        if var open = group {
            group = nil
            switch isCut ? .breaks : open.take(line) {
            case .goesOn:
                group = open
                return true
            case .ends:
                printGroup(open)
                group = open.following
                return true
            case .breaks: printGroup(open)
            }
        }
        group = isCut ? nil : PastedLines(beginningWith: line)
        return group != nil
    }

    /// Prints the lines that were kept. Called at the end of an input, where no more lines follow.
    private mutating func endGroup() {
        if let open = group { printGroup(open) }
        group = nil
    }

    /// Prints the records that the lines form together. If the lines form no record, prints each line separately.
    private mutating func printGroup(_ group: PastedLines) {
        if let records = group.records {
            if records.isEmpty || records.count >= PastedText.mostLinks {
                for sentence in group.account { console.error("linkscope: \(sentence)") }
            }
            for record in records where RecordKind(of: record.bytes) != nil { print(record: record.bytes, cut: record.cut) }
        } else {
            print(group.lines.map { ($0, false) }[...], of: group.bytes)
        }
    }

    /// Prints the inspection of one record, even if the record is blank.
    private mutating func print(record bytes: [UInt8], cut: String?) {
        print([(bytes.indices, false)], of: bytes, areRecords: true, cut: cut)
    }
}

/// `linkscope inspect --qr`: prints a QR code for each link.
struct QRRun {
    let console: Console
    let inputs: [String]

    /// - Throws: `CommandFailure` with exit code 3 if an input could not be read or a link could not be drawn. The rest of that input is
    ///   skipped, and the other inputs are still drawn.
    func run() throws {
        var isComplete = true
        for input in inputs {
            do throws(CommandFailure) {
                for link in try links(in: input) { try draw(link) }
            } catch {
                console.error(error.lines)
                isComplete = false
            }
        }
        if !isComplete { throw CommandFailure("") }
    }

    private func links(in input: String) throws(CommandFailure) -> [LinkInspection] {
        switch try InputArgument(warningAbout: input, in: console) {
        case .link(let link): return [inspection(of: link)].compactMap(\.self)
        case .file(let path): return links(in: try InputFile.bytes(of: path, limit: Self.most))
        case .standardInput: return links(in: try InputFile.bytes(ofInputOf: console, limit: Self.most))
        }
    }

    /// The maximum size, in bytes, of a file.
    private static let most = 1 << 20

    private func links(in lines: [UInt8]) -> [LinkInspection] {
        lines.split(separator: UInt8(ascii: "\n")).compactMap { inspection(of: Array($0)) }
    }

    private func inspection(of line: [UInt8]) -> LinkInspection? {
        guard RecordKind(of: line) != nil, case .link(let inspection) = RecordContent(line) else { return nil }
        return inspection
    }

    private func draw(_ inspection: LinkInspection) throws(CommandFailure) {
        let link = try failing(
            as: { (refusal: CommandRefusal) in CommandFailure("no QR code: \(refusal.reason)") }, CommandLink(inspection.bytes))
        let bytes = Array(link.text.utf8)
        guard let code = QREncoder.code(of: bytes) else {
            throw CommandFailure("no QR code: the link has \(bytes.count) bytes, and the limit is \(QRCode.mostBytes)")
        }
        if !Secrets.ranges(in: bytes).isEmpty { console.error("linkscope: this QR code contains the link's secret") }
        let (start, end) = colors
        for line in code.lines(quiet: QRCode.quietZones[0], encoding) { console.line(start + line + end) }
    }

    /// The escape sequences before and after a line. On a terminal with colors they set black on white; otherwise they are empty.
    private var colors: (String, String) {
        let isPlain = console.environment["NO_COLOR"]?.isEmpty == false || console.environment["TERM"] == "dumb"
        return console.isTerminal(console.standardOutput) && !isPlain ? ("\u{1B}[30;107m", "\u{1B}[0m") : ("", "")
    }

    private var encoding: Sanitizer.Encoding {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { console.environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8") ? .utf8 : .ascii
    }
}
