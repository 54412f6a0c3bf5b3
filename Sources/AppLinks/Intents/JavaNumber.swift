/// Parses and prints numbers as Java does, where Java differs from Swift.
enum JavaNumber {
    // MARK: Reading

    /// Parses like `Integer.decode`: a sign, then decimal, `0x…` or `#…` hexadecimal, or `0…` octal digits.
    static func decodedInt(_ text: String) -> Int32? {
        var digits = Array(text.utf8)[...]
        let sign = takesMinus(&digits) ? "-" : ""
        var radix = 10
        if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
            radix = 16
            digits.removeFirst(2)
        } else if digits.first == UInt8(ascii: "#") {
            radix = 16
            digits.removeFirst()
        } else if digits.first == UInt8(ascii: "0"), digits.count > 1 {
            radix = 8
            digits.removeFirst()
        }
        guard let first = digits.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
        return Int32(sign + String(decoding: digits, as: UTF8.self), radix: radix)
    }

    /// Parses like `Double.parseDouble`: surrounding spaces, `NaN`, `Infinity`, decimal or hexadecimal digits, and a type suffix are
    /// allowed.
    static func floating<Number: BinaryFloatingPoint>(_ text: String, _ read: (String) -> Number?) -> Number? {
        var bytes = Array(text.utf8)[...]
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        bytes = bytes.drop { $0 <= 0x20 }
        let isNegative = takesMinus(&bytes)
        let magnitude: Number?
        if bytes.elementsEqual("NaN".utf8) {
            magnitude = .nan
        } else if bytes.elementsEqual("Infinity".utf8) {
            magnitude = .infinity
        } else {
            magnitude = plain(bytes).flatMap(read)
        }
        guard let magnitude else { return nil }
        return magnitude.isNaN ? .nan : isNegative ? -magnitude : magnitude
    }

    /// Returns the number in a form that Swift can parse, or nil if Java cannot parse the number.
    private static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        let isHex = rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8)
        if isHex { rest.removeFirst(2) }
        let isDigit: (UInt8) -> Bool = { digit in
            switch digit {
            case 0x30...0x39: true
            case 0x41...0x46, 0x61...0x66: isHex
            default: false
            }
        }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var exponent = ""
        if let mark = rest.first, mark | 0x20 == (isHex ? UInt8(ascii: "p") : UInt8(ascii: "e")) {
            rest.removeFirst()
            exponent = takesMinus(&rest) ? "-" : ""
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return nil }
            exponent += String(decoding: digits, as: UTF8.self)
            rest = rest.dropFirst(digits.count)
        } else if isHex {
            return nil
        }
        if let letter = rest.first, "fFdD".utf8.contains(letter) { rest.removeFirst() }
        guard rest.isEmpty else { return nil }
        let digits = "\(isHex ? "0x" : "")0\(String(decoding: whole, as: UTF8.self)).\(String(decoding: fraction, as: UTF8.self))0"
        return digits + (isHex ? "p" : "e") + (exponent.isEmpty ? "0" : exponent)
    }

    /// Removes a sign at the beginning. Returns whether it is a minus.
    private static func takesMinus(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        guard let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return false }
        bytes.removeFirst()
        return sign == UInt8(ascii: "-")
    }

    // MARK: Writing

    /// Prints a subnormal number with the two digits that come closest to it. Java always prints two digits, and Swift prints only one if
    /// one is enough to parse the number: 4.9E-324, not 5E-324.
    private static func twoDigits(of value: some BinaryFloatingPoint) -> String {
        let isSingle = type(of: value).exponentBitCount == Float.exponentBitCount
        // The smallest number of the type. A subnormal number is a multiple of it.
        let (smallest, power) = isSingle ? (1.401298464324817, -45) : (4.940656458412465, -324)
        var digits = Double(value / type(of: value).leastNonzeroMagnitude) * smallest
        var exponent = power
        while (digits * 10).rounded() >= 100 {
            digits /= 10
            exponent += 1
        }
        let rounded = Int((digits * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)E\(exponent)"
    }

    /// Prints like `Double.toString`: with a point and no exponent from 0.001 to 10,000,000, otherwise like `1.5E10`.
    static func text(of value: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
        if value.isNaN { return "NaN" }
        let sign = value.sign == .minus ? "-" : ""
        if value.isInfinite { return sign + "Infinity" }
        if value == 0 { return sign + "0.0" }
        // Swift prints the shortest digits that parse to the same value: 123456.0, 1.5e+16, 5e-324.
        let parts = value.magnitude.description.split(separator: "e")
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = Array(number[0].utf8)
        let all = whole + Array((number.count > 1 ? number[1] : "").utf8)
        let zeros = all.prefix { $0 == UInt8(ascii: "0") }.count
        var digits = all[zeros...]
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.count == 1, value.isSubnormal { return sign + twoDigits(of: value.magnitude) }
        let written = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        // The power of ten of the first digit.
        let power = whole.count - zeros - 1 + written
        let text = { (bytes: ArraySlice<UInt8>) in bytes.isEmpty ? "0" : String(decoding: bytes, as: UTF8.self) }
        switch power {
        case 0..<7:
            let padded = digits + Array(repeating: UInt8(ascii: "0"), count: max(0, power + 1 - digits.count))
            return "\(sign)\(text(padded.prefix(power + 1))).\(text(padded.dropFirst(power + 1)))"
        case -3..<0:
            return "\(sign)0.\(String(repeating: "0", count: -power - 1))\(text(digits))"
        default:
            return "\(sign)\(text(digits.prefix(1))).\(text(digits.dropFirst()))E\(power)"
        }
    }
}
