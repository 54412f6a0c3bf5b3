import AppLinks

/// What is odd about the way a single value is written.
enum ValueFindings {
    /// `value` still has the escapes of a second encoding; `decoded` is what it was meant to be.
    static func doubleEncoding(_ value: MappedText, decoded: MappedText, at place: LayerPeeler.Place, _ sink: inout some FindingSink) {
        guard sink.isListening else { return }
        // Only of the link itself the bytes can be changed: in a layer they are encoded in the way of that layer. And what would end
        // the string that it stands in has to stay encoded.
        let meant = place.outer == nil ? unwound(decoded.bytes) : nil
        let endsString = place.isInJSON && meant?.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } == true
        tellDoubleEncoding(value, endsString ? nil : meant.map(Bytes.encoded), &sink)
    }

    /// A text without the encodings that are still on it; nil where there are more than anybody puts on by mistake.
    static func unwound(_ bytes: [UInt8]) -> [UInt8]? {
        var text = MappedText(bytes)
        for _ in 0..<6 {
            guard ValueForm.isEncoded(text.bytes) else { return text.bytes }
            text = text.percentDecoded(0..<text.count)
        }
        return nil
    }

    static func tellDoubleEncoding(_ value: MappedText, _ replacement: [UInt8]?, _ sink: inout some FindingSink) {
        guard sink.isListening else { return }
        let repair = replacement.map { Repair(unwinding, value.original, $0) }
        sink.found(Finding(.doubleEncoding, encodedTwice, range: value.original, repair: repair))
    }

    static let encodedTwice = "Percent-encoded once too often: decoding it once, as readers do, yields %XX in place of the text."
    static let unwinding = "Remove the extra encoding."
}
