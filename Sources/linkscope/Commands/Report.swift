import ArgumentParser
import Reports
import Store

/// `linkscope report`: counts what the JSON lines of other commands say about many links.
struct Report: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count the findings, hosts, schemes, services and verdicts in the JSON lines of many links.",
        discussion: """
            Reads the JSON lines of inspect --json, match --json and verify --json from files or standard input, and prints one page of counts \
            with examples.

            You can divide the work: --partial prints the counts of one part of the lines, as JSON lines. --merge reads these counts of \
            all parts, in any order, and prints the page. The page is then the same, byte for byte, as if one process had read all lines. \
            --merge --partial joins several parts into one.

            Examples:
              linkscope inspect --json links.txt | linkscope report
              linkscope inspect --json p1.txt | linkscope report --partial > p1.counts
              cat *.counts | linkscope report --merge --top 50

            Exit codes: 0 success; 2 wrong usage; 3 a file cannot be read, or --merge reads a file that report --partial did not write.
            """
    )

    @Argument(help: ArgumentHelp("Files with JSON lines, or - for standard input.", valueName: "FILE|-"), completion: .file())
    var files: [String] = []

    @Flag(help: "Print the counts as JSON lines for --merge.")
    var partial = false

    @Flag(help: "Read the JSON lines of --partial.")
    var merge = false

    @Option(help: ArgumentHelp("Print at most this many rows of each table (default: 20).", valueName: "N"))
    var top: Int?

    @Flag(help: "Print the page as one JSON object.")
    var json = false

    @OptionGroup var mask: MaskingOptions

    func check(in console: Console) throws(CommandFailure) {
        if partial, json { throw .usage("--partial cannot be combined with --json: it prints JSON lines") }
        if partial, top != nil { throw .usage("--partial cannot be combined with --top: a part has all rows") }
        if let top, top < 1 { throw .usage("--top must be greater than 0") }
        if files.isEmpty, !console.isPiped { throw .usage("no input: give files with JSON lines, or - for standard input") }
        if files.count(where: { $0 == "-" }) > 1 { throw .usage("- is given more than once: standard input can be read only once") }
    }

    @MainActor func execute(in console: Console) async throws {
        let counts = try counts(in: console)
        if partial { return counts.writePart { console.bytes($0) } }
        let page = CountsPage(counts, most: top ?? 20)
        console.bytes(Array((json ? page.json : page.text).utf8))
    }

    // MARK: Counting

    private func counts(in console: Console) throws -> LinkCounts {
        var counts = LinkCounts(masksSecrets: !mask.showSecrets)
        for file in files.isEmpty ? ["-"] : files {
            do {
                try add(file == "-" ? LineReader(descriptor: console.standardInput) : LineReader(path: file), named: file, to: &counts)
            } catch let error as SystemError {
                throw CommandFailure(file, error)
            }
        }
        try failing(as: { (error: LinkCounts.Problem) in CommandFailure(error.words) }, counts.checkParts())
        return counts
    }

    private func add(_ reader: consuming LineReader, named file: String, to counts: inout LinkCounts) throws {
        var number = 0
        repeat {
            while let line = reader.next() {
                number += 1
                try add(line.bytes, number, of: file, to: &counts)
            }
        } while try reader.fill()
    }

    private func add(_ line: [UInt8], _ number: Int, of file: String, to counts: inout LinkCounts) throws(CommandFailure) {
        let place = "\(file == "-" ? "standard input" : file), line \(number)"
        do throws(LinkCounts.Problem) {
            if merge { try counts.add(partLine: line) } else { try counts.add(line: line) }
        } catch {
            throw CommandFailure("\(place): \(error.words)")
        }
    }
}
