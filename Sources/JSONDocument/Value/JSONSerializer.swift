/// Writes a value as JSON, without recursion. The open containers are on an explicit stack.
struct JSONSerializer {
    /// The maximum depth of a value. ``JSONDocument/Limits`` has the same maximum, so the output can be parsed.
    static let greatestDepth = 512

    /// Whether to throw for numbers that JSON cannot express and for values that are too deep.
    let isStrict: Bool

    private enum Container {
        case object(JSONObject)
        case array([JSONValue])
    }

    /// A container that is being written, with the index of its next child.
    private struct Frame {
        let container: Container
        var next = 0
    }

    private var frames: [Frame] = []

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    mutating func append(_ value: JSONValue, to output: inout [UInt8]) throws(JSONSerializationError) {
        try begin(value, in: &output)
        while let frame = frames.last {
            let place = frame.next
            frames[frames.count - 1].next += 1
            switch frame.container {
            case .object(let object) where place < object.count:
                if place > 0 { output.append(UInt8(ascii: ",")) }
                appendEscaped(object[place].key, to: &output)
                output.append(UInt8(ascii: ":"))
                try begin(object[place].value, in: &output)
            case .array(let elements) where place < elements.count:
                if place > 0 { output.append(UInt8(ascii: ",")) }
                try begin(elements[place], in: &output)
            case .object:
                output.append(UInt8(ascii: "}"))
                frames.removeLast()
            case .array:
                output.append(UInt8(ascii: "]"))
                frames.removeLast()
            }
        }
    }

    /// Writes a scalar or opens a container.
    private mutating func begin(_ value: JSONValue, in output: inout [UInt8]) throws(JSONSerializationError) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .string(let text): appendEscaped(text, to: &output)
        case .number(let number):
            if isStrict, !number.isExpressible {
                throw JSONSerializationError(code: .numberNotExpressible, path: path, literal: number.literal)
            }
            output.append(contentsOf: number.literal.utf8)
        case .object(let object):
            try open(.object(object))
            output.append(UInt8(ascii: "{"))
        case .array(let elements):
            try open(.array(elements))
            output.append(UInt8(ascii: "["))
        }
    }

    private mutating func open(_ container: Container) throws(JSONSerializationError) {
        if isStrict, frames.count >= Self.greatestDepth {
            throw JSONSerializationError(code: .tooDeep, path: path, literal: nil)
        }
        frames.append(Frame(container: container))
    }

    /// The path of the value that is being written, such as `a.b[3]`.
    private var path: String {
        var path = ""
        for frame in frames where frame.next > 0 {
            switch frame.container {
            case .object(let object): path += (path.isEmpty ? "" : ".") + object[frame.next - 1].key
            case .array: path += "[\(frame.next - 1)]"
            }
        }
        return path
    }
}

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

/// The reason why a value cannot be written as JSON, and the path of the offending value.
public struct JSONSerializationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Sendable, Hashable {
        /// A number that JSON cannot express, such as NaN, an infinity or a malformed literal.
        case numberNotExpressible
        /// More than 512 nested containers, which common readers reject.
        case tooDeep
    }

    /// The kind of error.
    public let code: Code

    /// The path from the outermost value, such as `extras.items[3]`; empty for the outermost value itself.
    public let path: String

    /// The literal, if the error is about a number.
    public let literal: String?

    /// A sentence for the user that describes the error.
    public var description: String {
        let place = path.isEmpty ? "the value" : "the value at \(path)"
        return switch code {
        case .numberNotExpressible:
            "\(place) is the number \(literal ?? ""), which JSON cannot express: use another number, a string or null"
        case .tooDeep: "\(place) is nested more than \(JSONSerializer.greatestDepth) levels deep: make it flatter"
        }
    }
}
