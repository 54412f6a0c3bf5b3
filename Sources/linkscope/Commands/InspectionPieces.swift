import AppLinks
import Dispatch
import Foundation
import Pasting
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
            var hasErrors = false

            mutating func append(_ record: Span<UInt8>, isCut: Bool, entry: IncomingLink.Entry) {
                if writer.append(record, isCut: isCut, entry: entry) { hasErrors = true }
            }
        }

        init(_ form: InspectionWriter.Form, showsSecrets: Bool) {
            state = Mutex(State(writer: InspectionWriter(form, showsSecrets: showsSecrets, capacity: 2 * pieceSize)))
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
    /// Whether the next report to be printed is the first. The empty line before that report is not printed.
    private var isFirst: Bool

    init(_ form: InspectionWriter.Form, entry: IncomingLink.Entry, showsSecrets: Bool) {
        self.form = form
        isFirst = form == .text
        self.entry = entry
        self.showsSecrets = showsSecrets
    }

    /// Inspects lines, which are ranges of the bytes. Empty lines are skipped, and a line may contain several links.
    ///
    /// - Parameter areRecords: Whether each range is known to be one record, even if it is empty.
    mutating func inspect(_ lines: [(range: Range<Int>, isCut: Bool)], of bytes: [UInt8], areRecords: Bool = false) {
        cut(lines)
        let (pieces, used, entry) = (pieces, used, entry)
        let work: @Sendable (Int) -> Void = { index in
            pieces[index].state.withLock { piece in
                piece.hasErrors = false
                for line in lines[piece.lines] {
                    let text = bytes.span.extracting(line.range)
                    if areRecords {
                        piece.append(text, isCut: line.isCut, entry: entry)
                    } else if let links = PastedText.links(inLine: text) {
                        for link in links { piece.append(link.bytes.span, isCut: false, entry: entry) }
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
            let isFirst = isFirst
            let (hasError, isEmpty) = piece.state.withLock { piece in
                let isEmpty = piece.writer.withOutput { written in
                    if !written.isEmpty { write(isFirst ? written.extracting(droppingFirst: 1) : written) }
                    return written.isEmpty
                }
                piece.writer.removeAll(keeping: Self.kept)
                return (piece.hasErrors, isEmpty)
            }
            if hasError { hasErrors = true }
            if !isEmpty { self.isFirst = false }
        }
        used = 0
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
