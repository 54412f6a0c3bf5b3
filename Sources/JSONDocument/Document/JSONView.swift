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

    /// Returns whether a node is a string with this text.
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

    /// Appends the decoded text of a string.
    package func appendText(of index: Int, to output: inout ByteWriter) {
        let record = self[index]
        if record.flags.contains(.needsDecoding) { return output.append(string: decodedString(record, in: bytes)) }
        bytes.append(record.contentRange, to: &output)
    }
}

extension ByteView {
    /// Returns the decoded text of a string's record.
    package func text(of record: NodeRecord) -> String { decodedString(record, in: self) }
}
