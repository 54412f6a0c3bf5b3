/// A number as it is written in JSON, of any size and precision: RFC 8259, section 6.
///
/// Numbers are equal if their exact values are (`1`, `1.0`, `10e-1`; `0` and `-0`), however long; what has no value that can be told (an exponent
/// beyond 18 digits, what JSON cannot express) equals only itself, literally.
public struct JSONNumber: Sendable {
    /// The number as written. For what JSON cannot express: some text that is no number of JSON, as `nan`.
    public let literal: String

    /// A number by its literal; nil if JSON does not write numbers so.
    public init?(literal: String) {
        guard Self.isJSON(literal) else { return nil }
        self.literal = literal
    }

    /// A whole number.
    public init(_ value: some BinaryInteger) {
        literal = String(value)
    }

    /// A number in the shortest form that reads back the same. NaN and the infinities can be held, but not written: see ``isExpressible``.
    public init(_ value: Double) {
        let text = String(describing: value)
        literal = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A number of a document, which may be ill-written.
    init(unchecked literal: String) {
        self.literal = literal
    }

    /// Whether the literal is a number of JSON.
    public var isExpressible: Bool { Self.isJSON(literal) }

    /// The value as an `Int`, if it is a whole number that fits, however written (`1e2` is 100).
    public var intValue: Int? {
        if let value = Int(literal), isExpressible { return value }
        guard let decimal = DecimalForm(literal) else { return nil }
        guard decimal.exponent >= 0 else { return decimal.digits.isEmpty ? 0 : nil }
        guard decimal.digits.count + decimal.exponent <= 20 else { return nil }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return Int((decimal.isNegative ? "-" : "") + String(decoding: decimal.digits, as: UTF8.self) + zeros)
    }

    /// The nearest `Double`; nil if the literal is no number of JSON or beyond what a `Double` reaches (`1e400`).
    public var doubleValue: Double? {
        guard isExpressible, let value = Double(literal), value.isFinite else { return nil }
        return value
    }

    private static func isJSON(_ literal: String) -> Bool {
        withJSONBytes(of: literal) { bytes in
            let scan = NumberScan(in: bytes, at: 0)
            return scan.problem == nil && scan.end == bytes.count
        }
    }
}

extension JSONNumber: Hashable {
    /// Whether both have the same exact value; see ``JSONNumber``.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.literal.isExactly(right.literal) { return true }
        guard let left = DecimalForm(left.literal), let right = DecimalForm(right.literal) else { return false }
        return left == right
    }

    /// Hashes the exact value, where there is one.
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
