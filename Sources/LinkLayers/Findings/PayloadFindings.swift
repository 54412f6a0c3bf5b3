import AppLinks
import JSONDocument

/// What is wrong with data that is no JSON as it stands, but was once.
enum PayloadFindings {
    static func examine(_ link: ReadLink, _ document: JSONDocument, _ text: MappedText, _ sink: inout some FindingSink) {
        guard sink.isListening, let range = link.dataRange else { return }
        if document.root?.kind != .object, ValueForm.isEncoded(document.source) {
            let meant = ValueFindings.unwound(document.source).map(Bytes.encoded)
            ValueFindings.tellDoubleEncoding(text.slice(range), meant, &sink)
        } else if let cut = CutPayload(link.inputURL, text.bytes, range, document) {
            let sign = text.bytes[cut.signs[0]] == UInt8(ascii: "#") ? "#" : "&"
            let message =
                "al_applink_data ends at a bare \(sign) that belongs to it: its rest is read as \(sign == "#" ? "the fragment" : "other parameters")."
            let repair = Repair("Escape the \(sign) as \(sign == "#" ? "%23" : "%26").", cut.edits(text.bytes))
            sink.found(Finding(.payloadCut, message, range: cut.signs[0]..<cut.signs[0] + 1, repair: repair))
        }
    }

    /// A number that a reader in JavaScript takes for another one.
    static func tellRounded(_ place: Range<Int>, _ sink: inout some FindingSink) {
        let message = "This number is too exact for JavaScript, which reads another one: put it in quotes, and every reader reads it right."
        sink.found(Finding(.roundedNumber, message, range: place))
    }

    /// Whether that may be: short numbers without an exponent are exact, or print as they were written.
    static func mayBeRounded(_ literal: ArraySlice<UInt8>) -> Bool {
        literal.count > 15 || literal.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }

    /// Doubles keep fifteen digits whatever they are; beyond that the exact values are compared.
    static func isRounded(_ literal: String) -> Bool {
        guard literal.utf8.count <= 1024, let number = JSONNumber(literal: literal) else { return false }
        guard let double = number.doubleValue else { return true }
        return JSONNumber(double) != number
    }
}

/// Data that goes on behind the `&` or `#` at which readers end it.
struct CutPayload {
    /// The places of the bare signs.
    private(set) var signs: [Int] = []
    /// All of the data.
    let range: Range<Int>

    /// Nil unless what stands at `data` and goes on behind it makes one JSON object.
    ///
    /// All that follows is read once as if it belonged to the data: where the object ends in that, the data ends.
    init?(_ url: LinkURL, _ bytes: [UInt8], _ data: Range<Int>, _ document: JSONDocument) {
        guard document.root?.kind == .object, data.upperBound < bytes.count, document.findings.contains(where: Self.isEnd) else {
            return nil
        }
        let whole = MappedText(bytes).percentDecoded(data.lowerBound..<bytes.count)
        guard let root = JSONDocument(whole.bytes).root, root.kind == .object else { return nil }
        guard JSONDocument(Array(whole.bytes[root.range])).isValid else { return nil }
        let end = whole.original(root.range).upperBound
        guard end > data.upperBound, end == bytes.count || bytes[end] == UInt8(ascii: "&") || bytes[end] == UInt8(ascii: "#") else {
            return nil
        }
        range = data.lowerBound..<end
        signs = (data.upperBound..<end).filter { bytes[$0] == UInt8(ascii: "&") || bytes[$0] == UInt8(ascii: "#") }
        guard !signs.isEmpty else { return nil }
    }

    private static func isEnd(_ finding: JSONFinding) -> Bool {
        finding.code == .unexpectedEnd || finding.code == .unterminatedString
    }

    func edits(_ bytes: [UInt8]) -> [Repair.Edit] {
        signs.map { Repair.Edit($0..<$0 + 1, bytes[$0] == UInt8(ascii: "#") ? "%23".utf8 : "%26".utf8) }
    }
}
