import Bytes

/// An error or a note about a JSON text, and its place.
public struct JSONFinding: Sendable, Hashable {
    /// The kind of finding.
    public let code: Code

    /// The byte range in the source; empty if something is missing at this place.
    public let range: Range<Int>

    /// A sentence for the user that describes the finding and its place. It counts bytes from 1.
    public let message: String

    /// Whether the finding makes the text invalid.
    public let isError: Bool

    /// The line of the first byte, from 1. LF, CR and CR LF end a line.
    public internal(set) var line: Int

    /// The column of the first byte, from 1, in Unicode scalars.
    public internal(set) var column: Int

    /// The offset of the first byte in the source, from 0.
    public var offset: Int { range.lowerBound }

    /// The kinds of findings. Their raw values are stable. More may be added in later versions, so a `switch` needs `@unknown default`.
    @nonexhaustive
    public enum Code: String, Sendable, Hashable, CustomStringConvertible {
        /// The text ends where more is expected.
        case unexpectedEnd = "json-unexpected-end"
        /// The text ends inside a string.
        case unterminatedString = "json-unterminated-string"
        /// A character that is not allowed here.
        case unexpectedCharacter = "json-unexpected-character"
        /// Content after the document.
        case trailingContent = "json-trailing-content"
        /// A comma before `]` or `}`.
        case trailingComma = "json-trailing-comma"
        /// No comma between two values.
        case missingComma = "json-missing-comma"
        /// No colon after a key.
        case missingColon = "json-missing-colon"
        /// No value where a value is expected, as in `[1,,2]` or `{"a":}`.
        case missingValue = "json-missing-value"
        /// `]` where `}` is expected, or `}` where `]` is expected.
        case mismatchedBracket = "json-mismatched-bracket"
        /// A malformed number: `01`, `+1`, `.5`, `1.`
        case invalidNumber = "json-invalid-number"
        /// A bare word that is not `true`, `false` or `null`, or a key without quotes.
        case invalidWord = "json-invalid-word"
        /// A string in single quotes.
        case singleQuotes = "json-single-quotes"
        /// A backslash that does not start a valid escape.
        case invalidEscape = "json-invalid-escape"
        /// A control character inside a string, where it must be escaped.
        case controlCharacter = "json-control-character"
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "json-invalid-utf8"
        /// A byte order mark before the document.
        case byteOrderMark = "json-byte-order-mark"
        /// A comment. JSON has no comments.
        case comment = "json-comment"
        /// Containers nested deeper than the limit.
        case tooDeep = "json-too-deep"
        /// More bytes than the limit.
        case tooLarge = "json-too-large"
        /// A duplicate key. This is valid, but readers differ in which value they use.
        case duplicateKey = "json-duplicate-key"
        /// A lone surrogate such as `\uD800`. The grammar allows a lone surrogate, but it is not a character.
        case loneSurrogate = "json-lone-surrogate"
        /// There are more findings than those listed.
        case moreFindings = "json-more-findings"

        /// The stable identifier, such as `json-trailing-comma`.
        public var description: String { rawValue }
    }
}

/// Collects findings, up to a limit, because a hostile text could cause any number of them.
struct JSONFindingList {
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
