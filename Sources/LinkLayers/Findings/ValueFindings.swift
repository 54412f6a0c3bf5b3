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
        let message = "Percent-encoded once too often: who reads it gets %XX where the text should be."
        let repair = replacement.map { Repair("Take the needless encoding off.", value.original, $0) }
        sink.found(Finding(.doubleEncoding, message, range: value.original, repair: repair))
    }
}

/// What is odd about a link's path.
enum PathFindings {
    /// `#` that was escaped: the fragment, with all that a single-page site keeps there, is part of the path now.
    static func examine(_ text: MappedText, _ url: LinkURL, _ sink: inout some FindingSink) {
        let path = url.components.path
        guard sink.isListening, let place = escapedHash(text.bytes, path) else { return }
        let message = "The # was escaped as %23: what should be the fragment is part of the path, and no such page is found."
        var finding = Finding(.encodedHash, message, range: place)
        // In front of a query the # would take all parameters into the fragment.
        if url.components.query == nil, url.components.fragment == nil { finding.repair = Repair("Write the # itself.", place, "#".utf8) }
        sink.found(finding)
    }

    private static func escapedHash(_ bytes: [UInt8], _ path: Range<Int>) -> Range<Int>? {
        var index = path.lowerBound
        while index + 2 < path.upperBound {
            if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "2"), bytes[index + 2] == UInt8(ascii: "3") {
                return index..<index + 3
            }
            index += 1
        }
        return nil
    }
}
