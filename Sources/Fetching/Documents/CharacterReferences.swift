/// The references that pages use most, as `&amp;` and `&#39;`, in the values of attributes.
enum CharacterReferences {
    /// The text of a value; nil where it has a reference in it that is not among these, or a character that is not taken as it is.
    static func text(_ value: ArraySlice<UInt8>) -> String? {
        guard let sign = value.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == 0 || $0 == 0x0D }) else {
            return String(decoding: value, as: UTF8.self)
        }
        var text = Array(value[..<sign])
        var place = sign
        while place < value.endIndex {
            let byte = value[place]
            if byte == 0 || byte == 0x0D { return nil }
            guard byte == UInt8(ascii: "&") else {
                text.append(byte)
                place += 1
                continue
            }
            guard let (found, end) = reference(value[(place + 1)...]) else { return nil }
            text += found
            place = end
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What stands for the reference that begins behind the `&`, and where it ends. An `&` may also stand for itself.
    private static func reference(_ rest: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
        let itself = ([UInt8(ascii: "&")], rest.startIndex)
        guard let first = rest.first else { return itself }
        if first == UInt8(ascii: "#") { return numbered(rest.dropFirst()) }
        let name = rest.prefix { isWordByte($0) }
        guard !name.isEmpty else { return itself }
        guard name.endIndex < rest.endIndex else { return nil }
        // Before an equals sign nothing is a reference: addresses are full of these.
        if rest[name.endIndex] == UInt8(ascii: "=") { return itself }
        guard rest[name.endIndex] == UInt8(ascii: ";"), name.count <= 6 else { return nil }
        return named(String(decoding: name, as: UTF8.self)).map { (Array(String($0).utf8), name.endIndex + 1) }
    }

    /// `&#39;`, `&#x27;`: those of characters that always stand for themselves.
    private static func numbered(_ rest: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
        let isHexadecimal = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = rest.dropFirst(isHexadecimal ? 1 : 0).prefix { isWordByte($0) }
        guard (1...5).contains(digits.count), digits.endIndex < rest.endIndex, rest[digits.endIndex] == UInt8(ascii: ";"),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
            value >= 0x20 && value < 0x7F || value >= 0xA0 && value < 0xD800, let scalar = Unicode.Scalar(value)
        else { return nil }
        return (Array(String(scalar).utf8), digits.endIndex + 1)
    }

    private static func named(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case "nbsp": "\u{A0}"
        case "copy": "\u{A9}"
        case "reg": "\u{AE}"
        case "trade": "\u{2122}"
        case "hellip": "\u{2026}"
        case "ndash": "\u{2013}"
        case "mdash": "\u{2014}"
        case "lsquo": "\u{2018}"
        case "rsquo": "\u{2019}"
        case "ldquo": "\u{201C}"
        case "rdquo": "\u{201D}"
        case "laquo": "\u{AB}"
        case "raquo": "\u{BB}"
        case "middot": "\u{B7}"
        case "bull": "\u{2022}"
        default: nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }
}
