import Bytes

/// The records and findings of one document at a time, in reused memory. A ``JSONDocument`` can be made from a tape and the text, which a
/// tape does not store.
package struct JSONTape: Sendable {
    package private(set) var records: [NodeRecord] = []
    /// Whether the text is valid, as in ``JSONDocument/isValid``.
    package private(set) var isValid = false
    fileprivate var findings: [JSONFinding] = []
    /// Whether the document has findings.
    package var hasFindings: Bool { !findings.isEmpty }
    /// Whether a string has a lone surrogate.
    package private(set) var hasLoneSurrogate = false

    package init() {}

    /// Parses a document, replacing the previous one.
    package mutating func read(_ text: Span<UInt8>, limits: JSONDocument.Limits = .default) {
        unsafe text.withUnsafeBufferPointer { buffer in
            // The parser exists only inside this closure, and its result does not point into the buffer.
            var parser = JSONParser(unsafe ByteView(buffer), limits: limits)
            swap(&parser.records, &records)
            parser.records.removeAll(keepingCapacity: true)
            parser.parse()
            swap(&parser.records, &records)
            isValid = !parser.findings.hasErrors
            findings = parser.findings.placed(in: parser.bytes)
            hasLoneSurrogate = parser.findings.hasToldSurrogate
        }
    }

    /// Removes the document. Releases the records if their array has room for more than `most` records.
    package mutating func removeAll(keeping most: Int) {
        if records.capacity > most { records = [] } else { records.removeAll(keepingCapacity: true) }
        (findings, isValid, hasLoneSurrogate) = ([], false, false)
    }

    /// Calls `body` with a view of the records and the text they were parsed from.
    package func withView<Answer>(of text: Span<UInt8>, _ body: (JSONView) -> Answer) -> Answer {
        // The view is valid in these closures and is passed only to `body`.
        unsafe text.withUnsafeBufferPointer { buffer in
            unsafe records.withUnsafeBufferPointer { records in
                unsafe body(JSONView(bytes: unsafe ByteView(buffer), records: unsafe records))
            }
        }
    }
}

extension JSONDocument {
    /// Creates a document from a text and the tape that read it.
    package init(_ text: [UInt8], _ tape: JSONTape) {
        source = text
        records = tape.records
        findings = tape.findings
        isValid = tape.isValid
    }

    /// Calls `body` with a view of the records and the text.
    package func withView<Answer>(_ body: (JSONView) -> Answer) -> Answer {
        // The view is valid in these closures and is passed only to `body`.
        unsafe source.withUnsafeBufferPointer { buffer in
            unsafe records.withUnsafeBufferPointer { records in
                unsafe body(JSONView(bytes: unsafe ByteView(buffer), records: unsafe records))
            }
        }
    }

    /// Returns the node with the index that a view uses.
    package func node(at index: Int) -> Node? {
        records.indices.contains(index) ? Node(source: source, records: records, index: index) : nil
    }
}
