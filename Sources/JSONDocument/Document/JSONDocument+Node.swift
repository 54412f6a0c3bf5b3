extension JSONDocument {
    /// One value of a document, or one key.
    public struct Node: Sendable {
        let source: [UInt8]
        let records: [NodeRecord]
        let index: Int

        private var record: NodeRecord { records[index] }

        /// What kind of value this is.
        public enum Kind: UInt8, Sendable, Hashable {
            /// Members in braces.
            case object
            /// Elements in brackets.
            case array
            /// Text in quotes; also what was written without them where it had to be quoted.
            case string
            /// A number, perhaps not written as JSON has it.
            case number
            /// `true` or `false`.
            case bool
            /// `null`, and a value that is missing.
            case null
        }

        /// What kind of value this is.
        public var kind: Kind { record.kind }

        /// Where it stands in ``JSONDocument/source``, quotes and brackets included; empty for a value that is missing.
        public var range: Range<Int> { record.range }

        /// True for the stand-in of a value that is not there, as in `{"a":}`. Its kind is null and its range empty.
        public var isMissing: Bool { record.flags.contains(.missing) }

        /// The value as it was written.
        public var text: String { String(decoding: source[range], as: UTF8.self) }

        /// The number of elements or members, 0 for other kinds. O(1).
        public var count: Int { Int(record.count) }

        /// The text of a string with its escapes decoded, nil for other kinds.
        ///
        /// Half a surrogate pair and bytes that are not UTF-8 become U+FFFD; what is no escape stays as written.
        public var stringValue: String? {
            guard kind == .string else { return nil }
            return decodedString(record, in: source)
        }

        /// Where the text of a string stands between its quotes, nil for other kinds.
        public var contentRange: Range<Int>? {
            kind == .string ? record.contentRange : nil
        }

        /// A number as it was written, nil for other kinds.
        public var numberLiteral: String? {
            kind == .number ? text : nil
        }

        /// True or false, nil for other kinds.
        public var boolValue: Bool? {
            kind == .bool ? record.flags.contains(.isTrue) : nil
        }

        /// The value of a key; of several with the same key the last, as most readers do it. Nil if there is none or this is no object.
        ///
        /// Keys are the same if their Unicode scalars are.
        public subscript(key: String) -> Node? {
            guard kind == .object else { return nil }
            return withJSONBytes(of: key) { key in
                unsafe source.withUnsafeBufferPointer { buffer in
                    // Both are looked at inside these closures only.
                    lastValue(of: key, in: unsafe JSONBytes(buffer))
                }
            }
        }

        /// The element at a position of an array; nil if there is none. O(*n*): to visit all, use ``elements``.
        public subscript(position: Int) -> Node? {
            guard position >= 0, position < count else { return nil }
            return elements.dropFirst(position).first { _ in true }
        }

        /// Walks over the records themselves: making a node of each key would take longer than comparing it.
        private func lastValue(of key: JSONBytes, in bytes: JSONBytes) -> Node? {
            var found: Int?
            var place = index + 1
            for _ in 0..<count {
                let candidate = records[place]
                let isEqual =
                    if candidate.flags.contains(.needsDecoding) {
                        withJSONBytes(of: decodedString(candidate, in: bytes)) { $0.isEqual(0..<$0.count, to: key, 0..<key.count) }
                    } else {
                        bytes.isEqual(candidate.contentRange, to: key, 0..<key.count)
                    }
                if isEqual { found = place + 1 }
                place = records[place + 1].nextIndex
            }
            return found.map { at($0) }
        }

        func at(_ index: Int) -> Node {
            Node(source: source, records: records, index: index)
        }
    }
}
