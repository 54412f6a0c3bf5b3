import Bytes

/// Finds characters that are invisible, or that make a link look like another link.
package enum HiddenCharacters {
    /// The numbers of hidden characters by kind, the first hidden character, and its offset in the text's UTF-8.
    struct Survey: Equatable {
        var controls = 0
        var hidden = 0
        var bidi = 0
        var first: Unicode.Scalar?
        var offset = 0

        /// The UTF-8 range of the first hidden character.
        var range: Range<Int> { offset..<offset + (first.map { UTF8.width($0) } ?? 0) }

        var isEmpty: Bool { first == nil }

        mutating func take(_ scalar: Unicode.Scalar, at offset: Int) {
            switch HiddenCharacters.kind(of: scalar) {
            case .control: controls += 1
            case .hidden: hidden += 1
            case .bidi: bidi += 1
            case nil: return
            }
            if first == nil { (first, self.offset) = (scalar, offset) }
        }

        /// Describes the result: `2 bidi overrides (first: U+202E)`.
        var description: String {
            guard let first else { return "" }
            let parts = [(bidi, "bidi override"), (hidden, "invisible character"), (controls, "control character")]
            let words = parts.filter { $0.0 > 0 }.map { $0.0.counted($0.1) }.joined(separator: ", ")
            let name = HiddenCharacters.name(of: first)
            return bidi + hidden + controls == 1 ? "\(words) (\(name))" : "\(words) (first: \(name))"
        }
    }

    /// Returns the name of a character in Unicode: `U+202E`.
    static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    /// - Parameter isText: Whether line ends and tabs are normal in the text.
    static func survey(_ text: String, isText: Bool = false) -> Survey {
        var result = Survey()
        // Most texts are plain. This check tests many bytes at a time.
        if text.withBytes({ isPlain($0) }) { return result }
        var offset = 0
        for scalar in text.unicodeScalars {
            if !(isText && isLineEnd(scalar)) { result.take(scalar, at: offset) }
            offset += UTF8.width(scalar)
        }
        return result
    }

    static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { (0x09...0x0A).contains(scalar.value) || scalar.value == 0x0D }

    /// Returns the UTF-8 range of each hidden character.
    static func places(in text: String) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var offset = 0
        for scalar in text.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            if kind(of: scalar) != nil { places.append(offset..<end) }
            offset = end
        }
        return places
    }

    /// Returns the text with each hidden character written as `<U+202E>`.
    static func shown(in text: String) -> String {
        if text.withBytes({ isPlain($0) }) { return text }
        let places = places(in: text)
        if places.isEmpty { return text }
        let bytes = Array(text.utf8)
        var visible = ""
        var shown = 0
        for place in places {
            visible += String(decoding: bytes[shown..<place.lowerBound], as: UTF8.self)
            visible += String(decoding: bytes[place], as: UTF8.self).unicodeScalars.map { "<\(name(of: $0))>" }.joined()
            shown = place.upperBound
        }
        return visible + String(decoding: bytes[shown...], as: UTF8.self)
    }

    private enum Kind { case control, hidden, bidi }

    /// Returns why a character is hidden; nil if it is not. Joiners and variation selectors do not count, because emoji and several scripts
    /// need them.
    private static func kind(of scalar: Unicode.Scalar) -> Kind? {
        switch scalar.value {
        case 0x20..<0x7F, 0x200C, 0x200D, 0xFE00...0xFE0F: return nil
        case 0..<0x20, 0x7F...0x9F: return .control
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return .bidi
        case 0xAD, 0x200B, 0x2028, 0x2029, 0x2060...0x206F, 0x2800, 0xFEFF: return .hidden
        default:
            let properties = scalar.properties
            return properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint ? .hidden : nil
        }
    }

    /// Returns whether a UTF-8 text has only printable ASCII characters and the letters of `isPlainLetter`. `false` only means that the
    /// text needs a closer look.
    package static func isPlain(_ text: Span<UInt8>) -> Bool {
        ByteView.with(text) { bytes in
            var index = 0
            while index < bytes.count {
                if bytes.plainBytes(from: index) == 8 {
                    index += 8
                    continue
                }
                let byte = bytes[index]
                if byte >= 0x20, byte < 0x7F {
                    index += 1
                } else if byte >= 0xC2, byte < 0xE0, index + 1 < bytes.count {
                    guard isPlainLetter(UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)) else { return false }
                    index += 2
                } else if byte >= 0xE0, byte < 0xF0, index + 2 < bytes.count {
                    let value = UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
                    guard isPlainLetter(value) else { return false }
                    index += 3
                } else {
                    return false
                }
            }
            return true
        }
    }

    /// Latin beyond ASCII, kana, Han and Hangul: blocks whose only invisible character is the soft hyphen.
    private static func isPlainLetter(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD: false
        case 0xA1...0x2FF, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
