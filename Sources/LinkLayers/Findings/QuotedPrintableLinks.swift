import AppLinks
import Bytes

/// Finds links that were copied from the source of a mail, which writes `=` as `=3D`.
///
///    https://a.example/p?utm_source=3Dmail&utm_medium=3Demail&utm_campaign=3Dsale
///    https://a.example/?url=3Dhttps://b.example/p=3F42
///    https://a.example/?url==3Dhttps://b.example        the first = ended a line of the mail
///
/// A value may begin with `3D` itself (`?model=3Dprinter`), so there must be another sign of such a mail.
enum QuotedPrintableLinks {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        // In nearly every link, the first value does not begin with 3D.
        guard let first = url.query.components.lazy.compactMap(\.item.value).first, beginning(bytes, first) != nil,
            isLikely(bytes, url.query.components.compactMap(\.item.value))
        else { return }
        let sign = first.lowerBound - 1
        let message = "The link was copied from the source of a mail, which writes = as =3D, so the link's values begin with 3D."
        let place = edits.place(sign..<sign + 3)
        let repair = edits.repair("Write = instead of =3D.", decoding(bytes, from: url.components.path.lowerBound))
        sink.found(Finding(.quotedPrintable, message, range: place, repair: repair))
    }

    private static func isLikely(_ bytes: [UInt8], _ values: [Range<Int>]) -> Bool {
        var isCertain = false
        var isEmpty = false
        var signs = 0
        for value in values {
            guard let start = beginning(bytes, value) else { return false }
            let rest = start..<value.upperBound
            isCertain = isCertain || start > value.lowerBound + 2 && !rest.isEmpty || isLink(bytes, rest)
            isEmpty = isEmpty || rest.isEmpty
            if let first = bytes[rest].first, !ByteClass.isLetter(first) { signs += 1 }
            for index in rest where bytes[index] == UInt8(ascii: "=") {
                guard escape(bytes, index, value.upperBound) != nil else { return false }
                isCertain = true
            }
        }
        return isCertain || !isEmpty && (values.count > 2 || values.count == 2 && signs > 0)
    }

    /// Returns the place after the `3D` with which a value begins.
    private static func beginning(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
        let start = QuotedPrintableCoding.isLostBreak(in: bytes.span, at: value.lowerBound - 1, end: value.upperBound) ? 1 : 0
        return bytes.has("3D", at: value.lowerBound + start, before: value.upperBound) ? value.lowerBound + start + 2 : nil
    }

    private static func isLink(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        PercentCoding.withDecoded(bytes.span, range) { SchemeName.end(in: $0) != nil }
    }

    /// Returns the byte that an escape stands for. Mails do not escape letters or digits, so `=42` is not an escape.
    private static func escape(_ bytes: [UInt8], _ index: Int, _ end: Int) -> UInt8? {
        guard let byte = QuotedPrintableCoding.escape(in: bytes.span, at: index, end: end), !ByteClass.isLetter(byte),
            !ByteClass.isDigit(byte)
        else { return nil }
        return byte
    }

    private static func decoding(_ bytes: [UInt8], from start: Int) -> [Repair.Edit] {
        var changes: [Repair.Edit] = []
        var index = start
        while index < bytes.count {
            if QuotedPrintableCoding.isLostBreak(in: bytes.span, at: index, end: bytes.count) {
                changes.append(Repair.Edit(index..<index + 1, []))
                index += 1
            } else if let byte = escape(bytes, index, bytes.count) {
                let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\"")
                changes.append(Repair.Edit(index..<index + 3, isPlain ? [byte] : PercentCoding.encoded([byte])))
                index += 3
            } else {
                index += 1
            }
        }
        return changes
    }
}
