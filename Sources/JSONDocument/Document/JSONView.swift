/// A document's records and text, looked at without owning them: a node is a number, and nothing is counted or copied.
///
/// Valid only in the closure it was handed to. Every access is checked.
@safe
package struct JSONView {
    package let bytes: JSONBytes
    private let records: UnsafeBufferPointer<NodeRecord>

    @unsafe
    init(bytes: JSONBytes, records: UnsafeBufferPointer<NodeRecord>) {
        self.bytes = bytes
        unsafe self.records = records
    }

    package var count: Int { unsafe records.count }

    package subscript(index: Int) -> NodeRecord {
        precondition(index >= 0 && index < count)
        return unsafe records[index]
    }

    /// The value of a key; of several with the same key the last. Nil if there is none or this is no object.
    package func value(of key: StaticString, in object: Int) -> Int? {
        guard self[object].kind == .object else { return nil }
        let size = key.utf8CodeUnitCount
        var found: Int?
        var place = object + 1
        for _ in 0..<self[object].count {
            let record = self[place]
            let mayBe = record.contentRange.count == size || record.flags.contains(.needsDecoding)
            if mayBe, isString(place, key) { found = place + 1 }
            place = self[place + 1].nextIndex
        }
        return found
    }

    /// Whether a node is a string that says this.
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

    /// The text of a string with its escapes decoded.
    package func text(of index: Int) -> String { decodedString(self[index], in: bytes) }

    /// The value as it was written.
    package func source(of index: Int) -> String { bytes.string(self[index].range) }

    /// Appends the text of a string with its escapes decoded.
    package func appendText(of index: Int, to output: inout ByteWriter) {
        let record = self[index]
        if record.flags.contains(.needsDecoding) { return output.append(string: decodedString(record, in: bytes)) }
        bytes.append(record.contentRange, to: &output)
    }
}

extension JSONBytes {
    /// The text of a string's record, escapes decoded.
    package func text(of record: NodeRecord) -> String { decodedString(record, in: self) }
}
