/// The records of one document after another, in memory that is kept; what a ``JSONDocument`` is read into before it becomes a value.
///
/// It does not keep the text, and of the findings only whether there are any: who wants to know them reads a ``JSONDocument``.
package struct JSONTape: Sendable {
    package private(set) var records: [NodeRecord] = []
    /// As ``JSONDocument/isValid``.
    package private(set) var isValid = false
    /// Whether a ``JSONDocument`` of the text would have findings.
    package private(set) var hasFindings = false
    /// Whether a string has half a surrogate pair.
    package private(set) var hasLoneSurrogate = false

    package init() {}

    /// Reads a document; what was read before is gone.
    package mutating func read(_ text: Span<UInt8>, limits: JSONDocument.Limits = .default) {
        unsafe text.withUnsafeBufferPointer { buffer in
            // The parser lives inside this closure only, and nothing of its result points into the buffer.
            var parser = JSONParser(unsafe JSONBytes(buffer), limits: limits, listsFindings: false)
            swap(&parser.records, &records)
            parser.records.removeAll(keepingCapacity: true)
            parser.parse()
            swap(&parser.records, &records)
            isValid = !parser.findings.hasErrors
            hasFindings = !parser.findings.isEmpty
            hasLoneSurrogate = parser.findings.hasToldSurrogate
        }
    }

    /// Forgets the document, and gives back memory that one large one has needed.
    package mutating func shrink(to most: Int) {
        if records.capacity > most { records = [] }
    }

    /// Lends the records together with the text they were read from.
    package func withView<Answer>(of text: Span<UInt8>, _ body: (JSONView) -> Answer) -> Answer {
        unsafe text.withUnsafeBufferPointer { buffer in
            unsafe records.withUnsafeBufferPointer { records in
                unsafe body(JSONView(bytes: unsafe JSONBytes(buffer), records: unsafe records))
            }
        }
    }
}

extension JSONDocument {
    /// The document whose records were read from this text; nil where it has findings, which a tape does not keep.
    package init?(_ text: Span<UInt8>, _ tape: JSONTape) {
        guard tape.isValid, !tape.hasFindings else { return nil }
        source = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
        records = tape.records
        findings = []
        isValid = true
    }

    /// Lends the records together with the text.
    package func withView<Answer>(_ body: (JSONView) -> Answer) -> Answer {
        unsafe source.withUnsafeBufferPointer { buffer in
            unsafe records.withUnsafeBufferPointer { records in
                unsafe body(JSONView(bytes: unsafe JSONBytes(buffer), records: unsafe records))
            }
        }
    }

    /// The node of a record, as a view counts them.
    package func node(at index: Int) -> Node? {
        records.indices.contains(index) ? Node(source: source, records: records, index: index) : nil
    }
}
