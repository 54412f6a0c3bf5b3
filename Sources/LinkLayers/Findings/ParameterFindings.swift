import AppLinks
import Bytes
import Secrets

/// Checks the parameters of one link, for example for duplicate names, placeholders, HTML escapes, and unescaped spaces and braces.
struct ParameterFindings {
    private let isOutermost: Bool
    /// Whether a server reads the query as HTML forms write it, with `+` for a space.
    private let isForm: Bool
    /// The secrets of the input, in which a plus is a plus.
    private let secrets: [Range<Int>]
    /// The edits that escape spaces. One finding reports all of them, because a link of one megabyte may need a quarter of a million edits.
    private var blanks: [LinkRepair.Edit] = []
    /// The edits that escape the plus before a telephone number, and those in an e-mail address.
    private var pluses: [LinkRepair.Edit] = []
    private var mailPluses: [LinkRepair.Edit] = []
    private var escapes: [LinkRepair.Edit] = []
    /// The edits that replace what HTML writes for a character in a text, and the first such text.
    private var references: [LinkRepair.Edit] = []
    private var referring: LinkQuery.Component?
    /// The edits that escape an `&` in a text, and the first parameter with such a text.
    private var signs: [LinkRepair.Edit] = []
    private var cut: LinkQuery.Component?
    /// The last parameter with an `=`. Its text may continue after an `&`. Nil if its value is empty.
    private var text: LinkQuery.Component?
    private var hidden = 0
    /// The values that a finding reports as a whole, in source order.
    private(set) var told: [Range<Int>] = []
    /// The first placeholder, its parameter, and the number of parameters with one.
    private var placeholder: (component: LinkQuery.Component, text: String)?
    private var placeholders = 0
    /// The first word for a missing value, its parameter, and the number of parameters with one.
    private var missing: (component: LinkQuery.Component, word: StaticString)?
    private var missingValues = 0

    init(isOutermost: Bool, isForm: Bool, secrets: [Range<Int>]) {
        self.isOutermost = isOutermost
        self.isForm = isForm
        self.secrets = secrets
    }

    /// Examines a parameter. Returns whether its value is a placeholder, and so nothing else.
    ///
    /// - Parameter rule: What is known of the parameter.
    mutating func take(
        _ component: LinkQuery.Component, _ rule: ParameterRule?, isData: Bool, _ edits: LayerEdits, _ url: SplitLink,
        _ sink: inout FindingList
    ) -> Bool {
        let item = component.item
        let bytes = url.bytes
        noteHTML(item.key, bytes)
        if !isOutermost {
            tellHidden(item.key, "The name of a parameter of the nested link", isText: false, edits, &sink)
            if let value = item.value { tellHidden(value, "A parameter of the nested link", isText: true, edits, &sink) }
        }
        guard let value = item.value, let decoded = component.value, !value.isEmpty else {
            if item.value == nil { noteSigns(before: item.key, bytes) } else { text = nil }
            return false
        }
        text = component
        if !isData, noteMissing(component, rule, decoded, url) || notePlaceholder(component, rule, value, decoded, url) {
            told.append(value)
            return true
        }
        if !isData { noteReferences(component, url) }
        if url.escapes.hasPlus {
            if !isData { noteMailAddress(value, decoded, url) }
            if isData || !isForm { notePlus(value, decoded, isData: isData, edits, url) }
        }
        if !isData, CutJSON.tell(component, value, edits, url, &sink) {
            told.append(value)
            return false
        }
        tellRawJSON(value, edits, &sink)
        return false
    }

