import Bytes

/// A JSON document that keeps the order of keys, duplicate keys, number literals and the place of every value, as they were written.
///
/// Parsing never fails. ``root`` has the values that could be read, ``findings`` lists the problems of the text, and ``isValid`` tells
/// whether the text is JSON as defined by RFC 8259.
///
/// ```
/// {"a":1,"a":2}   ✅ valid, with a finding: the key is a duplicate
/// ["\ud800"]      ✅ valid, with a finding: a lone surrogate, read as U+FFFD
/// {"a":[1,2       ❌ not valid; the tree is {"a":[1,2]}
/// [1,]            ❌ not valid; the tree is [1]
/// ```
///
/// The tree is an array of fixed-size records in text order, so neither parsing nor releasing a document recurses, whatever its depth.
public struct JSONDocument: Sendable {
    /// The bytes that were parsed. The ranges of nodes and findings refer to these bytes.
    public let source: [UInt8]

    /// Whether the text is JSON as defined by RFC 8259 and within the limits. A text with a byte order mark is not valid.
    public let isValid: Bool

    /// The findings, in text order. At most 100 errors and 100 notes are listed. If there are more, an additional finding tells how many
    /// are left out.
    ///
    /// A premature end of the text and the first lone surrogate are listed even beyond these limits.
    public let findings: [JSONFinding]

    let records: [NodeRecord]

    /// Parses a document from bytes that should be UTF-8.
    ///
    /// - Complexity: O(*n*) in the number of bytes, whatever the depth of nesting.
    public init(_ bytes: [UInt8], limits: Limits = .default) {
        var tape = JSONTape()
        tape.read(bytes.span, limits: limits)
        self.init(bytes, tape)
    }

    /// Parses a document from text. Ranges count the bytes of the text in UTF-8.
    public init(_ text: String, limits: Limits = .default) {
        self.init(Array(text.utf8), limits: limits)
    }

    /// The outermost value; nil if the text is empty, has only whitespace, or is larger than the limit.
    ///
    /// An invalid document usually has a root, too. Containers without a closing bracket are closed, and an unterminated string extends to
    /// the end of the text.
    public var root: Node? {
        records.isEmpty ? nil : Node(source: source, records: records, index: 0)
    }
}
