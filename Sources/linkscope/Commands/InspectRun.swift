import AppLinks
import Foundation
import Intake
import Pasting
import Records
import Reports

/// Inspects links in the order they are given, and prints each inspection.
struct InspectRun {
    let inputs: [String]
    let isJSON: Bool
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
                printer.flush()
                Output.error("linkscope: \(error.message)")
                isComplete = false
            }
        }
        if !isComplete { throw CommandFailure("") }
        if printer.hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private func print(_ input: String, with printer: inout Printer) throws(CommandFailure) {
        let argument = try InputArgument(warningAbout: input)
        do throws(SystemError) {
            switch argument {
            case .link(let bytes):
                for record in InputArgument.records(bytes) { printer.print(record, isCut: false) }
                printer.flush()
            case .file(let path): try printer.printAll(LineReader(path: path))
            case .standardInput: try printer.printAll(LineReader(descriptor: STDIN_FILENO))
            }
        } catch {
            throw CommandFailure(input, error)
        }
    }
}

/// Collects the output. Writes the output when it exceeds `flushSize`, and before waiting for more input.
private struct Printer {
    private static let flushSize = 1 << 16

    private let run: InspectRun
    private var output: [UInt8] = []
    private var isFirst = true
    private(set) var hasErrors = false
    private var pieces: InspectionPieces
    private var lines: [(range: Range<Int>, isCut: Bool)] = []
    /// The first lines of a record that may continue on the next line.
    private var group: PastedLines?

    init(_ run: InspectRun) {
        self.run = run
        pieces = InspectionPieces(entry: run.entry, showsSecrets: run.showsSecrets)
        if !run.isJSON { output.reserveCapacity(2 * Self.flushSize) }
    }

    mutating func printAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            if run.isJSON {
                printJSON(&reader)
            } else {
                while let line = reader.next() {
                    if !takeGrouped(line.bytes.span, isCut: line.isCut) { printLine(line.bytes, isCut: line.isCut) }
                }
                flush()
            }
            isMore = try reader.fill()
            if run.isJSON { try reader.fillWithoutWaiting() }
        }
        endGroup()
        flush()
    }

    /// Prints the inspections of the lines that have been read so far.
    private mutating func printJSON(_ reader: inout LineReader) {
        while true {
            reader.takeLines(upTo: InspectionPieces.most, into: &lines)
            if lines.isEmpty { return }
            let bytes = reader.bytes
            var start = 0
            for index in lines.indices {
                let line = bytes.span.extracting(lines[index].range)
                guard group != nil || PastedLines.mayBegin(with: line) else { continue }
                // The lines before this one are printed first.
                printJSON(lines[start..<index], of: bytes)
                start = takeGrouped(line, isCut: lines[index].isCut) ? index + 1 : index
            }
            printJSON(lines[start...], of: bytes)
        }
    }

    private mutating func printJSON(_ lines: ArraySlice<(range: Range<Int>, isCut: Bool)>, of bytes: [UInt8]) {
        guard !lines.isEmpty else { return }
        pieces.inspect(Array(lines), of: bytes)
        pieces.flush { written in Output.bytes(written) }
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
            for record in records { print(record.bytes, isCut: false) }
        } else {
            for line in group.lines { printLine(Array(group.bytes[line]), isCut: false) }
        }
    }

    /// Prints the inspections of all links in a line.
    private mutating func printLine(_ line: [UInt8], isCut: Bool) {
        guard let links = PastedText.links(inLine: line.span) else { return print(line, isCut: isCut) }
        for link in links { print(link.bytes, isCut: false) }
    }

    /// Prints the inspection of one record. An empty record is skipped, unless the user gave an empty argument.
    mutating func print(_ bytes: [UInt8], isCut: Bool) {
        guard RecordKind(of: bytes) != nil || bytes.isEmpty && run.inputs.contains("") else { return }
        if run.isJSON {
            pieces.inspect([(bytes.indices, isCut)], of: bytes, areRecords: true)
            pieces.flush { written in Output.bytes(written) }
            hasErrors = hasErrors || pieces.hasErrors
            return
        }
        let report = InspectionReport(RecordContent(bytes, isCut: isCut, entry: run.entry), showsSecrets: run.showsSecrets)
        report.appendText(to: &output, isFirst: isFirst)
        isFirst = false
        hasErrors = hasErrors || report.hasErrors
        if output.count > Self.flushSize { flush() }
    }

    mutating func flush() {
        Output.bytes(output)
        output.removeAll(keepingCapacity: true)
    }
}
