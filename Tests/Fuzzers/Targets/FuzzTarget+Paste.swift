import Bytes
import Records

extension FuzzTarget {
    /// Every byte of a record comes from the place that the record names, and the number of records is within its limits.
    static func pasteProblem(_ bytes: [UInt8]) -> String? {
        let paste = PastedText(bytes)
        let found = paste.records.count { $0.wrapping != .none }
        if found > PastedText.mostLinks { return "\(found) links were taken" }
        if paste.linksLeftOut > 0, found < PastedText.mostLinks { return "links were left out although only \(found) were taken" }
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        let standing = paste.records.count - found
        if standing + paste.linesWithoutLink > lines {
            return "\(standing) lines as they stand and \(paste.linesWithoutLink) others, of \(lines)"
        }
        if let problem = paste.records.lazy.compactMap({ recordProblem($0, of: bytes) }).first { return problem }
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let records = PastedText.links(inLine: line.span) else { continue }
            if let problem = records.lazy.compactMap({ recordProblem($0, of: Array(line)) }).first { return "in a line, \(problem)" }
        }
        return nil
    }

    private static func recordProblem(_ record: PastedRecord, of paste: [UInt8]) -> String? {
        if record.bytes.contains(0x0A) || record.bytes.contains(0x0D) { return "the record at \(record.range) is more than a line" }
        guard record.range.lies(within: paste.count) else { return "a record is at \(record.range) of \(paste.count) bytes" }
        var end = 0
        var source = record.range.lowerBound
        for piece in record.pieces {
            guard piece.place.lowerBound == end, !piece.place.isEmpty else { return "the record at \(record.range) has a gap at \(end)" }
            guard piece.source.lowerBound >= source, piece.source.upperBound <= record.range.upperBound else {
                return "the record at \(record.range) has pieces in disorder: \(piece.source) behind \(source)"
            }
            end = piece.place.upperBound
            source = piece.source.upperBound
        }
        if end != record.bytes.count { return "the record at \(record.range) has \(record.bytes.count - end) bytes without a place" }
        if record.isVerbatim, !paste[record.range].elementsEqual(record.bytes) { return "the record is not what is at \(record.range)" }
        switch record.wrapping {
        // A command or a column of links may contain anything in the place of a link.
        case .none, .command, .table: return nil
        case .text, .quotes, .angleBrackets, .markdown, .html, .json, .log:
            return record.bytes.contains(UInt8(ascii: ":")) ? nil : "what was found at \(record.range) is no link"
        }
    }
}

extension PastedRecord {
    /// The pieces that make up all of `bytes`, in order, each with its place in the paste: either the same bytes, or the escape from which they
    /// were decoded.
    fileprivate var pieces: [(place: Range<Int>, source: Range<Int>)] {
        zip(text.runs, text.runs.dropFirst().map(\.start) + [text.count]).map { ($0.start..<$1, $0.source) }
    }
}
