import AppLinks
import Bytes

/// Checks the addresses of `mailto:` links (RFC 6068).
///
///    mailto://ana@example.org                mailto:ana@example.org             a mailto link has no //
///    mailto:Ana Lopez <ana@example.org>      mailto:ana@example.org             names are not allowed
///    mailto:ana@example.org;bo@example.org   mailto:ana@example.org,bo@…        a comma separates addresses
enum MailFindings {
    /// Returns whether links of this scheme begin a mail.
    static func isMail(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool { bytes.isWord("mailto", in: scheme) }

    /// Reports the first of these mistakes. Returns the range of the addresses if the repair replaces them.
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ scheme: Range<Int>, _ sink: inout FindingList) -> Range<Int>? {
        let bytes = url.bytes
        let list = scheme.upperBound + 1..<url.components.path.upperBound
        guard let mistake = mistake(in: bytes, list) else { return nil }
        let addresses = addresses(in: bytes, list)
        guard !addresses.isEmpty, addresses.allSatisfy(isAddress) else { return nil }
        let repair = edits.repair(mistake.summary, [Repair.Edit(list, addresses.joined(separator: ",".utf8))])
        sink.found(Finding(.mailAddress, mistake.message, range: edits.place(mistake.place), repair: repair))
        return list
    }

    private static func mistake(in bytes: [UInt8], _ list: Range<Int>) -> (message: String, place: Range<Int>, summary: String)? {
        if bytes.has("//", at: list.lowerBound, before: list.upperBound) {
            let message = "A mailto link has no //: mail programs may read the // as part of the address, or find no address."
            return (message, list.lowerBound..<list.lowerBound + 2, "Remove the //.")
        }
        if list.contains(where: { isSign("<", bytes, at: $0) }) {
            let message = "A mailto link has only addresses, without names: mail programs may not find the address."
            return (message, list, "Keep only the address.")
        }
        if let sign = bytes[list].firstIndex(of: UInt8(ascii: ";")) {
            let message = "A comma separates the addresses of a mailto link: many mail programs read this ; as part of an address."
            return (message, sign..<sign + 1, "Write a comma instead.")
        }
        return nil
    }

    /// Returns the addresses in a list, as written, without names and spaces. A comma may also be part of a name: `Lopez, Ana <ana@…>`.
    private static func addresses(in bytes: [UInt8], _ list: Range<Int>) -> [ArraySlice<UInt8>] {
        let parts = bytes[list].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.map { address(in: bytes, $0.indices) }
        let hasNames = list.contains { isSign("<", bytes, at: $0) }
        return parts.filter { !$0.isEmpty && !(hasNames && !isAddress($0)) }
    }

    /// Returns the text between `<` and `>`, or the text without the spaces and slashes around it.
    private static func address(in bytes: [UInt8], _ part: Range<Int>) -> ArraySlice<UInt8> {
        if let open = part.first(where: { isSign("<", bytes, at: $0) }) {
            let start = open + (bytes[open] == PercentCoding.percent ? 3 : 1)
            return bytes[start..<max(start, part.first { $0 > open && isSign(">", bytes, at: $0) } ?? part.upperBound)]
        }
        var text = bytes[part].drop { $0 == 0x20 || $0 == UInt8(ascii: "/") }
        while let last = text.last, last == 0x20 || last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }

    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(UInt8(ascii: "@")) || text.indices.contains { text.span.hasLetters("%40", at: $0 - text.startIndex) }
    }

    /// Returns whether `<` or `>` is at a position, written as it is or escaped.
    private static func isSign(_ sign: Character, _ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == sign.asciiValue || bytes.hasLetters(sign == "<" ? "%3c" : "%3e", at: index)
    }
}
