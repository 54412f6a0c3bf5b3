extension JSONValue {
    /// Returns the value as JSON without whitespace between tokens, with the keys in their order.
    ///
    /// Quotes, backslashes, control characters, DEL and the line separators U+2028 and U+2029 are escaped. "/" is not escaped.
    public func serialized() throws(JSONSerializationError) -> String {
        var output: [UInt8] = []
        try serialize(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the value as JSON in UTF-8, as in ``serialized()``. If this throws, `output` is unchanged.
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
    /// The value as JSON, except that numbers that JSON cannot express are written unchanged.
    public var description: String {
        var output: [UInt8] = []
        var serializer = JSONSerializer(isStrict: false)
        // Only a strict serializer throws, so this serializer never does.
        try? serializer.append(self, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON, except that numbers that JSON cannot express are written unchanged.
    public var description: String { JSONValue.object(self).description }

    /// Returns the object as JSON, as in ``JSONValue/serialized()``.
    public func serialized() throws(JSONSerializationError) -> String {
        try JSONValue.object(self).serialized()
    }
}
