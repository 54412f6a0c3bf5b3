import AppLinks
import Foundation
import Intake
import LinkLayers
import Reports

/// Goes through links once, in the order they are given, and prints what is in each.
struct InspectRun {
    let inputs: [String]
    let isJSON: Bool
    let showsSecrets: Bool
    var entry = EntryName.inbound
    var sourceApplication: String?

    /// Goes on after an input that cannot be read; says so on standard error.
    ///
    /// - Throws: `CommandFailure` without a message: exit code 3 when something could not be read, else 1 when a link has an error.
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
        let given = try Given(input)
        do throws(SystemError) {
            switch given {
            case .link(let bytes):
                if let doubt = Given.doubt(about: input) { Output.error("linkscope: \(doubt)") }
                for record in Given.records(bytes) { printer.print(record, isCut: false) }
                printer.flush()
            case .file(let path): try printer.printAll(LineReader(path: path))
            case .standardInput: try printer.printAll(LineReader(descriptor: STDIN_FILENO))
            }
        } catch {
            throw CommandFailure(input, error)
        }
    }
}

/// Collects what is to be printed, and writes it when there is much of it or the next line has to be waited for.
private struct Printer {
    private static let flushSize = 1 << 16

    private let run: InspectRun
    private var output: [UInt8] = []
    private var isFirst = true
    private(set) var hasErrors = false
    private var pieces: InspectionPieces
    private var lines: [(range: Range<Int>, isCut: Bool)] = []

    init(_ run: InspectRun) {
        self.run = run
        pieces = InspectionPieces(entry: run.incomingEntry, showsSecrets: run.showsSecrets)
        if !run.isJSON { output.reserveCapacity(2 * Self.flushSize) }
    }

    mutating func printAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            if run.isJSON {
                printJSON(&reader)
            } else {
                while let line = reader.next() {
                    guard let links = PastedText.links(inLine: line.bytes.span) else { print(line.bytes, isCut: line.isCut); continue }
                    for link in links { print(link.bytes, isCut: false) }
                }
                flush()
            }
            isMore = try reader.fill()
            if run.isJSON { try reader.fillWithoutWaiting() }
        }
    }

    /// Prints the lines that have been read.
    private mutating func printJSON(_ reader: inout LineReader) {
        while true {
            reader.takeLines(upTo: InspectionPieces.most, into: &lines)
            if lines.isEmpty { return }
            pieces.inspect(lines, of: reader.bytes)
            pieces.flush { written in Output.bytes(written) }
            hasErrors = hasErrors || pieces.hasErrors
        }
    }

    /// Blank lines are no records.
    mutating func print(_ bytes: [UInt8], isCut: Bool) {
        guard RecordKind(of: bytes) != nil || bytes.isEmpty && run.inputs.contains("") else { return }
        if run.isJSON {
            pieces.inspect([(bytes.indices, isCut)], of: bytes, areRecords: true)
            pieces.flush { written in Output.bytes(written) }
            hasErrors = hasErrors || pieces.hasErrors
            return
        }
        let report = InspectionReport(RecordContent(bytes, isCut: isCut, entry: run.incomingEntry), showsSecrets: run.showsSecrets)
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

extension InspectRun {
    fileprivate var incomingEntry: IncomingLink.Entry {
        switch entry {
        case .plain: .plain
        case .inbound: .inbound(sourceApplication: sourceApplication)
        case .backToReferrerBar: .backToReferrerBar
        }
    }
}
