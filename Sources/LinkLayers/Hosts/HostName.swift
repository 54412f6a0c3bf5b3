import Bytes

/// A host with characters beyond ASCII: its Unicode form, and whether it imitates another host.
struct HostName {
    /// The host in Unicode: `bücher.example`.
    let unicode: String
    let isLookAlike: Bool

    /// Returns nil for an ASCII host without Punycode, for bytes that are not UTF-8, and for more than 1024 bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= 1024, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var labels: [String] = []
        var isInternational = false
        var isLookAlike = false
        for label in text.split(separator: ".", omittingEmptySubsequences: false) {
            var scalars = Array(label.unicodeScalars)
            if label.utf8.count > 4, label.lowercased().hasPrefix("xn--"), let decoded = Punycode.decoded(Array(label.utf8)[4...]) {
                scalars = decoded
            }
            guard scalars.contains(where: { $0.value >= 0x80 }) else {
                labels.append(String(label))
                continue
            }
            isInternational = true
            isLookAlike = isLookAlike || Self.isLookAlike(scalars)
            labels.append(String(String.UnicodeScalarView(scalars)))
        }
        guard isInternational else { return nil }
        unicode = labels.joined(separator: ".")
        self.isLookAlike = isLookAlike
    }

    /// Returns ``Quote/beginning(_:at:_:most:)`` of a host, which may be longer than other texts.
    static func shown(_ host: String, at place: Range<Int>, _ secrets: [Range<Int>]) -> String {
        Quote.beginning(host, at: place, secrets, most: 80)
    }

    // MARK: Scripts

    /// Scripts with letters that look like letters of another script in this list.
    private enum Script { case latin, greek, cyrillic, armenian, cherokee }

    /// Returns whether a label mixes letters of two of these scripts, has only letters that look like Latin letters, or contains a
    /// character that looks like the end of the host.
    private static func isLookAlike(_ label: [Unicode.Scalar]) -> Bool {
        if label.contains(where: slashes.contains) { return true }
        let letters = label.filter { script(of: $0) != nil }
        let scripts = Set(letters.compactMap(script(of:)))
        return scripts.count > 1 || !scripts.isEmpty && scripts != [.latin] && letters.allSatisfy(twins.contains)
    }

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFF21...0xFF5A: .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        default: nil
        }
    }

    /// Characters that look like the end of the host.
    private static let slashes = Set("⁄∕⧸／╱⟋：？＃＠﹖﹟﹫".unicodeScalars)

    /// Letters of other scripts that look exactly like Latin letters.
    private static let twins = Set("аеорсухіјѕһԁԛԝӏүαορνυικχ".unicodeScalars)
}

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
            guard label[..<delimiter].allSatisfy({ $0 < 0x80 }) else { return nil }
            output = label[..<delimiter].map { Unicode.Scalar($0) }
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
        if ByteClass.isLetter(byte) { return Int(ByteClass.lowered(byte) - UInt8(ascii: "a")) }
        return ByteClass.isDigit(byte) ? Int(byte - UInt8(ascii: "0")) + 26 : nil
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
