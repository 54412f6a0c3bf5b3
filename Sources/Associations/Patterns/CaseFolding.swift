import Bytes

/// Simple case folding, which maps each character to one character: `ß` does not become `SS`, and the dotless `ı` does not become `i`.
enum CaseFolding {
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x80 { return Unicode.Scalar(ByteClass.lowered(UInt8(scalar.value))) }
        if scalar.value == 0x131 { return scalar }
        // Folding maps to the uppercase letter first, because both lowercase forms of sigma have the same uppercase letter, and so do ſ and
        // s.
        return single(single(scalar.properties.uppercaseMapping, scalar).properties.lowercaseMapping, scalar)
    }

    /// Returns the folded text. The folded text may have another length in bytes than the original text.
    static func folded(_ text: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        if text.allSatisfy({ $0 < 0x80 }) {
            for byte in text { output.append(ByteClass.lowered(byte)) }
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { output += UTF8.encode(folded(scalar)) ?? .init() }
        }
        return output
    }

    /// Returns every character that folds to a folded character.
    static func unfolded(_ folded: Unicode.Scalar) -> [Unicode.Scalar] {
        var found = [folded]
        let properties = folded.properties
        for mapping in [properties.uppercaseMapping, properties.titlecaseMapping, properties.lowercaseMapping] {
            found += mapping.unicodeScalars.count == 1 ? Array(mapping.unicodeScalars) : []
        }
        found += variants[folded] ?? []
        var seen: Set<Unicode.Scalar> = []
        return found.filter { Self.folded($0) == folded && seen.insert($0).inserted }
    }

    /// Characters whose folded form does not lead back to them.
    private static let variants: [Unicode.Scalar: [Unicode.Scalar]] = [
        "k": ["\u{212A}"], "s": ["\u{17F}"], "\u{DF}": ["\u{1E9E}"], "\u{E5}": ["\u{212B}"],
        "\u{3B2}": ["\u{3D0}"], "\u{3B5}": ["\u{3F5}"], "\u{3B8}": ["\u{3D1}", "\u{3F4}"], "\u{3B9}": ["\u{345}", "\u{1FBE}"],
        "\u{3BA}": ["\u{3F0}"], "\u{3BC}": ["\u{B5}"], "\u{3C0}": ["\u{3D6}"], "\u{3C1}": ["\u{3F1}"], "\u{3C3}": ["\u{3C2}"],
        "\u{3C6}": ["\u{3D5}"], "\u{3C9}": ["\u{2126}"], "\u{432}": ["\u{1C80}"], "\u{434}": ["\u{1C81}"], "\u{43E}": ["\u{1C82}"],
        "\u{441}": ["\u{1C83}"], "\u{442}": ["\u{1C84}", "\u{1C85}"], "\u{44A}": ["\u{1C86}"], "\u{463}": ["\u{1C87}"],
        "\u{1E61}": ["\u{1E9B}"], "\u{A64B}": ["\u{1C88}"],
    ]

    private static func single(_ mapping: String, _ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let scalars = mapping.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return scalar }
        return first
    }
}