    mutating func finish(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        if let (component, word) = missing {
            let name = name(of: component, edits, url)
            let others = Finding.others(missingValues, "parameter", have: ("such a word", "such words"))
            let message = "The sender's program wrote \(word) instead of a value in \(name).\(others)"
            sink.found(Finding(.placeholder, message, range: edits.place(component.item.value ?? component.item.range)))
        }
        if let (component, text) = placeholder {
            let name = name(of: component, edits, url)
            let others = Finding.others(placeholders, "parameter")
            let place = edits.place(component.item.value ?? component.item.range)
            let shown = secrets.overlap(place) ? "" : " \(Quote.beginning(text))"
            let message = "The sender did not fill in the placeholder\(shown) in \(name).\(others)"
            // %%DAY%% has an escape that is not UTF-8.
            sink.found(cause: Finding(.placeholder, message, range: place)) { $0.code == .undecodableParameter && $0.range == place }
        }
        if let escape = escapes.first {
            let message = "This & is written as in HTML (&amp;): the parameter's name now starts with \"amp;\", so no app finds it."
            let place = edits.place(escape.place.lowerBound - 1..<escape.place.upperBound)
            sink.found(Finding(.htmlEscape, message, range: place, repair: edits.repair("Write & instead of &amp;.", escapes)))
        }
        if let reference = references.first, let referring {
            let name = name(of: referring, edits, url)
            let written = String(decoding: PercentCoding.decoded(url.bytes.span, reference.place), as: UTF8.self)
            let message =
                "The parameter \(name) contains the HTML escape \(written): people see \(written) instead of the character it stands for."
            edits.tell(.htmlEscape, message, "Write the character itself.", references, &sink)
        }
        if let cut {
            let name = name(of: cut, edits, url)
            let message = "This & ends the value of \(name): the text after it becomes the name of another parameter."
            edits.tell(.queryDelimiter, message, "Escape the & as %26.", signs, &sink)
        }
        // A login server writes its answer as HTML forms do.
        if !blanks.isEmpty, !LoginAnswers.isAnswer(url) {
            let message =
                isMail(url)
                ? "This + was meant as a space, but in a mailto link a + is a plus: the mail shows the +."
                : "This + was meant as a space: on iOS, URLComponents keeps the +; on Android, Uri.getQueryParameter reads a space."
            edits.tell(.plusForBlank, message, "Write spaces as %20.", blanks, &sink)
        }
        if !(pluses.isEmpty && mailPluses.isEmpty), !isMail(url) {
            let telephone =
                "This + belongs to a telephone number, but only URLComponents on iOS keeps it: on Android, Uri.getQueryParameter reads a space."
            let address = "This + belongs to an email address, but servers and Android's Uri.getQueryParameter read a space."
            edits.tell(.plusForBlank, telephone, "Write the + as %2B.", pluses, &sink)
            edits.tell(.plusForBlank, address, "Write the + as %2B.", mailPluses, &sink)
        }
        RepeatedNames.tell(edits, url.query, isOutermost: isOutermost, &sink)
    }

    /// Notes each plus in an email address, which never has a space.
    private mutating func noteMailAddress(_ value: Range<Int>, _ decoded: Range<Int>, _ url: SplitLink) {
        let bytes = url.bytes
        guard bytes[value].contains(UInt8(ascii: "+")), url.query.decoded.withSpan(decoded, LiteralPlus.isMailAddress) else { return }
        mailPluses += value.filter { bytes[$0] == UInt8(ascii: "+") }.map { LinkRepair.Edit($0..<$0 + 1, "%2B".utf8) }
    }

    /// Returns the name of a parameter for use in a message.
    private func name(of component: LinkQuery.Component, _ edits: LayerEdits, _ url: SplitLink) -> String {
        Quote.beginning(url.query.decoded.string(component.name), at: edits.place(component.item.key), secrets)
    }

    /// Notes a name that begins with `amp;`, because the `&` before it is written as in HTML. The `;` may be percent-encoded.
    private mutating func noteHTML(_ key: Range<Int>, _ bytes: [UInt8]) {
        guard key.count > 4, key.lowerBound > 0, bytes[key.lowerBound] | 0x20 == UInt8(ascii: "a"),
            bytes.hasLetters("amp", at: key.lowerBound)
        else { return }
        let length = bytes.hasLetters("amp;", at: key.lowerBound) ? 4 : bytes.hasLetters("amp%3b", at: key.lowerBound) ? 6 : 0
        guard length > 0, key.count > length else { return }
        escapes.append(LinkRepair.Edit(key.lowerBound..<key.lowerBound + length, []))
    }

    private mutating func noteReferences(_ component: LinkQuery.Component, _ url: SplitLink) {
        let edits = HTMLReferences.edits(in: component, of: url)
        if edits.isEmpty { return }
        if references.isEmpty { referring = component }
        references += edits
    }

