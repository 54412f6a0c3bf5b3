import Bytes

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

extension JSONValue: Hashable {
    /// Returns whether the two values have the same content, as described in ``JSONValue``.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        if let answer = areEqualScalars(left, right) { return answer }
        // The pairs of values that have not been compared yet.
        var pending = [(left, right)]
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                pending.append(contentsOf: zip(left, right))
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for (key, value) in left {
                    guard let other = right[key] else { return false }
                    pending.append((value, other))
                }
            default:
                guard areEqualScalars(left, right) == true else { return false }
            }
        }
        return true
    }

    /// Returns whether two scalars are equal; nil if the values are containers of the same kind, because then their contents have to be
    /// compared.
    private static func areEqualScalars(_ left: JSONValue, _ right: JSONValue) -> Bool? {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.number(let left), .number(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null): true
        case (.array, .array), (.object, .object): nil
        default: false
        }
    }

    /// Hashes scalars fully, and containers by their size, keys and direct scalars. This hash is good enough in practice and needs no
    /// recursion.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .array(let elements):
            hasher.combine(1)
            hasher.combine(elements.count)
            for element in elements { element.hashFlat(into: &hasher) }
        case .object(let object):
            hasher.combine(2)
            hasher.combine(object.count)
            // The order of members does not matter, so their hashes are summed.
            var sum = 0
            for (key, value) in object {
                var member = Hasher()
                member.combine(key)
                value.hashFlat(into: &member)
                sum &+= member.finalize()
            }
            hasher.combine(sum)
        default: hashFlat(into: &hasher)
        }
    }

    private func hashFlat(into hasher: inout Hasher) {
        switch self {
        case .object(let object):
            hasher.combine(3)
            hasher.combine(object.count)
        case .array(let elements):
            hasher.combine(4)
            hasher.combine(elements.count)
        case .string(let text): hasher.combine(text)
        case .number(let number): hasher.combine(number)
        case .bool(let value): hasher.combine(value)
        case .null: hasher.combine(5)
        }
    }
}

extension JSONObject: Hashable {
    /// Returns whether the two objects have the same keys with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        JSONValue.object(left) == JSONValue.object(right)
    }

    /// Hashes the object like a ``JSONValue`` that contains it.
    public func hash(into hasher: inout Hasher) {
        JSONValue.object(self).hash(into: &hasher)
    }
}
