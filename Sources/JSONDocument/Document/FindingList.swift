import Bytes

/// Collects findings, up to a limit, because a hostile text could cause any number of them.
struct FindingList {
    static let limit = 100

    private var findings: [JSONFinding] = []
    private var errors = 0
    private var notes = 0
    private(set) var hasToldEnd = false
    private(set) var hasToldSurrogate = false

    var hasErrors: Bool { errors > 0 }

    /// Counts an error. Returns whether to list the error. If not, the caller does not build its message.
    mutating func admitsError(_ code: JSONFinding.Code) -> Bool {
        errors += 1
        // A premature end is listed even after many other errors.
        let isEnd = code == .unterminatedString || code == .unexpectedEnd
        if isEnd { hasToldEnd = true }
        return errors <= Self.limit || isEnd
    }

    /// Counts a note. Returns whether to list the note.
    mutating func admitsNote(_ code: JSONFinding.Code) -> Bool {
        notes += 1
        // The first lone surrogate is listed even after many other notes, because many readers reject a text with a lone surrogate.
        let isFirstSurrogate = code == .loneSurrogate && !hasToldSurrogate
        if isFirstSurrogate { hasToldSurrogate = true }
        return notes <= Self.limit || isFirstSurrogate
    }

    mutating func list(_ code: JSONFinding.Code, _ range: Range<Int>, _ message: String, isError: Bool) {
        findings.append(JSONFinding(code: code, range: range, message: message, isError: isError, line: 1, column: 1))
    }

    /// Returns the findings in text order with their lines and columns. All positions are found in one pass over the text.
    func placed(in bytes: ByteView) -> [JSONFinding] {
        guard !findings.isEmpty else { return [] }
        var result = findings.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var line = 1
        var column = 1
        var place = 0
        for index in result.indices {
            while place < result[index].range.lowerBound {
                let byte = bytes[place]
                let endsLine = byte == 0x0A || (byte == 0x0D && bytes[place + 1] != 0x0A)
                if endsLine {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    // A scalar is one column, so its continuation bytes are not counted.
                    column += 1
                }
                place += 1
            }
            result[index].line = line
            result[index].column = column
        }
        let unlisted = errors + notes - findings.count
        if unlisted > 0 {
            result.append(
                JSONFinding(
                    code: .moreFindings, range: bytes.count..<bytes.count, message: "\(unlisted) more findings are not listed",
                    isError: false,
                    line: line, column: column
                )
            )
        }
        return result
    }
}
