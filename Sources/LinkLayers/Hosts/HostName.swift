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
    private struct Scripts: OptionSet {
        let rawValue: UInt8

        static let latin = Scripts(rawValue: 1)
        static let greek = Scripts(rawValue: 2)
        static let cyrillic = Scripts(rawValue: 4)
        static let armenian = Scripts(rawValue: 8)
        static let cherokee = Scripts(rawValue: 16)
    }

    /// Returns whether a label mixes letters of two of these scripts, has only letters that look like Latin letters, or contains a
    /// character that looks like the end of the host.
    private static func isLookAlike(_ label: [Unicode.Scalar]) -> Bool {
        var scripts: Scripts = []
        var onlyTwins = true
        for scalar in label {
            if slashes.contains(scalar) { return true }
            let script = script(of: scalar)
            scripts.formUnion(script)
            if !script.isEmpty, !twins.contains(scalar) { onlyTwins = false }
        }
        if scripts.rawValue.nonzeroBitCount > 1 { return true }
        return onlyTwins && !scripts.isEmpty && scripts != .latin
    }

    private static func script(of scalar: Unicode.Scalar) -> Scripts {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFF21...0xFF5A: .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        default: []
        }
    }

    /// Characters that look like the end of the host.
    private static let slashes = Set("⁄∕⧸／╱⟋：？＃＠﹖﹟﹫".unicodeScalars)

    /// Letters of other scripts that look exactly like Latin letters.
    private static let twins = Set("аеорсухіјѕһԁԛԝӏүαορνυικχ".unicodeScalars)
}