    /// Notes each `&` that probably belongs to a text: after the text come only names without a value, and this name has a space, as in
    /// `text=Tom%20&%20Jerry` and `q=M&S&T phones`. JSON that ends at an `&` has a finding of its own.
    private mutating func noteSigns(before key: Range<Int>, _ bytes: [UInt8]) {
        guard let value = text?.item.value, key.dropLast().contains(where: { FormSpaces.isSpace(bytes, at: $0, before: key.upperBound) }),
            bytes[value.lowerBound] != UInt8(ascii: "{"), bytes[value.lowerBound] != UInt8(ascii: "["),
            !bytes.hasLetters("%7b", at: value.lowerBound), !bytes.hasLetters("%5b", at: value.lowerBound)
        else { return }
        if signs.isEmpty { cut = text }
        for place in max(value.upperBound, signs.last?.place.upperBound ?? 0)..<key.lowerBound where bytes[place] == UInt8(ascii: "&") {
            signs.append(LinkRepair.Edit(place..<place + 1, "%26".utf8))
        }
    }

    private mutating func noteMissing(
        _ component: LinkQuery.Component, _ rule: ParameterRule?, _ decoded: Range<Int>, _ url: SplitLink
    ) -> Bool {
        guard let word = url.query.decoded.withSpan(decoded, MissingValues.word),
            !url.query.decoded.withSpan(component.name, MissingValues.isSearch), rule?.values.contains("\(word)") != true
        else { return false }
        missingValues += 1
        if missing == nil { missing = (component, word) }
        return true
    }

    /// Notes a placeholder.
    private mutating func notePlaceholder(
        _ component: LinkQuery.Component, _ rule: ParameterRule?, _ value: Range<Int>, _ decoded: Range<Int>, _ url: SplitLink
    ) -> Bool {
        let text = url.query.decoded.withSpan(decoded) { text in
            isName(text, of: component, rule, url) ? text.array : Placeholders.text(in: text, written: url.bytes.span.extracting(value))
        }
        guard let text else { return false }
        placeholders += 1
        if placeholder == nil { placeholder = (component, String(decoding: text, as: UTF8.self)) }
        return true
    }

    /// Returns whether a value that would identify a click or name a campaign is only the name of its parameter: `device_id=device_id`. In a
    /// link that names a campaign, a name without `_`, such as `ref`, may also be a value.
    private func isName(_ text: Span<UInt8>, of component: LinkQuery.Component, _ rule: ParameterRule?, _ url: SplitLink) -> Bool {
        guard let role = rule?.role, role == .tracking || role == .campaign, text.count == component.name.count else { return false }
        return url.query.decoded.withSpan(component.name) { $0.isEqual(to: text) }
            && (role == .tracking || text.place(of: UInt8(ascii: "_"), from: 0, end: text.count) < text.count)
    }

    // MARK: Characters that must be escaped

    private mutating func notePlus(
        _ value: Range<Int>, _ decoded: Range<Int>, isData: Bool, _ edits: LayerEdits, _ url: SplitLink
    ) {
        let bytes = url.bytes
        guard bytes[value].contains(UInt8(ascii: "+")) else { return }
        // A nested link is checked separately. In JSON, the other escapes show whether a plus was a space.
        let form = isData ? .json : url.query.decoded.withSpan(decoded, ValueForm.of)
        guard form != .link else { return }
        if form == .json {
            blanks += FormSpaces.places(bytes, value).map { LinkRepair.Edit($0..<$0 + 1, LinkRepair.Edit.space) }
            return
        }
        if secrets.overlap(edits.place(value)) { return }
        if LiteralPlus.isTelephoneNumber(bytes[value]) {
            return pluses.append(LinkRepair.Edit(value.lowerBound..<value.lowerBound + 1, "%2B".utf8))
        }
        blanks += FormSpaces.inText(bytes, value).map { LinkRepair.Edit($0..<$0 + 1, LinkRepair.Edit.space) }
    }

    private func isMail(_ url: SplitLink) -> Bool { url.components.scheme.map { MailFindings.isMail(url.bytes, $0) } ?? false }

