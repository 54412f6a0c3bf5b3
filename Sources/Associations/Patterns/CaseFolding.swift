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

    private static func single(_ mapping: String, _ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let scalars = mapping.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return scalar }
        return first
    }
}
