package import Bytes

/// An unowned view of a document's records and text. A node is an index, so there is no reference counting and no copying.
///
/// A view is valid only in the closure that receives it. Every access is checked.
@safe
@usableFromInline
package struct JSONView {
    package let bytes: ByteView
    @usableFromInline let records: UnsafeBufferPointer<NodeRecord>

    @unsafe
    init(bytes: ByteView, records: UnsafeBufferPointer<NodeRecord>) {
        self.bytes = bytes
        unsafe self.records = records
    }

    /// Calls `body` with a view of records and the text they were parsed from.
    static func with<Answer>(_ text: Span<UInt8>, _ records: [NodeRecord], _ body: (JSONView) -> Answer) -> Answer {
        // The view is valid in these closures and is passed only to `body`.
        ByteView.with(text) { bytes in
            unsafe records.withUnsafeBufferPointer { records in unsafe body(JSONView(bytes: bytes, records: unsafe records)) }
        }
    }

    @inlinable package var count: Int { unsafe records.count }

    @inlinable package subscript(index: Int) -> NodeRecord {
        precondition(index >= 0 && index < count)
        return unsafe records[index]
    }

    /// Returns the index of the value of a key; nil if the node is not an object or has no such key. If a key is a duplicate, the value of
    /// the last one is returned.
    package func value(of key: StaticString, in object: Int) -> Int? {
        var found: Int?
        forEachMember(of: object) { name, value in
            if isString(name, key) { found = value }
        }
        return found
    }

    /// Calls `body` with the key and the value of each member; does nothing if the node is not an object.
    package func forEachMember(of object: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
        guard self[object].kind == .object else { return }
        var place = object + 1
        for _ in 0..<self[object].count {
            body(place, place + 1)
            place = self[place + 1].nextIndex
        }
    }

    package func isString(_ index: Int, _ text: StaticString) -> Bool {
        let record = self[index]
        guard record.kind == .string else { return false }
        let content = record.contentRange
        guard record.flags.contains(.needsDecoding) else {
            return content.count == text.utf8CodeUnitCount && bytes.hasPrefix(text, at: content.lowerBound)
        }
        var decoded = decodedString(record, in: bytes)
        return decoded.withUTF8 { decoded in
            text.withUTF8Buffer { unsafe decoded.elementsEqual($0) }
        }
    }

    /// Returns the decoded text of a string.
    package func text(of index: Int) -> String { decodedString(self[index], in: bytes) }

    /// Returns the value as written.
    package func source(of index: Int) -> String { bytes.string(self[index].range) }

    /// Calls `body` with the decoded text of a string, or with any other value as written.
    package func withText(of index: Int, _ body: (Span<UInt8>) -> Void) {
        let record = self[index]
        guard record.kind == .string else { return bytes.withSpan(record.range, body) }
        if record.flags.contains(.needsDecoding) { return text(of: index).withBytes(body) }
        return bytes.withSpan(record.contentRange, body)
    }
}

/// Visits a value of a document and everything in it, in the order of the text. The walk does not recurse.
///
///     {"a":[1,2]}      value {…} · value [1,2] (key a) · value 1 (position 0) · value 2 (position 1) · end […] · end {…}
package struct JSONWalk {
    package enum Step {
        /// The index of a value. Its key or position is that of the last container. A container is entered in the next step, unless it is
        /// skipped.
        case value(Int)
        case end(Container)
    }

    package struct Container {
        package let node: Int
        /// Whether the container is an object. If not, it is an array.
        package let isObject: Bool
        /// The index of the key of the current member.
        package fileprivate(set) var key = 0
        /// The position of the current element or member.
        package fileprivate(set) var position = -1
        fileprivate let end: Int
    }

    /// The containers around the current value, the outermost first.
    package private(set) var containers: [Container] = []
    /// The index of the node that comes next.
    private var next = 0
    /// The container that the next step enters.
    private var container: Int?
    private var isAtStart = true

    package init() {}

    /// Begins with a value, which is the one of the document unless another one is given.
    package mutating func begin(at node: Int = 0) {
        containers.removeAll(keepingCapacity: true)
        (next, container, isAtStart) = (node, nil, true)
    }

    /// Returns the next step; nil after the last one. The document must have a value.
    package mutating func step(in view: JSONView) -> Step? {
        if let container {
            let record = view[container]
            containers.append(Container(node: container, isObject: record.kind == .object, end: record.nextIndex))
            self.container = nil
        }
        if var last = containers.last {
            if last.end == next { return .end(containers.removeLast()) }
            last.position += 1
            if last.isObject {
                last.key = next
                next += 1
            }
            containers[containers.count - 1] = last
        } else if !isAtStart {
            return nil
        }
        isAtStart = false
        let node = next
        switch view[node].kind {
        case .object, .array: container = node
        case .string, .number, .bool, .null: break
        }
        next += 1
        return .value(node)
    }

    /// Does not enter the container that was visited last.
    package mutating func skip(in view: JSONView) {
        guard let container else { return }
        next = view[container].nextIndex
        self.container = nil
    }
}