    private mutating func tellRawJSON(_ value: Range<Int>, _ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        guard bytes[value.lowerBound] == UInt8(ascii: "{") || bytes[value.lowerBound] == UInt8(ascii: "["),
            bytes[value].contains(UInt8(ascii: "\""))
        else { return }
        let message =
            "This JSON is not percent-encoded: programs escape its quotes and braces differently, truncate it, or reject the link."
        let written = PercentCoding.encoded(PercentCoding.decoded(bytes.span, value))
        told.append(value)
        edits.tell(.rawJSON, message, "Percent-encode the JSON.", [LinkRepair.Edit(value, written)], &sink)
    }

    /// Reports hidden characters in the name or value of a parameter of a nested link. Hidden characters in the input link itself are reported by
    /// `LinkInspection`, together with the hidden characters in its data.
    private mutating func tellHidden(
        _ range: Range<Int>, _ what: @autoclosure () -> String, isText: Bool, _ edits: LayerEdits, _ sink: inout FindingList
    ) {
        guard hidden < Self.mostHidden, HiddenCharacters.mayStandEscaped(edits.text.bytes, range),
            let finding = HiddenCharacters.finding(escapedIn: range, of: edits, what(), isText: isText)
        else { return }
        hidden += 1
        sink.found(finding)
    }

    private static let mostHidden = 8
}

/// Checks how a single value is encoded.
enum ValueFindings {
    /// Reports a double encoding. `value` was decoded once and still has escapes, and `decoded` is `value` decoded again.
    ///
    /// - Parameters:
    ///   - path: The path of names to the value.
    ///   - isPlain: Whether the text of the layer is in the link without further encoding. In other layers, the value has no repair.
    static func doubleEncoding(
        _ value: MappedText, of path: String, decoded: MappedText, isInJSON: Bool, isPlain: Bool, _ sink: inout FindingList
    ) {
        let meant = isPlain ? unwound(decoded.bytes) : nil
        // A character that would end the enclosing string must stay encoded.
        let endsString = isInJSON && meant?.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } == true
        let replacement = endsString ? nil : meant.map { PercentCoding.encoded($0) }
        let repair = replacement.map { LinkRepair(unwinding, value.original, $0) }
        let what = path.isEmpty ? "This value" : "The value of \(Quote.beginning(path))"
        sink.found(Finding(.doubleEncoding, encodedTwice(what), range: value.original, repair: repair))
    }

    /// Returns a text with its remaining percent-encodings removed, or nil if there are more than five of them, which no simple mistake
    /// explains.
    ///
    /// - Parameter kept: A character that the encoder may have left unescaped.
    static func unwound(_ bytes: [UInt8], apartFrom kept: UInt8? = nil) -> [UInt8]? {
        var text = bytes
        for _ in 0..<6 {
            guard ValueForm.isEncoded(text.span, apartFrom: kept) else { return text }
            text = PercentCoding.decoded(text.span, 0..<text.count)
        }
        return nil
    }

    /// Decodes a link that was percent-encoded one or more times: `https%3A%2F%2Fa.example`. Some encoders keep slashes, and a query may have
    /// been appended afterwards: `https%3A//a.example/?x=%20`, `https%3A%2F%2Fa.example%2F%3Fx%3D1&y=2`. Returns nil if the text is not such
    /// a link.
    static func encodedLink(_ text: [UInt8]) -> [UInt8]? {
        let encoded = encodedPart(of: text)
        guard ValueForm.isEncoded(encoded.span, apartFrom: slash), let meant = unwound(encoded, apartFrom: slash),
            SchemeName.end(in: meant.span) != nil
        else { return nil }
        return meant + text[encoded.count...]
    }

    /// Returns the part of a text up to the first `?`, `#` or `&`, which is encoded if the link was.
    static func encodedPart(of text: [UInt8]) -> [UInt8] { Array(text.prefix { !"?#&".utf8.contains($0) }) }

    static let slash = UInt8(ascii: "/")

    /// - Parameter what: The subject of the sentence.
    static func encodedTwice(_ what: String) -> String {
        "\(what) is percent-encoded twice: an app decodes it once and still sees escapes such as %2F."
    }

    static let unwinding = "Remove the extra encoding."
}
