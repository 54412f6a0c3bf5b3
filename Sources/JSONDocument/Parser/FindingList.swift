/// Collects findings, and bounds what a hostile text can make of them.
struct FindingList {
    static let limit = 100

    /// False where nobody reads them: then they are counted only.
    let isListed: Bool
    private var findings: [JSONFinding] = []
    private var errors = 0
    private var notes = 0
    private(set) var hasToldEnd = false
    private(set) var hasToldSurrogate = false

    init(isListed: Bool = true) {
        self.isListed = isListed
    }

    var hasErrors: Bool { errors > 0 }
    var isEmpty: Bool { errors + notes == 0 }

    /// Counts what makes the text invalid; whether it is to be listed, so that no message is made for what is not.
    mutating func admitsError(_ code: JSONFinding.Code) -> Bool {
        errors += 1
        // That the text ends too early is told however much is wrong before.
        let isEnd = code == .unterminatedString || code == .unexpectedEnd
        if isEnd { hasToldEnd = true }
        return isListed && (errors <= Self.limit || isEnd)
    }

    /// Counts what is worth telling and valid; whether it is to be listed.
    mutating func admitsNote(_ code: JSONFinding.Code) -> Bool {
        notes += 1
        // That there is half a surrogate pair is told however much is noted before: many readers refuse the whole text for one.
        let isFirstSurrogate = code == .loneSurrogate && !hasToldSurrogate
        if isFirstSurrogate { hasToldSurrogate = true }
        return isListed && (notes <= Self.limit || isFirstSurrogate)
    }

    mutating func list(_ code: JSONFinding.Code, _ range: Range<Int>, _ message: String, isError: Bool) {
        findings.append(JSONFinding(code: code, range: range, message: message, isError: isError, line: 1, column: 1))
    }

    /// The findings by place, each with its line and column: one walk over the text for all of them, none if there is nothing to tell.
    func placed(in bytes: JSONBytes) -> [JSONFinding] {
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
                    // The first byte of a scalar; the bytes that continue one have no column.
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
