/// Writes a value as JSON. The containers it is in stand on a stack of its own: nothing recurses.
struct JSONSerializer {
    /// As deep as ``JSONDocument/Limits`` allows, so that what is written can be read.
    static let greatestDepth = 512

    /// Whether it refuses what JSON cannot express and what is too deep.
    let isStrict: Bool

    private enum Container {
        case object(JSONObject)
        case array([JSONValue])
    }

    /// A container that is being written: the next place in it.
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
            switch frame.container {
            case .object(let object):
                guard place < object.count else {
                    output.append(UInt8(ascii: "}"))
                    frames.removeLast()
                    continue
                }
                frames[frames.count - 1].next += 1
                if place > 0 { output.append(UInt8(ascii: ",")) }
                appendEscaped(object[place].key, to: &output)
                output.append(UInt8(ascii: ":"))
                try begin(object[place].value, in: &output)
            case .array(let elements):
                guard place < elements.count else {
                    output.append(UInt8(ascii: "]"))
                    frames.removeLast()
                    continue
                }
                frames[frames.count - 1].next += 1
                if place > 0 { output.append(UInt8(ascii: ",")) }
                try begin(elements[place], in: &output)
            }
        }
    }

    /// Writes a scalar, or opens a container.
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

    /// The way to what is being written: `a.b[3]`.
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

/// Appends a text in quotes, escaped where JSON asks for it (RFC 8259, section 7) and where a reader of lines would stumble.
func appendEscaped(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    // What needs no escape goes over in one piece.
    let bytes = Array(text.utf8)
    var start = 0
    var place = 0
    while place < bytes.count {
        guard let (escape, length) = escape(in: bytes, at: place) else {
            place += 1
            continue
        }
        output.append(contentsOf: bytes[start..<place])
        output.append(contentsOf: escape.utf8)
        place += length
        start = place
    }
    output.append(contentsOf: bytes[start...])
    output.append(UInt8(ascii: "\""))
}

/// The escape for the character at a place of well-formed UTF-8 and its length there; nil if it needs none.
private func escape(in bytes: [UInt8], at place: Int) -> (text: String, length: Int)? {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case 0x08: return ("\\b", 1)
    case 0x09: return ("\\t", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0C: return ("\\f", 1)
    case 0x0D: return ("\\r", 1)
    case 0x00..<0x20, 0x7F: return ("\\u" + hexadecimal(UInt32(byte), digits: 4), 1)
    case 0xC2 where place + 1 < bytes.count && bytes[place + 1] < 0xA0:
        // The control characters U+0080 to U+009F.
        return ("\\u" + hexadecimal(UInt32(bytes[place + 1]), digits: 4), 2)
    case 0xE2 where place + 2 < bytes.count && bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8:
        return (bytes[place + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
}
