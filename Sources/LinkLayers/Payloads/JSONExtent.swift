import JSONDocument

/// A JSON object at the start of a text, up to the bracket that closes it. Any text may follow.
struct JSONExtent {
    let end: Int
    /// The parsed object.
    let document: JSONDocument

    /// Returns nil unless brackets and quotes are balanced, and other mistakes, such as an extra comma, leave no doubt about what was meant.
    init?(_ text: [UInt8]) {
        guard let root = JSONDocument(text).root, root.kind == .object, root.range.count > 1 else { return nil }
        guard text[root.range.upperBound - 1] == UInt8(ascii: "}") else { return nil }
        let document = JSONDocument(Array(text[..<root.range.upperBound]))
        guard JSONMistakes.leaveNoDoubt(in: document) else { return nil }
        end = root.range.upperBound
        self.document = document
    }
}

extension JSONDocument {
    /// Whether the text ends before the JSON is complete.
    var endsEarly: Bool { findings.contains { $0.isEnd } }

    /// Whether the text has no error before its end.
    var isCorrectToItsEnd: Bool { findings.first?.isEnd ?? true }
}

extension JSONFinding {
    /// Whether the document ends too early.
    fileprivate var isEnd: Bool { code == .unexpectedEnd || code == .unterminatedString }
}
