import AppLinks
import Bytes
import JSONDocument

/// Finds the reason why data is not JSON if it was JSON before it was encoded or changed.
enum PayloadFindings {
    static func examine(_ link: AppLinkReading, _ text: MappedText, _ sink: inout FindingList) {
        guard let range = link.dataRange, let document = link.document else { return }
        if document.root?.kind != .object, ValueForm.isEncoded(document.source.span) {
            let repair = ValueFindings.unwound(document.source)
                .map { LinkRepair(ValueFindings.unwinding, range, PercentCoding.encoded($0)) }
            sink.found(cause: Finding(.payloadNotJSON, encodedTwice, range: range, repair: repair)) { $0.code == .payloadNotJSON }
        } else if let escaped = EscapedPayload(document.source) {
            let (message, summary) =
                switch escaped.escape {
                case .percent: (encodedTwice, ValueFindings.unwinding)
                case .json:
                    (
                        "The quotes in al_applink_data are escaped as in a JSON string, so it is not valid JSON: the app sees no App Link.",
                        "Remove the escapes."
                    )
                }
            let repair = escaped.meant.map { LinkRepair(summary, range, PercentCoding.encoded($0)) }
            sink.found(cause: Finding(.payloadNotJSON, message, range: range, repair: repair)) { isConsequence($0, in: range) }
        } else if let blanks = formBlanks(text.bytes, range) {
            let message = "The spaces in al_applink_data are written as +, so it is not valid JSON: the app sees no App Link."
            let repair = LinkRepair("Write spaces as %20.", blanks.map { LinkRepair.Edit($0..<$0 + 1, LinkRepair.Edit.space) })
            sink.found(cause: Finding(.payloadNotJSON, message, range: blanks[0]..<blanks[0] + 1, repair: repair)) { finding in
                isConsequence(finding, in: range)
                    || finding.code == .plusForBlank && finding.repair?.edits.allSatisfy { range.contains($0.place.lowerBound) } ?? false
            }
        } else if let escaped = HTMLPayload(text.bytes, range) {
            let message =
                "The quotes in al_applink_data are written as in HTML (&quot;), so it is not valid JSON: the app sees no App Link."
            let summary = "Replace the HTML escapes with the characters they stand for."
            let repair = escaped.meant.map { LinkRepair(summary, $0.range, PercentCoding.encoded($0.document.source)) }
            sink.found(Finding(.htmlEscape, message, range: escaped.place, repair: repair))
        } else if let cut = CutPayload(text.bytes, range, document) {
            sink.found(cause: cut.finding("al_applink_data", in: text.bytes)) { $0.code == .payloadNotJSON }
            for (finding, place) in cut.duplicates { sink.found(Finding(duplicateKey: finding, at: place, sink.secrets)) }
        }
    }

    private static let encodedTwice = "al_applink_data is percent-encoded twice, so it is not valid JSON: the app sees no App Link."

    /// Returns whether a finding is only a consequence of the wrong encoding of the data.
    private static func isConsequence(_ finding: Finding, in data: Range<Int>) -> Bool {
        finding.code == .payloadNotJSON
            || finding.code == .duplicateKey && finding.range.map { data.contains($0.lowerBound) } ?? false
    }

    /// Returns the positions of the `+` characters that forms write for spaces, if the data is valid JSON once they are spaces. Otherwise
    /// returns nil.
    private static func formBlanks(_ bytes: [UInt8], _ data: Range<Int>) -> [Int]? {
        let places = FormSpaces.places(bytes, data)
        guard !places.isEmpty else { return nil }
        var meant = bytes
        for place in places { meant[place] = 0x20 }
        return JSONDocument(PercentCoding.decoded(meant.span, data)).isValid ? places : nil
    }

    /// Reports a number that JavaScript readers round to another number.
    static func tellRounded(_ place: Range<Int>, _ sink: inout FindingList) {
        let message = "JavaScript cannot store this number exactly and reads a different one. Write it in quotes."
        sink.found(Finding(.roundedNumber, message, range: place))
    }

    /// Returns whether a double may round a number. A number of at most 15 characters without an exponent keeps all its digits.
    static func mayBeRounded(_ literal: Span<UInt8>) -> Bool {
        literal.count > 15 || literal.indices.contains { literal[$0] | 0x20 == UInt8(ascii: "e") }
    }

    /// Returns whether the nearest double is another number. The number is compared with the double's shortest decimal form.
    static func isRounded(_ literal: String) -> Bool {
        guard literal.utf8.count <= 1024, let number = JSONNumber(literal: literal) else { return false }
        guard let double = number.doubleValue else { return true }
        return JSONNumber(double) != number
    }
}

