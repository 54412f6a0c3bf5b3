import Bytes

/// Checks how a single value is encoded.
enum ValueFindings {
    /// Reports a double encoding. `value` was decoded once and still has escapes, and `decoded` is `value` decoded again.
    ///
    /// - Parameters:
    ///   - path: The path of names to the value.
    ///   - isPlain: Whether the text of the layer is in the link without further encoding. In other layers, the value has no repair.
    static func doubleEncoding(
        _ value: MappedText, of path: String, decoded: MappedText, isInJSON: Bool, isPlain: Bool, _ sink: inout FindingList
    ) {
        let meant = isPlain ? unwound(decoded.bytes) : nil
        // A character that would end the enclosing string must stay encoded.
        let endsString = isInJSON && meant?.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } == true
        let replacement = endsString ? nil : meant.map { PercentCoding.encoded($0) }
        let repair = replacement.map { Repair(unwinding, value.original, $0) }
        let what = path.isEmpty ? "This value" : "The value of \(Quote.beginning(path))"
        sink.found(Finding(.doubleEncoding, encodedTwice(what), range: value.original, repair: repair))
    }

    /// Returns a text with its remaining percent-encodings removed, or nil if there are more than five of them, which no simple mistake
    /// explains.
    ///
    /// - Parameter kept: A character that the encoder may have left unescaped.
    static func unwound(_ bytes: [UInt8], apartFrom kept: UInt8? = nil) -> [UInt8]? {
        var text = bytes
        for _ in 0..<6 {
            guard ValueForm.isEncoded(text.span, apartFrom: kept) else { return text }
            text = PercentCoding.decoded(text.span, 0..<text.count)
        }
        return nil
    }

    /// Decodes a link that was percent-encoded one or more times: `https%3A%2F%2Fa.example`. Some encoders keep slashes, and a query may have
    /// been appended afterwards: `https%3A//a.example/?x=%20`, `https%3A%2F%2Fa.example%2F%3Fx%3D1&y=2`. Returns nil if the text is not such
    /// a link.
    static func encodedLink(_ text: [UInt8]) -> [UInt8]? {
        let encoded = encodedPart(of: text)
        guard ValueForm.isEncoded(encoded.span, apartFrom: slash), let meant = unwound(encoded, apartFrom: slash),
            SchemeName.end(in: meant.span) != nil
        else { return nil }
        return meant + text[encoded.count...]
    }

    /// Returns the part of a text up to the first `?`, `#` or `&`, which is encoded if the link was.
    static func encodedPart(of text: [UInt8]) -> [UInt8] { Array(text.prefix { !"?#&".utf8.contains($0) }) }

    static let slash = UInt8(ascii: "/")

    /// - Parameter what: The subject of the sentence.
    static func encodedTwice(_ what: String) -> String {
        "\(what) is percent-encoded twice: an app decodes it once and still sees escapes such as %2F."
    }

    static let unwinding = "Remove the extra encoding."
}
