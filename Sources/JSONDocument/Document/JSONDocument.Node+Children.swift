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
            Iterator(parent: parent, place: parent.index + 1, remaining: underestimatedCount)
        }

        /// Iterates over the members.
        public struct Iterator: IteratorProtocol, Sendable {
            let parent: JSONDocument.Node
            var place: Int
            var remaining: Int

            /// The next member.
            public mutating func next() -> Member? {
                guard remaining > 0 else { return nil }
                remaining -= 1
                // A key is one record. The record of its value comes next.
                let key = place
                let value = key + 1
                defer { place = parent.records[value].nextIndex }
                return Member(key: parent.at(key), value: parent.at(value))
            }
        }
    }
}
