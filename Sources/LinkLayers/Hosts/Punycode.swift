/// Decodes Punycode (RFC 3492): `xn--bcher-kva` → `bücher`.
///
/// A valid label has at most 63 bytes, so the limit of 256 bytes is far beyond any real name. The limit exists because inserting into the
/// middle of untrusted text takes quadratic time.
enum Punycode {
    private static let longest = 256
    private static let base = 36
    private static let leastThreshold = 1
    private static let greatestThreshold = 26

    /// Decodes a label without its `xn--`. Returns nil if it is not valid Punycode.
    static func decoded(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard label.count <= longest else { return nil }
        var output: [Unicode.Scalar] = []
        var digits = label
        if let delimiter = label.lastIndex(of: UInt8(ascii: "-")) {
            for byte in label[..<delimiter] {
                guard byte < 0x80 else { return nil }
                output.append(Unicode.Scalar(byte))
            }
            digits = label[(delimiter + 1)...]
        }
        var code = 128
        var place = 0
        var bias = 72
        var isFirst = true
        while !digits.isEmpty {
            let before = place
            var weight = 1
            var threshold = base
            while true {
                guard let byte = digits.popFirst(), let digit = digit(byte) else { return nil }
                let (step, overflows) = digit.multipliedReportingOverflow(by: weight)
                // No valid code point exceeds 2^21, so no valid insertion value exceeds 2^21 times the length.
                guard !overflows, step < 1 << 32, place < 1 << 32 else { return nil }
                place += step
                let limit = min(max(threshold - bias, leastThreshold), greatestThreshold)
                if digit < limit { break }
                weight *= base - limit
                guard weight < 1 << 32 else { return nil }
                threshold += base
            }
            let count = output.count + 1
            bias = adapted(place - before, count: count, isFirst: isFirst)
            isFirst = false
            code += place / count
            place %= count
            guard let value = UInt32(exactly: code), code >= 0x80, let scalar = Unicode.Scalar(value) else { return nil }
            output.insert(scalar, at: place)
            place += 1
        }
        return output
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - leastThreshold) * greatestThreshold / 2 {
            delta /= base - leastThreshold
            steps += base
        }
        return steps + (base - leastThreshold + 1) * delta / (delta + 38)
    }
}
