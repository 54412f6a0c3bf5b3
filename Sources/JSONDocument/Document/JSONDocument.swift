/// JSON as it was written: the order of keys, duplicates, number literals and the place of every value are kept.
///
/// Reading never fails. What could be read is in ``root``, what is wrong with the text is in ``findings``, and ``isValid`` says whether the text is
/// JSON by RFC 8259.
///
/// ```
/// {"a":1,"a":2}   ✅ valid, with a finding: the key is there twice
/// ["\ud800"]      ✅ valid, with a finding: half a surrogate pair, read as U+FFFD
/// {"a":[1,2       ❌ not valid; the tree is {"a":[1,2]}
/// [1,]            ❌ not valid; the tree is [1]
/// ```
///
/// The tree is one array of fixed-size records in the order of the text, so neither reading nor dropping a document recurses, however deep it is.
public struct JSONDocument: Sendable {
    /// The bytes that were read; every range of a node or a finding points into them.
    public let source: [UInt8]

    /// Whether the text is JSON exactly as RFC 8259 has it, and within the limits. A byte order mark is not.
    public let isValid: Bool

    /// Everything worth telling about the text, in the order of its place. At most 100 errors and 100 notes are listed, then their number.
    ///
    /// That the text ends too early, and the first half of a surrogate pair that stands alone, are listed however much else there is.
    public let findings: [JSONFinding]

    let records: [NodeRecord]

    /// Reads a document from bytes that should be UTF-8.
    ///
    /// - Complexity: O(*n*) in the number of bytes, whatever the nesting.
    public init(_ bytes: [UInt8], limits: Limits = .default) {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            // The parser lives inside this closure only, and nothing of its result points into the buffer.
            var parser = unsafe JSONParser(JSONBytes(buffer), limits: limits)
            return parser.parsed()
        }
        source = bytes
        records = result.records
        findings = result.findings
        isValid = result.isValid
    }

    /// Reads a document from text; ranges count its UTF-8 bytes.
    public init(_ text: String, limits: Limits = .default) {
        self.init(Array(text.utf8), limits: limits)
    }

    /// The outermost value, or nil where the text has none (empty, only blanks, larger than the limit).
    ///
    /// An invalid document has one too: containers that were left open are closed, a string without its end is kept up to the end of the text.
    public var root: Node? {
        records.isEmpty ? nil : Node(source: source, records: records, index: 0)
    }
}
