import AppLinks
import Bytes

/// Finds `&` and other characters that are written as JSON may write them, in a link that was copied from such a text.
///
///    https://a.example/?x=1\u0026y=2                   https://a.example/?x=1&y=2
///    https://a.example/?d={"u":"/p?x=1\u0026y=2"}      the escape is right, because the value is JSON
enum CopiedJSON {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        // A link with a backslash needs encoding.
        guard url.needsEncoding, let query = url.components.query else { return }
        let bytes = url.bytes
        guard bytes.span.place(of: UInt8(ascii: "\\"), from: query.lowerBound, end: query.upperBound) < query.upperBound else { return }
        let end = bytes[query].firstIndex(of: UInt8(ascii: "{")) ?? bytes.count
        let changes = escapes(in: bytes, query.lowerBound..<end)
        guard let sign = changes.first(where: { isDelimiter($0.replacement) }) else { return }
        let written = String(decoding: bytes[sign.range], as: UTF8.self)
        let meant = String(decoding: sign.replacement, as: UTF8.self)
        let message = "This \(meant) is escaped as in JSON: apps read \(written) as text, not as a separator."
        let repair = edits.repair("Write \(meant) instead of \(written).", changes)
        sink.found(Finding(.jsonEscape, message, range: edits.place(sign.range), repair: repair))
    }

    /// Returns the edits that replace escapes of visible ASCII characters with the characters. Characters that a link must not contain are
    /// percent-encoded.
    private static func escapes(in bytes: [UInt8], _ range: Range<Int>) -> [Repair.Edit] {
        ByteView.with(bytes.span) { view in
            range.compactMap { index in
                guard bytes[index] == UInt8(ascii: "\\"), let escape = JSONEscape(in: view, at: index, end: range.upperBound),
                    escape.length == 6, escape.scalar.isASCII
                else { return nil }
                let byte = UInt8(truncatingIfNeeded: escape.scalar.value)
                guard byte > 0x20, byte < 0x7F else { return nil }
                let isPlain = ByteClass.isUnreserved(byte) || "&=?/:@,;+!'()*$%".utf8.contains(byte)
                return Repair.Edit(index..<index + escape.length, isPlain ? [byte] : PercentCoding.encoded([byte]))
            }
        }
    }

    private static func isDelimiter(_ text: [UInt8]) -> Bool { text == [UInt8(ascii: "&")] || text == [UInt8(ascii: "=")] }
}
