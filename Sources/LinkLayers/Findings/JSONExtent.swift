import JSONDocument

/// An object of JSON that begins a text, and where it really ends: at the bracket that closes it, whatever stands behind.
struct JSONExtent {
    let end: Int
    /// The object alone.
    let document: JSONDocument

    /// Nil unless the brackets and quotes are balanced. Slips that do not touch them, as a comma too many, are no obstacle.
    init?(_ text: [UInt8]) {
        guard let root = JSONDocument(text).root, root.kind == .object, root.range.count > 1 else { return nil }
        guard text[root.range.upperBound - 1] == UInt8(ascii: "}") else { return nil }
        let document = JSONDocument(Array(text[..<root.range.upperBound]))
        guard document.isValid || document.findings.allSatisfy({ !$0.isError || Self.isHarmless($0.code) }) else { return nil }
        end = root.range.upperBound
        self.document = document
    }

    private static func isHarmless(_ code: JSONFinding.Code) -> Bool {
        switch code {
        case .trailingComma, .missingValue, .invalidNumber, .invalidWord, .singleQuotes, .invalidEscape, .controlCharacter: true
        default: false
        }
    }
}

extension JSONDocument {
    /// Whether the text ends before the JSON does.
    var endsEarly: Bool { findings.contains { $0.code == .unexpectedEnd || $0.code == .unterminatedString } }

    /// Whether reading stopped at a limit: what is behind it nobody knows.
    var isBeyondLimits: Bool { findings.contains { $0.code == .tooDeep || $0.code == .tooLarge } }
}
