import Bytes

/// The records and findings of one document at a time, in reused memory. A ``JSONDocument`` can be made from a tape and the text, which a
/// tape does not store.
package struct JSONTape: Sendable {
    package private(set) var records: [NodeRecord] = []
    /// Whether the text is valid, as in ``JSONDocument/isValid``.
    package private(set) var isValid = false
    fileprivate var findings: [JSONFinding] = []
    package var hasFindings: Bool { !findings.isEmpty }
    package private(set) var hasLoneSurrogate = false

    package init() {}

    /// Parses a document, replacing the previous one.
    package mutating func read(_ text: Span<UInt8>, limits: JSONDocument.Limits = .default) {
        ByteView.with(text) { bytes in
            // The parser exists only inside this closure, and its result does not point into the text.
            var parser = JSONParser(bytes, limits: limits)
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
        JSONView.with(text, records, body)
    }
}

extension JSONDocument {
    package init(_ text: [UInt8], _ tape: JSONTape) {
        source = text
        records = tape.records
        findings = tape.findings
        isValid = tape.isValid
    }

    /// Calls `body` with a view of the records and the text.
    package func withView<Answer>(_ body: (JSONView) -> Answer) -> Answer { JSONView.with(source.span, records, body) }
}

extension JSONDocument.Node {
    /// Visits everything in a container, in the order of the text. The walk does not recurse, because a document may be nested deeply.
    package struct Walk {
        package struct Step {
            package let value: JSONDocument.Node
            /// The key of the value; nil for an element of an array.
            package let key: JSONDocument.Node?
            package let position: Int
            /// The number of containers between the value and the root of the walk.
            package let depth: Int
        }

        private let root: JSONDocument.Node
        private var walk = JSONWalk()

        package init(_ root: JSONDocument.Node) {
            self.root = root
            walk.begin(at: root.index)
        }

        package mutating func next() -> Step? {
            let root = root
            return JSONView.with(root.source.span, root.records) { view in
                while let step = walk.step(in: view) {
                    guard case .value(let place) = step, let container = walk.containers.last else { continue }
                    return Step(
                        value: root.at(place), key: container.isObject ? root.at(container.key) : nil, position: container.position,
                        depth: walk.containers.count - 1)
                }
                return nil
            }
        }

        /// Skips the contents of the value that `next()` returned last.
        package mutating func skip() {
            let root = root
            JSONView.with(root.source.span, root.records) { walk.skip(in: $0) }
        }
    }
}

/// A stored node, in 20 bytes. Records are in text order, with a container before its contents.
///
///     {"a":[1,2],"b":3}     index  kind    range   next
///                           0      object  0..<17  7
///                           1      string  1..<4   2      a key is followed by its value
///                           2      array   5..<10  5
///                           3      number  6..<7   4
///                           4      number  8..<9   5
///                           5      string  11..<14 6
///                           6      number  15..<16 7
///
/// `next` is the index after the node and its contents, so iterating over siblings skips the contents. While a container is open, its
/// `next` holds the index of the enclosing container. So the records serve as the parser's stack, which needs no additional memory.
@usableFromInline
package struct NodeRecord: Sendable {
    /// The offset of the node's first byte.
    @usableFromInline package var start: UInt32
    /// The offset after the node's last byte.
    @usableFromInline package var end: UInt32
    /// The index after the node and its contents.
    @usableFromInline package var next: UInt32
    /// The number of the node's elements or members.
    @usableFromInline package var count: UInt32
    @usableFromInline package var kind: JSONDocument.Node.Kind
    @usableFromInline package var flags: Flags

    /// Flags that tell how a value is written.
    @usableFromInline
    package struct Flags: OptionSet, Sendable {
        @usableFromInline package let rawValue: UInt8

        @inlinable
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The node is a string with escapes or invalid UTF-8, or an object with a key that needs decoding.
        @inlinable package static var needsDecoding: Flags { Flags(rawValue: 1) }
        /// The string has no quote before its text.
        @inlinable package static var noOpeningQuote: Flags { Flags(rawValue: 2) }
        /// The string has no quote after its text.
        @inlinable package static var noClosingQuote: Flags { Flags(rawValue: 4) }
        @inlinable package static var missing: Flags { Flags(rawValue: 8) }
        @inlinable package static var isTrue: Flags { Flags(rawValue: 16) }
    }

    /// The byte range in the text.
    @inlinable package var range: Range<Int> { Int(start)..<Int(end) }

    /// `next` as an array index.
    @inlinable package var nextIndex: Int { Int(next) }

    /// The byte range of a string's text, without its quotes.
    @inlinable package var contentRange: Range<Int> {
        let lower = Int(start) + (flags.contains(.noOpeningQuote) ? 0 : 1)
        let upper = Int(end) - (flags.contains(.noClosingQuote) ? 0 : 1)
        return lower..<max(lower, upper)
    }
}
