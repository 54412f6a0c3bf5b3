import AppLinks
import Bytes

/// Checks links to telephone numbers: `tel:+49151…` and `sms:+49151…?body=…`.
enum PhoneFindings {
    /// Returns whether the path of a link of this scheme is a telephone number.
    static func isNumber(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool {
        bytes.isWord("tel", in: scheme) || isMessage(bytes, scheme)
    }

    private static func isMessage(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool {
        bytes.isWord("sms", in: scheme) || bytes.isWord("smsto", in: scheme)
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ scheme: Range<Int>, _ sink: inout FindingList) {
        if isMessage(url.bytes, scheme) { return tellSign(edits, url, &sink) }
        // A browser and Android end the number at the #.
        guard let fragment = url.components.fragment else { return }
        let hash = fragment.lowerBound - 1..<fragment.lowerBound
        let message =
            "The # is not escaped, so it ends the number: Android dials only what is before it. iOS does not dial numbers with # or *."
        let signs = (hash.lowerBound..<fragment.upperBound).filter { url.bytes[$0] == UInt8(ascii: "#") }
        let repair = edits.repair("Write # as %23.", signs.map { Repair.Edit($0..<$0 + 1, "%23".utf8) })
        sink.found(Finding(.numberHash, message, range: edits.place(hash), repair: repair))
    }

    /// Reports `sms:+49151…&body=…`, which was the form of old versions of iOS.
    private static func tellSign(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let sign = QueryDelimiters.beginning(url.bytes, url.components.path) else { return }
        let message = "iOS reads the parameters after this &, but Android reads them only after a ?. Both read ?&."
        let repair = edits.repair("Write ?& here.", [Repair.Edit(sign..<sign, "?".utf8)])
        sink.found(Finding(.queryDelimiter, message, range: edits.place(sign..<sign + 1), repair: repair))
    }
}
