import Bytes

/// A number as written in JSON (RFC 8259, section 6), of any size and precision.
///
/// Numbers are equal if their exact values are equal, whatever their notation and length. For example, `1`, `1.0` and `10e-1` are equal,
/// and so are `0` and `-0`. A literal that is not a JSON number, or has an exponent of more than 18 digits, equals only the same literal.
public struct JSONNumber: Sendable {
    /// The number as written. If JSON cannot express the number, this is another text such as `nan`.
    public let literal: String

    /// Creates a number from a literal; nil if the literal is not a JSON number.
    public init?(literal: String) {
        guard Self.isJSON(literal) else { return nil }
        self.literal = literal
    }

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) {
        literal = String(value)
    }

    /// Creates a number in its shortest round-trip form. NaN and infinities can be stored, but not written as JSON (see ``isExpressible``).
    public init(_ value: Double) {
        let text = String(describing: value)
        literal = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Creates a number from a literal of a document, which may be malformed.
    init(unchecked literal: String) {
        self.literal = literal
    }

    /// Whether the literal is a JSON number.
    public var isExpressible: Bool { Self.isJSON(literal) }

    /// The value as an `Int`, in any notation (`1e2` is 100); nil if the value is not an integer or does not fit.
    public var intValue: Int? {
        if let value = Int(literal), isExpressible { return value }
        guard let decimal = DecimalForm(literal) else { return nil }
        guard decimal.exponent >= 0 else { return decimal.digits.isEmpty ? 0 : nil }
        guard decimal.digits.count + decimal.exponent <= 20 else { return nil }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return Int((decimal.isNegative ? "-" : "") + String(decoding: decimal.digits, as: UTF8.self) + zeros)
    }

    /// The nearest `Double`; nil if the literal is not a JSON number or its value is out of range (`1e400`).
    public var doubleValue: Double? {
        guard isExpressible, let value = Double(literal), value.isFinite else { return nil }
        return value
    }

    private static func isJSON(_ literal: String) -> Bool {
        ByteView.with(literal) { bytes in
            let scan = NumberScan(in: bytes, at: 0)
            return scan.problem == nil && scan.end == bytes.count
        }
    }
}

extension JSONNumber: Hashable {
    /// Returns whether the two numbers are equal, as described in ``JSONNumber``.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.literal.hasBytes(of: right.literal) { return true }
        guard let left = DecimalForm(left.literal), let right = DecimalForm(right.literal) else { return false }
        return left == right
    }

    /// Hashes the exact value, or the literal if it has no exact value.
    public func hash(into hasher: inout Hasher) {
        if let decimal = DecimalForm(literal) {
            hasher.combine(decimal)
        } else {
            hasher.combine(literal)
        }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The literal.
    public var description: String { literal }
}

/// The normalized form of a JSON number: digits without zeros at either end, times a power of ten. Zero has no digits.
///
///     1200  → 12 × 10²      0.50 → 5 × 10⁻¹      -0.0 → 0
struct DecimalForm: Hashable {
    let isNegative: Bool
    let digits: [UInt8]
    let exponent: Int

    /// Creates the normalized form of a literal; nil if the literal is not a JSON number, or if its exponent has more than 18 digits,
    /// because an addition to such an exponent could overflow.
    init?(_ literal: String) {
        guard JSONNumber(unchecked: literal).isExpressible else { return nil }
        var digits: [UInt8] = []
        var exponent = 0
        var pointAt: Int?
        var isNegative = false
        scan: for (offset, byte) in literal.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): pointAt = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let text = literal.utf8.dropFirst(offset + 1)
                guard let value = Int(Substring(text)), value.magnitude < 1_000_000_000_000_000_000 else { return nil }
                exponent = value
                break scan
            default: digits.append(byte)
            }
        }
        exponent -= pointAt.map { digits.count - $0 } ?? 0
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent
    }
}
