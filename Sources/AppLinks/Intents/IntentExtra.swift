/// A named value that an intent carries.
package struct IntentExtra: Sendable, Hashable {
    package var name: String
    package var value: Value

    package init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// A value of one of the nine types that a URI can carry.
    package enum Value: Sendable {
        case string(String)
        case bool(Bool)
        case byte(Int8)
        /// One UTF-16 code unit on Android. An unpaired surrogate becomes U+FFFD.
        case char(Unicode.Scalar)
        case double(Double)
        case float(Float)
        case int(Int32)
        case long(Int64)
        case short(Int16)
    }
}

extension IntentExtra.Value {
    /// The letter for the type in a URI.
    package var letter: Unicode.Scalar {
        switch self {
        case .string: "S"
        case .bool: "B"
        case .byte: "b"
        case .char: "c"
        case .double: "d"
        case .float: "f"
        case .int: "i"
        case .long: "l"
        case .short: "s"
        }
    }

    /// The Java name of the type, such as `String` or `boolean`.
    package var typeName: String {
        switch self {
        case .string: "String"
        case .bool: "boolean"
        case .byte: "byte"
        case .char: "char"
        case .double: "double"
        case .float: "float"
        case .int: "int"
        case .long: "long"
        case .short: "short"
        }
    }

    /// The value in Java's notation.
    package var text: String {
        switch self {
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .byte(let value): String(value)
        case .char(let value): String(value)
        case .double(let value): JavaNumber.text(of: value)
        case .float(let value): JavaNumber.text(of: value)
        case .int(let value): String(value)
        case .long(let value): String(value)
        case .short(let value): String(value)
        }
    }

    /// Parses a value as Java does. Returns nil if Java would throw an error or the type letter is unknown.
    init?(letter: UInt8, text: String) {
        switch letter {
        case UInt8(ascii: "S"): self = .string(text)
        // Any text other than "true" (in any case) means false, without an error.
        case UInt8(ascii: "B"): self = .bool(text.lowercased() == "true")
        case UInt8(ascii: "b"): self.init(Int8(text).map(Self.byte))
        // Java takes the first UTF-16 unit and ignores the rest without an error.
        case UInt8(ascii: "c"): self.init(text.utf16.first.map { .char(Unicode.Scalar($0) ?? "\u{FFFD}") })
        case UInt8(ascii: "d"): self.init(JavaNumber.floating(text, Double.init).map(Self.double))
        case UInt8(ascii: "f"): self.init(JavaNumber.floating(text, Float.init).map(Self.float))
        case UInt8(ascii: "i"): self.init(Int32(text).map(Self.int))
        case UInt8(ascii: "l"): self.init(Int64(text).map(Self.long))
        case UInt8(ascii: "s"): self.init(Int16(text).map(Self.short))
        default: return nil
        }
    }

    private init?(_ value: Self?) {
        guard let value else { return nil }
        self = value
    }

    /// Describes a value of the type with this letter, for an error message. Returns nil for an unknown type letter.
    static func expectation(letter: UInt8) -> String? {
        switch letter {
        case UInt8(ascii: "S"): "text"
        case UInt8(ascii: "B"): "true or false"
        case UInt8(ascii: "b"): "an integer from -128 to 127"
        case UInt8(ascii: "c"): "one character"
        case UInt8(ascii: "d"), UInt8(ascii: "f"): "a number, such as 2.5 or 1E10"
        case UInt8(ascii: "i"): "a 32-bit integer"
        case UInt8(ascii: "l"): "a 64-bit integer"
        case UInt8(ascii: "s"): "a 16-bit integer"
        default: nil
        }
    }
}

extension IntentExtra.Value: Hashable {
    /// Returns whether both values have the same type and notation. So NaN equals itself, and -0.0 differs from 0.0.
    package static func == (left: Self, right: Self) -> Bool {
        left.letter == right.letter && left.text == right.text
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(letter)
        hasher.combine(text)
    }
}
