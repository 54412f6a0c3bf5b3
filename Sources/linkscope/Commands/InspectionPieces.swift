import AppLinks
import Bytes
import Dispatch
import Foundation
import Records
import Reports
import Synchronization

/// Inspects many lines on all cores, and prints the reports in the order of the lines.
///
/// The lines are divided into pieces of about the same size. A free thread takes the next piece and writes its reports into the piece's own
/// memory. When all pieces are done, they are printed in order. A few lines form a single piece, which needs no other thread.
nonisolated struct InspectionPieces {
    /// The number of bytes to inspect at a time. It is large enough to keep some cores busy, and small enough that the reports do not
    /// take much memory.
    static let most = 1 << 19
    private static let pieceSize = 1 << 15
    /// The maximum memory, in bytes, that a piece keeps for the next lines.
    private static let kept = 1 << 19

    /// A piece: a range of the lines, and their reports.
    private final class Piece: Sendable {
        let state: Mutex<State>

        struct State: ~Copyable {
            var writer: InspectionWriter
            var lines = 0..<0
            /// The number of records with an error.
            var errors = 0
            /// The number of lines of a device's log that tell nothing about links.
            var silentLines = 0

            mutating func append(_ record: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry, shellCut: String? = nil) {
                if writer.append(record, isCut: isCut, entry: entry, shellCut: shellCut) { errors += 1 }
            }
        }

        init(_ form: InspectionWriter.Form, showsSecrets: Bool) {
            state = Mutex(State(writer: InspectionWriter(form, showsSecrets: showsSecrets, capacity: kept)))
        }
    }

    private let form: InspectionWriter.Form
    private let entry: IncomingLink.Entry
    private let showsSecrets: Bool
    private let cores = ProcessInfo.processInfo.activeProcessorCount
    private var pieces: [Piece] = []
    private var used = 0
    /// Whether a record among the lines that were printed last has an error.
    private(set) var hasErrors = false
    /// The numbers of the reports printed so far, of those with an error, and of skipped lines.
    private(set) var tally = InspectionTally()
    /// Whether reports are printed at once, because more may follow much later. Otherwise the first report waits for the second, because
    /// reports are numbered only if there are several.
    private let isStream: Bool
    /// The first report while it waits, with its number and without.
    private var held: (numbered: [UInt8], alone: [UInt8])?

    init(_ form: InspectionWriter.Form, entry: IncomingLink.Entry, showsSecrets: Bool, isStream: Bool) {
        self.form = form
        self.isStream = isStream
        self.entry = entry
        self.showsSecrets = showsSecrets
    }

    /// Inspects lines, which are ranges of the bytes. Empty lines are skipped, and a line may contain several links.
    ///
    /// - Parameters:
    ///   - areRecords: Whether each range is known to be one record, even if it is empty.
    ///   - cut: The note that says where a shell cut the records off; nil if none did.
    mutating func inspect(
        _ lines: [(range: Range<Int>, isCut: Bool)], of bytes: [UInt8], areRecords: Bool = false, cut shellCut: String? = nil
    ) {
        cut(lines)
        let (pieces, used, entry) = (pieces, used, entry)
        let work: @Sendable (Int) -> Void = { index in
            pieces[index].state.withLock { piece in
                (piece.errors, piece.silentLines) = (0, 0)
                for line in lines[piece.lines] {
                    let text = bytes.span.extracting(line.range)
                    if areRecords {
                        piece.append(text, isCut: line.isCut, entry: entry, shellCut: shellCut)
                    } else if let links = PastedText.links(inLine: text) {
                        if links.isEmpty { piece.silentLines += 1 }
                        for link in links { piece.append(link.bytes.span, isCut: false, entry: entry, shellCut: link.cut) }
                    } else if RecordKind(of: text) != nil {
                        piece.append(text, isCut: line.isCut, entry: entry)
                    }
                }
            }
        }
        if used > 1, cores > 1 {
            DispatchQueue.concurrentPerform(iterations: used, execute: work)
        } else {
            for index in 0..<used { work(index) }
        }
    }

    /// Prints the reports on the lines, in the order of the lines.
    mutating func flush(_ write: @Sendable (Span<UInt8>) -> Void) {
        hasErrors = false
        for piece in pieces[..<used] {
            let first = tally.records + 1
            let mayWait = first == 1 && used == 1 && !isStream
            let waiting = held
            let (records, errors, silentLines, held) = piece.state.withLock { piece in
                let count = piece.writer.count
                var held: (numbered: [UInt8], alone: [UInt8])?
                if mayWait, count == 1 {
                    held = (
                        piece.writer.withOutput(numberedFrom: first) { $0.array }, piece.writer.withOutput { $0.array }
                    )
                } else {
                    if count > 0, let waiting { write(waiting.numbered.span) }
                    piece.writer.withOutput(numberedFrom: first) { if !$0.isEmpty { write($0) } }
                    if count == 0 { held = waiting }
                }
                piece.writer.removeAll(keeping: Self.kept)
                return (count, piece.errors, piece.silentLines, held)
            }
            self.held = held
            tally.records += records
            tally.errors += errors
            tally.silentLines += silentLines
            if errors > 0 { hasErrors = true }
        }
        used = 0
    }

    /// Prints the report that waits for another one.
    mutating func finish(_ write: (Span<UInt8>) -> Void) {
        if let held { write(held.alone.span) }
        held = nil
    }

    /// Divides the lines into pieces.
    private mutating func cut(_ lines: [(range: Range<Int>, isCut: Bool)]) {
        used = 0
        var start = 0
        var size = 0
        for index in lines.indices {
            size += lines[index].range.count
            guard size >= Self.pieceSize || index == lines.count - 1 else { continue }
            if used == pieces.count { pieces.append(Piece(form, showsSecrets: showsSecrets)) }
            let piece = start..<index + 1
            pieces[used].state.withLock { $0.lines = piece }
            used += 1
            start = index + 1
            size = 0
        }
    }
}

/// The numbers for the summary that follows the reports.
nonisolated struct InspectionTally {
    var records = 0
    var errors = 0
    /// The number of lines of a device's log and of commands that were skipped.
    var silentLines = 0

    /// `5 links, 2 with errors; 90 lines without a link were skipped`, or `90 lines, none with a link`; nil if there is nothing to
    /// sum up.
    var summary: String? {
        guard records > 1 || silentLines > 0 else { return nil }
        let lines = silentLines.counted("line")
        if records == 0 { return silentLines == 1 ? "1 line, without a link" : "\(lines), none with a link" }
        let links =
            records == 1
            ? "1 link, \(errors == 0 ? "without" : "with") errors"
            : "\(records) links, \(errors == 0 ? "none" : "\(errors)") with errors"
        guard silentLines > 0 else { return links }
        return links + "; \(lines) without a link \(silentLines == 1 ? "was" : "were") skipped"
    }
}
