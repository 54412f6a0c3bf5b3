/// Something worth telling about a JSON text, and its place.
public struct JSONFinding: Sendable, Hashable {
    /// What it is, as a stable word.
    public let code: Code

    /// The bytes of the source it is about; empty where something is missing.
    public let range: Range<Int>

    /// One sentence for people, with the place.
    public let message: String

    /// True if the text is not JSON because of this.
    public let isError: Bool

    /// The line of the first byte, from 1. LF, CR and CR LF end a line.
    public internal(set) var line: Int

    /// The column of the first byte, from 1, in Unicode scalars.
    public internal(set) var column: Int

    /// The first byte's offset in the source.
    public var offset: Int { range.lowerBound }
}

extension JSONFinding {
    /// The kinds of findings; their raw values do not change.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable word, as `json-trailing-comma`.
        public let rawValue: String

        /// Makes a code of a word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The stable word.
        public var description: String { rawValue }

        /// The text ends where something must follow.
        public static let unexpectedEnd = Code(rawValue: "json-unexpected-end")
        /// The text ends inside a string.
        public static let unterminatedString = Code(rawValue: "json-unterminated-string")
        /// A character that may not stand here.
        public static let unexpectedCharacter = Code(rawValue: "json-unexpected-character")
        /// Something follows the document.
        public static let trailingContent = Code(rawValue: "json-trailing-content")
        /// A comma before `]` or `}`.
        public static let trailingComma = Code(rawValue: "json-trailing-comma")
        /// No comma between two values.
        public static let missingComma = Code(rawValue: "json-missing-comma")
        /// No colon after a key.
        public static let missingColon = Code(rawValue: "json-missing-colon")
        /// No value where one belongs, as in `[1,,2]` or `{"a":}`.
        public static let missingValue = Code(rawValue: "json-missing-value")
        /// `]` where `}` belongs, or the other way round.
        public static let mismatchedBracket = Code(rawValue: "json-mismatched-bracket")
        /// A number JSON does not write so: `01`, `+1`, `.5`, `1.`
        public static let invalidNumber = Code(rawValue: "json-invalid-number")
        /// A bare word that is not `true`, `false` or `null`, or a key without quotes.
        public static let invalidWord = Code(rawValue: "json-invalid-word")
        /// A string in single quotes.
        public static let singleQuotes = Code(rawValue: "json-single-quotes")
        /// A backslash followed by what is no escape.
        public static let invalidEscape = Code(rawValue: "json-invalid-escape")
        /// A control character inside a string that must be escaped.
        public static let controlCharacter = Code(rawValue: "json-control-character")
        /// Bytes that are not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "json-invalid-utf8")
        /// A byte order mark before the document.
        public static let byteOrderMark = Code(rawValue: "json-byte-order-mark")
        /// A comment; JSON has none.
        public static let comment = Code(rawValue: "json-comment")
        /// More containers inside each other than the limit.
        public static let tooDeep = Code(rawValue: "json-too-deep")
        /// More bytes than the limit.
        public static let tooLarge = Code(rawValue: "json-too-large")
        /// A key that the object has already. Valid; readers differ in which one they take.
        public static let duplicateKey = Code(rawValue: "json-duplicate-key")
        /// One half of a surrogate pair as `\uD800`. Valid by the grammar, but no character.
        public static let loneSurrogate = Code(rawValue: "json-lone-surrogate")
        /// There are more findings than are listed.
        public static let moreFindings = Code(rawValue: "json-more-findings")
    }
}