extension CutPayload {
    /// Returns the finding about JSON that is cut.
    ///
    /// - Parameter subject: What the message calls the JSON.
    func finding(_ subject: StaticString, in bytes: [UInt8]) -> Finding {
        let (first, place) = (bytes[signs[0]], signs[0]..<signs[0] + 1)
        let (sign, escape, rest) = first == UInt8(ascii: "#") ? ("#", "%23", "the fragment") : ("&", "%26", "other parameters")
        let edits = signs.map { LinkRepair.Edit($0..<$0 + 1, PercentCoding.encoded([bytes[$0]])) }
        let message = "\(subject) is truncated at an unescaped \(sign): the rest is read as \(rest)."
        return Finding(.payloadCut, message, range: place, repair: LinkRepair("Escape the \(sign) as \(escape).", edits))
    }
}

/// Finds App Link data whose parameter has a name that is almost `al_applink_data`. No app looks for it there.
///
///    shop://a?al_aplink_data=%7B…    shop://a?AL_APPLINK_DATA=%7B…    shop://a?applink_data=%7B…
enum MisspelledData {
    /// Examines a link without App Link data.
    ///
    /// - Parameter layers: The layers of the link. A parameter that is not a JSON object is not App Link data.
    static func examine(_ link: AppLinkReading, _ layers: [Layer], _ sink: inout FindingList) {
        for layer in layers where layer.outer == nil && layer.kind == .json && isAlmost(layer.path) {
            guard let parameter = link.query.components.first(where: { $0.item.value == layer.outerRange }) else { continue }
            let key = parameter.item.key
            let message = "This name is not exactly al_applink_data, so no app finds the App Link data."
            let repair = LinkRepair("Write al_applink_data.", key, AppLinkKeys.parameter.utf8)
            return sink.found(Finding(.misspelledData, message, range: key, repair: repair))
        }
    }

    private static func isAlmost(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
        return (9...17).contains(letters.count) && NearestWord.mistakes(in: Array(letters), for: Array("alapplinkdata")) <= 2
    }
}

/// The fields of App Link data whose whole text is a link. A field is identified by the path of its layer.
enum AppLinkFields {
    private static let target = "\(AppLinkKeys.parameter).\(AppLinkKeys.targetURL)"
    private static let referer = "\(AppLinkKeys.parameter).\(AppLinkKeys.referer).\(AppLinkKeys.refererURL)"

    static func haveLink(at path: String) -> Bool { path.hasSuffix(target) || path.hasSuffix(referer) }
}

extension CodeText {
    /// Reports mistakes in the code of a Wi-Fi network that keep phones from joining it.
    static func examine(_ input: MappedText, _ components: LinkURL.Components, _ sink: inout FindingList) {
        let text = input.bytes
        guard let scheme = components.scheme, text.isWord("wifi", in: scheme), let code = CodeText(text, components) else { return }
        func value(_ label: String) -> Range<Int>? { code.fields.first { $0.label == label }?.place }
        func tell(_ message: String, _ place: Range<Int>, _ repair: LinkRepair? = nil) {
            sink.found(Finding(.badValue, message, range: place, repair: repair))
        }
        guard let network = value("network") else { return tell("The code has no network: S: and the name are missing.", scheme) }
        let end = network.upperBound
        let label = text[min(end + 1, text.count)...].prefix(while: ByteClass.isLetterOrDigit)
        let next = label.endIndex
        if next < text.count, text[end + 1] != UInt8(ascii: ";"), text[next] != UInt8(ascii: ":") {
            let repair = LinkRepair("Write \\; instead.", [LinkRepair.Edit(end..<end, "\\".utf8)])
            tell("This ; is not escaped, so it ends the name: phones look for a network with a shorter one.", end..<end + 1, repair)
        }
        guard let security = value("security") else { return }
        let isWPA = text.hasLetters("wpa", at: security.lowerBound)
        // Networks of companies have accounts and certificates in place of a password.
        if value("EAP") != nil || security.contains(where: { text.hasLetters("eap", at: $0) }) { return }
        if isWPA || text.isWord("wep", in: security) || text.isWord("sae", in: security), value("password") == nil {
            tell("The code has a type of security (T:) but no password (P:), so phones cannot join the network.", security)
        } else if isWPA, let password = value("password"), password.count < 8 {
            tell("A WPA password has at least 8 characters, and this one is shorter: phones cannot join the network.", password)
        }
    }
}
