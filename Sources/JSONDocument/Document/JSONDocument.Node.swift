import Bytes

extension JSONDocument {
    /// A value of a document, or a key.
    public struct Node: Sendable {
        let source: [UInt8]
        let records: [NodeRecord]
        let index: Int

        package var record: NodeRecord { records[index] }

        /// The kinds of values.
        public enum Kind: UInt8, Sendable, Hashable {
            /// Members in braces.
            case object
            /// Elements in brackets.
            case array
            /// A string in quotes, or text without the quotes it needs.
            case string
            /// A number, possibly malformed.
            case number
            /// `true` or `false`.
            case bool
            /// `null`, or a missing value.
            case null

            /// The name of the kind, with an article where it needs one, for use in a sentence.
            package var withArticle: String {
                switch self {
                case .object: "an object"
                case .array: "an array"
                case .string: "a string"
                case .number: "a number"
                case .bool: "true or false"
                case .null: "null"
                }
            }
        }

        /// The kind of value.
        public var kind: Kind { record.kind }

        /// The byte range in ``JSONDocument/source``, including quotes and brackets; empty for a missing value.
        public var range: Range<Int> { record.range }

        /// Whether this node stands for a missing value, as in `{"a":}`. Such a node has the kind `null` and an empty range.
        public var isMissing: Bool { record.flags.contains(.missing) }

        /// The value as written.
        public var text: String { String(decoding: source[range], as: UTF8.self) }

        /// The bytes of the value as written.
        package var written: ArraySlice<UInt8> { source[range] }

        /// The number of elements or members; 0 if this is not a container. O(1).
        public var count: Int { Int(record.count) }

        /// The decoded text of a string; nil for other kinds.
        ///
        /// Lone surrogates and bytes that are not UTF-8 become U+FFFD; an invalid escape stays as written.
        public var stringValue: String? {
            guard kind == .string else { return nil }
            return ByteView.with(source.span) { decodedString(record, in: $0) }
        }

        /// The byte range of a string's text, without its quotes; nil for other kinds.
        public var contentRange: Range<Int>? {
            kind == .string ? record.contentRange : nil
        }

        /// The number as written; nil for other kinds.
        public var numberLiteral: String? {
            kind == .number ? text : nil
        }

        /// True or false; nil for other kinds.
        public var boolValue: Bool? {
            kind == .bool ? record.flags.contains(.isTrue) : nil
        }

        /// The value of a key; nil if this is not an object or has no such key. If a key is a duplicate, the value of the last one is
        /// returned, as by most readers.
        ///
        /// Keys are equal if their Unicode scalars are equal.
        public subscript(key: String) -> Node? {
            guard kind == .object else { return nil }
            return ByteView.with(key) { key in ByteView.with(source.span) { lastValue(of: key, in: $0) } }
        }

        /// Returns the first of some keys whose value is a string that is not empty, and the decoded text of this string. Returns nil if
        /// there is no such key.
        package func firstText(of keys: [String]) -> (key: String, text: String)? {
            for key in keys {
                if let text = self[key]?.stringValue, !text.isEmpty { return (key, text) }
            }
            return nil
        }

        /// The element at a position of an array; nil if there is no such element. O(*n*), so use ``elements`` to visit all elements.
        public subscript(position: Int) -> Node? {
            guard position >= 0, position < count else { return nil }
            return elements.dropFirst(position).first { _ in true }
        }

        /// Returns the value of the last member with a key. Searches the records directly, because creating a node for each key would take
        /// longer than comparing the key.
        private func lastValue(of key: ByteView, in bytes: ByteView) -> Node? {
            var found: Int?
            var place = index + 1
            for _ in 0..<count {
                let candidate = records[place]
                let isEqual =
                    if candidate.flags.contains(.needsDecoding) {
                        ByteView.with(decodedString(candidate, in: bytes)) { $0.isEqual(0..<$0.count, to: key, 0..<key.count) }
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

extension JSONDocument.Node {
    /// The elements of an array, in order; empty for other kinds.
    public var elements: Elements {
        Elements(parent: self)
    }

    /// The members of an object in order, including duplicates; empty for other kinds.
    public var members: Members {
        Members(parent: self)
    }

    /// A key of an object and its value.
    public struct Member: Sendable {
        /// The key: a node of kind string.
        public let key: JSONDocument.Node
        /// The value.
        public let value: JSONDocument.Node
    }

    /// The elements of an array.
    public struct Elements: Sequence, Sendable {
        let parent: JSONDocument.Node

        /// The number of elements.
        public var underestimatedCount: Int { parent.kind == .array ? parent.count : 0 }

        /// Returns an iterator that needs O(1) per element.
        public func makeIterator() -> Iterator {
            Iterator(parent: parent, place: parent.index + 1, remaining: underestimatedCount)
        }

        /// Iterates over the elements.
        public struct Iterator: IteratorProtocol, Sendable {
            let parent: JSONDocument.Node
            var place: Int
            var remaining: Int

            /// The next element.
            public mutating func next() -> JSONDocument.Node? {
                guard remaining > 0 else { return nil }
                remaining -= 1
                defer { place = parent.records[place].nextIndex }
                return parent.at(place)
            }
        }
    }

    /// The members of an object.
    public struct Members: Sequence, Sendable {
        let parent: JSONDocument.Node

        /// The number of members.
        public var underestimatedCount: Int { parent.kind == .object ? parent.count : 0 }

        /// Returns an iterator that needs O(1) per member.
        public func makeIterator() -> Iterator {
            Iterator(nodes: Elements.Iterator(parent: parent, place: parent.index + 1, remaining: 2 * underestimatedCount))
        }

        /// Iterates over the members.
        public struct Iterator: IteratorProtocol, Sendable {
            /// The keys and the values, in turn.
            var nodes: Elements.Iterator

            /// The next member.
            public mutating func next() -> Member? {
                guard let key = nodes.next(), let value = nodes.next() else { return nil }
                return Member(key: key, value: value)
            }
        }
    }
}
