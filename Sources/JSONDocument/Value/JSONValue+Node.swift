extension JSONValue {
    /// Creates the value of a document's node. A duplicate key has its last value, at the position of its first occurrence.
    ///
    /// A malformed number keeps its text and cannot be written as JSON. A missing value becomes `null`.
    public init(_ node: JSONDocument.Node) {
        guard var frame = Frame(node) else {
            self = Self.scalar(node)
            return
        }
        // The enclosing containers, on an explicit stack instead of recursion.
        var outer: [Frame] = []
        while true {
            if let child = frame.next() {
                if let inner = Frame(child) {
                    outer.append(frame)
                    frame = inner
                } else {
                    frame.add(Self.scalar(child))
                }
            } else {
                let value = frame.value
                guard let around = outer.popLast() else {
                    self = value
                    return
                }
                frame = around
                frame.add(value)
            }
        }
    }

    private static func scalar(_ node: JSONDocument.Node) -> JSONValue {
        switch node.kind {
        case .string: .string(node.stringValue ?? "")
        case .number: .number(JSONNumber(unchecked: node.text))
        case .bool: .bool(node.boolValue ?? false)
        case .null, .object, .array: .null
        }
    }

    /// A container that is being filled from its node.
    private struct Frame {
        private let isObject: Bool
        private var memberNodes: JSONDocument.Node.Members.Iterator
        private var elementNodes: JSONDocument.Node.Elements.Iterator
        private var key = ""
        private var members: JSONObject = [:]
        private var elements: [JSONValue] = []

        /// Creates a frame for a container; nil if the node is not a container.
        init?(_ node: JSONDocument.Node) {
            guard node.kind == .object || node.kind == .array else { return nil }
            isObject = node.kind == .object
            memberNodes = node.members.makeIterator()
            elementNodes = node.elements.makeIterator()
            if !isObject { elements.reserveCapacity(node.count) }
        }

        /// Returns the next child and stores its key in `key`; nil after the last child.
        mutating func next() -> JSONDocument.Node? {
            guard isObject else { return elementNodes.next() }
            guard let member = memberNodes.next() else { return nil }
            key = member.key.stringValue ?? ""
            return member.value
        }

        mutating func add(_ value: JSONValue) {
            if isObject {
                members[key] = value
            } else {
                elements.append(value)
            }
        }

        var value: JSONValue { isObject ? .object(members) : .array(elements) }
    }
}
