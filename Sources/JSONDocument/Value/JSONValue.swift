/// A JSON value for use in code. It has no source ranges and no duplicate keys. Numbers are kept as they were written.
///
/// Two values are equal if they have the same content. The order of keys does not matter. Numbers are compared by their exact value (`1`,
/// `1.0` and `10e-1` are equal), and strings by their Unicode scalars.
///
/// Comparing, hashing, converting and writing do not recurse. Releasing a value recurses in the Swift runtime. Values from a document are
/// at most 512 levels deep, so releasing them is safe on any thread.
public enum JSONValue: Sendable {
    /// An object: its members by key, in order.
    case object(JSONObject)
    /// An array: its elements, in order.
    case array([JSONValue])
    /// A string.
    case string(String)
    /// A number as written.
    case number(JSONNumber)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
}

extension JSONValue {
    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, if this is a string.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if this is a number.
    public var numberValue: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The Boolean, if this is `true` or `false`. The numbers 0 and 1 are not Booleans.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The kind of value.
    public var kind: JSONDocument.Node.Kind {
        switch self {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .bool: .bool
        case .null: .null
        }
    }

    /// The value of a key, if this is an object with that key.
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element at a position, if this is an array that has this position.
    public subscript(position: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(position) { elements[position] } else { nil }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Creates an object. A duplicate key has its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates a number.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Creates a number.
    public init(floatLiteral value: Double) {
        self = .number(JSONNumber(value))
    }

    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates `null`.
    public init(nilLiteral: ()) {
        self = .null
    }
}
