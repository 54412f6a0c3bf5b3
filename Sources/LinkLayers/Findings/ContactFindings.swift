import AppLinks
import Bytes
import Secrets

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
        let repair = edits.repair(mistake.summary, [LinkRepair.Edit(list, addresses.joined(separator: ",".utf8))])
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
        guard let fragment = url.components.fragment else { return tellCode(edits, url, &sink) }
        let hash = fragment.lowerBound - 1..<fragment.lowerBound
        let message =
            "The # is not escaped, so it ends the number: Android dials only what is before it. iOS does not dial numbers with # or *."
        let signs = (hash.lowerBound..<fragment.upperBound).filter { url.bytes[$0] == UInt8(ascii: "#") }
        edits.tell(.numberHash, message, "Write # as %23.", signs.map { LinkRepair.Edit($0..<$0 + 1, "%23".utf8) }, &sink)
    }

    /// Reports a code such as `*100%23`, which iOS does not dial.
    private static func tellCode(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = url.bytes
        let number = number(of: url)
        let sign = number.first { index in
            bytes[index] == UInt8(ascii: "*") || bytes.hasLetters("%2a", at: index) || bytes.hasLetters("%23", at: index)
        }
        guard let sign else { return }
        let message =
            "iOS does not dial numbers with * or #, because such codes can change the phone's settings. Android shows the number in the dialer."
        sink.found(Finding(.numberHash, message, range: edits.place(sign..<sign + (bytes[sign] == PercentCoding.percent ? 3 : 1))))
    }

    /// Returns the place of the number. With slashes, it is the host.
    private static func number(of url: SplitLink) -> Range<Int> {
        url.components.path.isEmpty ? url.components.authority ?? url.components.path : url.components.path
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
        edits.tell(.numberForm, message, "Remove (0).", [LinkRepair.Edit(zero, [])], &sink)
    }

    /// Reports `sms:+49151…&body=…`, which was the form of old versions of iOS.
    private static func tellSign(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let number = number(of: url)
        if let sign = number.first(where: { url.bytes.hasLetters(";body=", at: $0, before: number.upperBound) }) {
            let message = "Android reads the text only after a ?, and iOS after ? or &: this ; and the text belong to the number."
            return edits.tell(.queryDelimiter, message, "Write ? here.", [LinkRepair.Edit(sign..<sign + 1, "?".utf8)], &sink)
        }
        guard let sign = QueryDelimiters.beginning(url.bytes, number) else { return }
        let message = "iOS reads the parameters after this &, but Android reads them only after a ?. Both accept ?& before the parameters."
        edits.tell(.queryDelimiter, message, at: sign..<sign + 1, "Write ?& here.", [LinkRepair.Edit(sign..<sign, "?".utf8)], &sink)
    }

    // MARK: Digits only

    /// Reports a number that has signs other than digits, or no country code, in the link of a service that takes only digits:
    /// `https://wa.me/+49 (0)151-123`. Returns the ranges of the numbers that are reported.
    static func examineNumbers(of service: Service, _ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) -> [Range<Int>] {
        let reader = WrapperReader(text: edits.text, url: url)
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
    private(set) var removals: [LinkRepair.Edit] = []
    /// Whether the number begins with the code of a country.
    private(set) var hasCountry = true

    private static let shortest = 7

    /// Reads the number at `range`, which may have escapes. Returns nil if the text is no number.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var signs: [(byte: UInt8, range: Range<Int>)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            let byte = PercentCoding.next(in: bytes.span, at: &index, end: range.upperBound)
            guard ByteClass.isDigit(byte) || "+-.() ".utf8.contains(byte) else { return nil }
            signs.append((byte, start..<index))
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
            if !ByteClass.isDigit(sign.byte) || isOptional || zeros.contains(place) { removals.append(LinkRepair.Edit(sign.range, [])) }
        }
    }
}
