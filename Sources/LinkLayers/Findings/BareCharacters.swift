import AppLinks
import JSONDocument

/// Characters that stand in a link as themselves and may not: a blank, and a `%` that begins no escape.
///
/// Others (`|`, `{`, letters beyond ASCII) may not either, but every reader escapes them alike.
enum BareCharacters {
    /// - Parameters:
    ///   - path: The names on the way to a layer.
    ///   - link: The link itself as it was read; nil for a layer.
    ///   - told: Values of which something else is told, in their order.
    static func examine(
        _ edits: LayerEdits, _ url: LinkURL, path: String, _ link: ReadLink?, apartFrom told: [Range<Int>], _ sink: inout some FindingSink
    ) {
        guard sink.isListening, url.absoluteString != url.text, let scheme = url.components.scheme, !scheme.isEmpty else { return }
        let bytes = edits.text.bytes
        // What they carry is no address.
        guard SchemeName.danger(bytes, scheme) == nil else { return }
        let isField = AppLinkFields.haveLink(at: path)
        // In a parameter a blank may have been an escape of the link inside, undone with that of the parameter.
        let tellsBlanks = link != nil || isField
        let told = withBrokenData(told, link)
        var blanks: [Repair.Edit] = []
        var signs: [Repair.Edit] = []
        // Behind a field's link blanks mean nothing.
        let end = isField ? (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1 : bytes.count
        var left = told[...]
        var index = scheme.upperBound
        while index < bytes.count {
            if let range = left.first, index >= range.lowerBound {
                index = max(index, range.upperBound)
                left.removeFirst()
                continue
            }
            if bytes[index] == 0x20, tellsBlanks {
                blanks.append(Repair.Edit(index..<index + 1, index < end ? Array("%20".utf8) : []))
            } else if bytes[index] == UInt8(ascii: "%"), Bytes.escape(in: bytes, at: index, end: bytes.count) == nil {
                signs.append(Repair.Edit(index..<index + 1, "%25".utf8))
            }
            index += 1
        }
        if let first = blanks.first {
            let message = "This space is not escaped: many readers reject the link or end it here."
            sink.found(
                Finding(.unescapedBlank, message, range: edits.place(first.range), repair: edits.repair("Write spaces as %20.", blanks)))
        }
        if let first = signs.first?.range {
            let message =
                "This % starts no escape, because two hexadecimal digits must follow: some readers reject the link or drop the parameter."
            let place = first.lowerBound..<digitsEnd(bytes, first.upperBound)
            sink.found(Finding(.badEscape, message, range: edits.place(place), repair: edits.repair("Write the % as %25.", signs)))
        }
    }

    /// Of data that is no JSON, that is told.
    private static func withBrokenData(_ told: [Range<Int>], _ link: ReadLink?) -> [Range<Int>] {
        guard let link, let data = link.dataRange, link.document?.isValid == false else { return told }
        return (told + [data]).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// `%zz`: what was meant to be the digits is shown with the sign.
    private static func digitsEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count, end < start + 2, Bytes.isLetter(bytes[end]) || Bytes.isDigit(bytes[end]) { end += 1 }
        return end
    }
}
