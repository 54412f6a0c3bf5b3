extension JSONValue {
    /// The value as JSON without blanks, its keys in their order.
    ///
    /// "/" is not escaped; control characters, DEL and the line separators U+2028 and U+2029 are.
    public func serialized() throws(JSONSerializationError) -> String {
        var output: [UInt8] = []
        try serialize(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the value as JSON in UTF-8, as ``serialized()`` has it. If it throws, `output` is as it was.
    public func serialize(into output: inout [UInt8]) throws(JSONSerializationError) {
        let count = output.count
        var serializer = JSONSerializer(isStrict: true)
        do throws(JSONSerializationError) {
            try serializer.append(self, to: &output)
        } catch {
            output.removeLast(output.count - count)
            throw error
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, with numbers that JSON cannot express as they are.
    public var description: String {
        var output: [UInt8] = []
        var serializer = JSONSerializer(isStrict: false)
        // Only the strict serializer throws; if that should change, the beginning is still worth showing.
        try? serializer.append(self, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON, with numbers that JSON cannot express as they are.
    public var description: String { JSONValue.object(self).description }

    /// The object as JSON; see ``JSONValue/serialized()``.
    public func serialized() throws(JSONSerializationError) -> String {
        try JSONValue.object(self).serialized()
    }
}
