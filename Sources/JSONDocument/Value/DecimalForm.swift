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
