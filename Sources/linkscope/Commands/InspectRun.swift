import AppLinks
import Intake
import Pasting
import Records
import Reports

/// Inspects links in the order they are given, and prints each inspection.
struct InspectRun {
    let console: Console
    let inputs: [String]
    let form: InspectionWriter.Form
    let showsSecrets: Bool
    var entry = IncomingLink.Entry.inbound(sourceApplication: nil)

    /// Inspects all inputs. If an input cannot be read, reports that on standard error and continues with the next one.
    ///
    /// - Throws: `CommandFailure` without a message. The exit code is 3 if an input could not be read, otherwise 1 if a link has an error.
    func run() throws {
        var printer = Printer(self)
        var isComplete = true
        for input in inputs {
            do throws(CommandFailure) {
                try print(input, with: &printer)
            } catch {
                console.error("linkscope: \(error.message)")
                isComplete = false
            }
        }
        printer.finish()
        if let summary = printer.summary, console.isTerminal(console.standardError) { console.error("\n\(summary)") }
        if !isComplete { throw CommandFailure("") }
        if printer.hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private func print(_ input: String, with printer: inout Printer) throws(CommandFailure) {
        let argument = try InputArgument(warningAbout: input, in: console)
        do throws(SystemError) {
            switch argument {
            case .link(let bytes):
                for record in InputArgument.records(bytes, in: console) { printer.print(record: record) }
            case .file(let path): try printer.printAll(LineReader(path: path))
            case .standardInput: try printer.printAll(LineReader(descriptor: console.standardInput))
            }
        } catch {
            throw CommandFailure(input, error)
        }
    }
}

/// Prints the inspections of lines and of records that span several lines.
private struct Printer {
    private let run: InspectRun
    private(set) var hasErrors = false
    private var pieces: InspectionPieces
    private var lines: [(range: Range<Int>, isCut: Bool)] = []
    /// The first lines of a record that may continue on the next line.
    private var group: PastedLines?

    init(_ run: InspectRun) {
        self.run = run
        pieces = InspectionPieces(run.form, entry: run.entry, showsSecrets: run.showsSecrets, isStream: run.inputs.contains("-"))
    }

    mutating func finish() { pieces.finish { run.console.bytes($0) } }

    /// A line that sums up the reports; nil if there are fewer than two.
    var summary: String? { pieces.tally.summary }

    mutating func printAll(_ reader: consuming LineReader) throws(SystemError) {
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

    private mutating func print(_ lines: ArraySlice<(range: Range<Int>, isCut: Bool)>, of bytes: [UInt8], areRecords: Bool = false) {
        guard !lines.isEmpty else { return }
        pieces.inspect(Array(lines), of: bytes, areRecords: areRecords)
        pieces.flush { [console = run.console] written in console.bytes(written) }
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
            for record in records where RecordKind(of: record.bytes) != nil { print(record: record.bytes) }
        } else {
            print(group.lines.map { ($0, false) }[...], of: group.bytes)
        }
    }

    /// Prints the inspection of one record, even if the record is blank.
    mutating func print(record bytes: [UInt8]) { print([(bytes.indices, false)], of: bytes, areRecords: true) }
}
