import Bytes

/// Checks how a single value is encoded.
enum ValueFindings {
    /// Reports a double encoding. `value` still has the escapes of the second encoding, and `decoded` is the intended text.
    ///
    /// - Parameters:
    ///   - path: The path of names to the value.
    ///   - isPlain: Whether the link has the layer with the value as it is. In other layers, the value has further encodings, so there is no
    ///     repair.
    static func doubleEncoding(
        _ value: MappedText, of path: String, decoded: MappedText, isInJSON: Bool, isPlain: Bool, _ sink: inout FindingList
    ) {
        let meant = isPlain ? unwound(decoded.bytes) : nil
        // A character that would end the enclosing string must stay encoded.
        let endsString = isInJSON && meant?.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } == true
        let replacement = endsString ? nil : meant.map { PercentCoding.encoded($0) }
        let repair = replacement.map { Repair(unwinding, value.original, $0) }
        let what = path.isEmpty ? "This value" : "The value of \(Finding.beginning(path))"
        sink.found(Finding(.doubleEncoding, encodedTwice(what), range: value.original, repair: repair))
    }

    /// Returns a text with its remaining percent-encodings removed, or nil if there are more than five of them, which no simple mistake
    /// explains.
    static func unwound(_ bytes: [UInt8]) -> [UInt8]? {
        var text = bytes
        for _ in 0..<6 {
            guard ValueForm.isEncoded(text.span) else { return text }
            text = PercentCoding.decoded(text.span, 0..<text.count)
        }
        return nil
    }

    /// Returns the link that was percent-encoded as a whole, once or more often: `https%3A%2F%2Fa.example`.
    static func encodedLink(_ text: [UInt8]) -> [UInt8]? {
        guard ValueForm.isEncoded(text.span), let meant = unwound(text), SchemeName.end(in: meant.span) != nil else { return nil }
        return meant
    }

    /// - Parameter what: The subject of the sentence.
    static func encodedTwice(_ what: String) -> String {
        "\(what) is percent-encoded twice: an app decodes it once and still sees escapes such as %2F."
    }

    static let unwinding = "Remove the extra encoding."
}
