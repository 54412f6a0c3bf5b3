import Bytes

/// A host that browsers read as an IPv4 address. The address may be written in parts, and in decimal, octal or hexadecimal digits (WHATWG
/// URL, section 3.5):
///
///    127.0.0.1    0x7f.0.0.1    0177.1    2130706433
struct AddressHost {
    private let address: UInt32
    /// Whether the host is spelled as four decimal numbers.
    let isPlain: Bool

    /// Returns nil for a host that is a name, or no address after all. Nearly every host begins with a letter and is not looked at further.
    init?(_ bytes: [UInt8], _ host: Range<Int>) {
        guard let first = host.first, ByteClass.isDigit(bytes[first]) else { return nil }
        var parts = bytes[host].split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        if parts.count > 1, parts[parts.count - 1].isEmpty { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        var (address, isPlain) = (UInt64(0), parts.count == 4)
        for (index, part) in parts.enumerated() {
            guard let number = Self.number(part) else { return nil }
            // The last number fills the bytes that are left.
            let isLast = index == parts.count - 1
            guard number < 1 << (isLast ? 8 * UInt64(4 - index) : 8) else { return nil }
            address |= isLast ? number : number << (8 * UInt64(3 - index))
            isPlain = isPlain && (part.count == 1 || part.first != UInt8(ascii: "0"))
        }
        self.address = UInt32(truncatingIfNeeded: address)
        self.isPlain = isPlain
    }

    var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) } }

    /// The address as four decimal numbers.
    var text: String { bytes.map(String.init).joined(separator: ".") }

    private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
        guard part.first == UInt8(ascii: "0"), part.count > 1 else { return number(part, radix: 10) }
        let isHexadecimal = part[part.startIndex + 1] | 0x20 == UInt8(ascii: "x")
        return isHexadecimal ? number(part.dropFirst(2), radix: 16) : number(part.dropFirst(), radix: 8)
    }

    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        // Browsers read `0x` as zero.
        guard !digits.isEmpty || radix == 16 else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard let value = ByteClass.hexadecimal(digit), value < radix, number < 1 << 32 else { return nil }
            number = number * radix + UInt64(value)
        }
        return number
    }
}
