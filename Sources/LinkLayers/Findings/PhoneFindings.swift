import AppLinks
import Bytes
import Services

/// Checks links to telephone numbers: `tel:+49151…`, `sms:+49151…?body=…` and `https://wa.me/49151…`.
enum PhoneFindings {
    /// Returns whether the path of a link of this scheme is a telephone number.
    static func isNumber(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool {
        bytes.isWord("tel", in: scheme) || isMessage(bytes, scheme)
    }

    private static func isMessage(_ bytes: [UInt8], _ scheme: Range<Int>) -> Bool {
        bytes.isWord("sms", in: scheme) || bytes.isWord("smsto", in: scheme)
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ scheme: Range<Int>, _ sink: inout FindingList) {
        tellNationalZero(edits, url, &sink)
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

    /// Reports the `(0)` of `tel:+49(0)151…`.
    private static func tellNationalZero(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        let number = url.components.path
        guard bytes.hasLetters("+", at: number.lowerBound, before: number.upperBound),
            let start = number.first(where: { bytes.hasLetters("(0)", at: $0, before: number.upperBound) })
        else { return }
        let zero = start..<start + 3
        let message = "The 0 in (0) is dialed only inside the country. After the country code, it makes a wrong number."
        sink.found(
            Finding(.numberForm, message, range: edits.place(zero), repair: edits.repair("Remove (0).", [Repair.Edit(zero, [])])))
    }

    /// Reports `sms:+49151…&body=…`, which was the form of old versions of iOS.
    private static func tellSign(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let sign = QueryDelimiters.beginning(url.bytes, url.components.path) else { return }
        let message = "iOS reads the parameters after this &, but Android reads them only after a ?. Both accept ?& before the parameters."
        let repair = edits.repair("Write ?& here.", [Repair.Edit(sign..<sign, "?".utf8)])
        sink.found(Finding(.queryDelimiter, message, range: edits.place(sign..<sign + 1), repair: repair))
    }

    // MARK: Digits only

    /// Reports a number that has signs other than digits, or no country code, in the link of a service that takes only digits:
    /// `https://wa.me/+49 (0)151-123`. Returns the ranges of the numbers that are reported.
    static func examineNumbers(of service: Service, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) -> [Range<Int>] {
        let reader = CarrierReader(text: edits.text, url: url)
        return service.numbers.compactMap { carrier in
            guard let place = reader.place(of: carrier), let number = WrittenNumber(url.bytes, place) else { return nil }
            guard number.hasCountry else {
                let message =
                    "The number begins with 0, so its country code is missing: no chat opens. Write the country code instead of the 0."
                sink.found(Finding(.numberForm, message, range: edits.place(place)))
                return place
            }
            if number.removals.isEmpty { return nil }
            let message =
                "The number must be digits only and begin with the country code: with a +, leading zeros, spaces, parentheses or dashes, the chat may not open."
            let repair = edits.repair("Write only the digits.", number.removals)
            // Escaping the + does not help.
            sink.found(cause: Finding(.numberForm, message, range: edits.place(place), repair: repair)) { finding in
                finding.code == .plusForBlank && finding.range.map { edits.place(place).contains($0.lowerBound) } ?? false
            }
            return place
        }
    }
}

/// A telephone number with the signs that people write in it.
private struct WrittenNumber {
    /// The edits that leave the digits of the international form.
    private(set) var removals: [Repair.Edit] = []
    /// Whether the number begins with the code of a country.
    private(set) var hasCountry = true

    private static let shortest = 7

    /// Reads the number at `range`, which may have escapes. Returns nil if the text is no number.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var signs: [(byte: UInt8, range: Range<Int>)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let escaped = PercentCoding.escape(in: bytes.span, at: index, end: range.upperBound)
            let byte = escaped ?? bytes[index]
            guard ByteClass.isDigit(byte) || "+-.() ".utf8.contains(byte) else { return nil }
            let end = index + (escaped == nil ? 1 : 3)
            signs.append((byte, index..<end))
            index = end
        }
        let digits = signs.indices.filter { ByteClass.isDigit(signs[$0].byte) }
        guard digits.count >= Self.shortest else { return nil }
        // 00 is how people dial the + of +31.
        let zeros = digits.prefix { signs[$0].byte == UInt8(ascii: "0") }
        hasCountry = zeros.count != 1
        for (place, sign) in signs.enumerated() {
            // The 0 of +31 (0)6 is dialed only inside the country.
            let isOptional =
                place > 0 && place + 1 < signs.count && sign.byte == UInt8(ascii: "0")
                && signs[place - 1].byte == UInt8(ascii: "(") && signs[place + 1].byte == UInt8(ascii: ")")
            if !ByteClass.isDigit(sign.byte) || isOptional || zeros.contains(place) { removals.append(Repair.Edit(sign.range, [])) }
        }
    }
}
