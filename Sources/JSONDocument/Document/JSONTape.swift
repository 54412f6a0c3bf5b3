import Bytes

/// The records of one document at a time, in reused memory. A ``JSONDocument`` can be made from a tape.
///
/// A tape does not store the text. It stores whether there are findings, but not the findings. Parse a ``JSONDocument`` to get the
/// findings.
package struct JSONTape: Sendable {
    package private(set) var records: [NodeRecord] = []
    /// Whether the text is valid, as in ``JSONDocument/isValid``.
    package private(set) var isValid = false
    /// Whether a ``JSONDocument`` of the text would have findings.
    package private(set) var hasFindings = false
    /// Whether a string has a lone surrogate.
    package private(set) var hasLoneSurrogate = false

    package init() {}

    /// Parses a document, replacing the previous one.
    package mutating func read(_ text: Span<UInt8>, limits: JSONDocument.Limits = .default) {
        unsafe text.withUnsafeBufferPointer { buffer in
            // The parser exists only inside this closure, and its result does not point into the buffer.
            var parser = JSONParser(unsafe ByteView(buffer), limits: limits, listsFindings: false)
            swap(&parser.records, &records)
            parser.records.removeAll(keepingCapacity: true)
            parser.parse()
            swap(&parser.records, &records)
            isValid = !parser.findings.hasErrors
            hasFindings = !parser.findings.isEmpty
            hasLoneSurrogate = parser.findings.hasToldSurrogate
        }
    }

    /// Releases the records if their array has room for more than `most` records.
    package mutating func shrink(to most: Int) {
        if records.capacity > most { records = [] }
    }

    /// Calls `body` with a view of the records and the text they were parsed from.
    package func withView<Answer>(of text: Span<UInt8>, _ body: (JSONView) -> Answer) -> Answer {
        unsafe text.withUnsafeBufferPointer { buffer in
            unsafe records.withUnsafeBufferPointer { records in
                unsafe body(JSONView(bytes: unsafe ByteView(buffer), records: unsafe records))
            }
        }
    }
}

extension JSONDocument {
    /// Creates a document from the records that were parsed from this text; nil if the text has findings, because a tape does not store
    /// them.
    package init?(_ text: Span<UInt8>, _ tape: JSONTape) {
        guard tape.isValid, !tape.hasFindings else { return nil }
        source = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
        records = tape.records
        findings = []
        isValid = true
    }

    /// Calls `body` with a view of the records and the text.
    package func withView<Answer>(_ body: (JSONView) -> Answer) -> Answer {
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
