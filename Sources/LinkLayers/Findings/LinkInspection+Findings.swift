import AppLinks
import JSONDocument

// What each oddity of a link means to the person who made it. One place for the words, so that the inspector, `inspect` and the
// documentation say the same.

extension LinkInspection {
    /// Why a text is no URL, as far as that can be told.
    static func refusal(of text: String) -> Finding {
        guard !text.isEmpty else { return Finding(.empty, "There is nothing: an empty line is no link.", range: 0..<0) }
        let bytes = Array(text.utf8)
        if let blank = bytes.firstIndex(where: { $0 <= 0x20 }), text.contains("://") {
            return Finding(
                .notURL,
                "Not a URL: a blank or control character stands at byte \(blank + 1), where a host or scheme may not have one.",
                range: blank..<blank + 1
            )
        }
        return Finding(
            .notURL,
            "Not a URL: no app and no browser can open this. A link looks like scheme://host/path?name=value.",
            range: 0..<bytes.count
        )
    }

    static func finding(_ oddity: LinkOddity) -> Finding {
        switch oddity.kind {
        case .undecodableKey:
            Finding(.undecodableParameter, "A parameter's name is not UTF-8 once decoded: the app never sees it.", range: oddity.range)
        case .undecodableValue:
            Finding(.undecodableParameter, "A parameter's value is not UTF-8 once decoded: the app never sees it.", range: oddity.range)
        case .bareData:
            Finding(.payloadBare, "al_applink_data has no value: this is no App Link, and Bolts crashes on it.", range: oddity.range)
        case .emptyData:
            Finding(.payloadBare, "al_applink_data is empty: this is no App Link.", range: oddity.range)
        case .dataNotUTF8:
            Finding(.payloadNotUTF8, "al_applink_data is not UTF-8 once decoded: the app sees no App Link.", range: oddity.range)
        case .invalidJSON(let json):
            Finding(.payloadNotJSON, "al_applink_data is not JSON, so the app sees no App Link: \(json.message)", range: oddity.range)
        case .dataNotObject(let kind):
            Finding(
                .payloadNotObject,
                "al_applink_data is \(name(of: kind)) where an object is needed: this is no App Link.",
                range: oddity.range
            )
        case .unknownVersion(let version):
            Finding(
                .wrongVersion,
                "The version is \(shortened(version)) where readers accept \"1.0\" only: the app sees no App Link.",
                range: oddity.range
            )
        case .wrongType(let field, let expected, let found):
            Finding(
                .wrongType,
                "\(field) is \(name(of: found)) where \(name(of: expected)) is expected: it counts as absent.",
                range: oddity.range
            )
        case .targetNotURL(let text):
            Finding(.badTarget, "target_url is no URL (\(shortened(text))): the link itself becomes the target.", range: oddity.range)
        case .refererWithoutURL:
            Finding(.refererWithoutURL, "The referer has no url: there is no way back, and no banner.", range: oddity.range)
        case .refererWithoutName:
            Finding(.refererWithoutName, "The referer has no app_name: there is no way back, and no banner.", range: oddity.range)
        case .refererNotURL(let text):
            Finding(.badReferer, "The referer's url is no URL (\(shortened(text))): there is no way back.", range: oddity.range)
        }
    }

    /// What the parser has no reason to notice: data where no reader looks, data without a target.
    static func structure(of link: IncomingLink) -> [Finding] {
        if link.inputURL.scheme == nil {
            let end = link.inputURL.text.utf8.count
            let message = "There is no scheme: no app and no browser can open this. A link looks like scheme://host/path?name=value."
            return [Finding(.noScheme, message, range: 0..<end)]
        }
        if link.isAppLink {
            guard link.document?.root?["target_url"] == nil else { return target(of: link) }
            return [Finding(.noTarget, "The data names no target_url: the link itself is the target.", range: link.dataRange)]
        }
        if let fragment = link.inputURL.fragment, fragment.contains("al_applink_data=") {
            let finding = Finding(
                .payloadInFragment,
                "al_applink_data stands behind the #, where no reader looks: it must come before the fragment.",
                range: link.inputURL.components.fragment
            )
            guard let payload = FragmentPayload(link.inputURL, Array(link.inputURL.text.utf8)) else { return [finding] }
            return [finding] + duplicates(in: payload.document) { payload.place($0) }
        }
        return []
    }

    /// A target that is an URL, but a relative one: `www.example.com/x` is the path of nothing.
    private static func target(of link: IncomingLink) -> [Finding] {
        guard link.targetURL.scheme == nil, let node = link.document?.root?["target_url"], let range = node.contentRange else { return [] }
        let message = "target_url has no scheme: neither an app nor a browser can open it."
        var finding = Finding(.targetWithoutScheme, message, range: link.inputRange(ofData: node.range))
        let text = link.targetURL.text
        if let place = link.inputRange(ofData: range), text.hasPrefix("www.") || text.hasPrefix("//") {
            let scheme = text.hasPrefix("//") ? "https:" : "https://"
            finding.repair = Repair("Write \(scheme) before it.", place.lowerBound..<place.lowerBound, Bytes.encoded(scheme.utf8))
        }
        return [finding]
    }

    /// Keys of the data that stand twice, and data parameters that stand twice: the last one counts, which is seldom what was meant.
    static func duplicates(in link: IncomingLink) -> [Finding] {
        var findings = link.document.map { duplicates(in: $0) { link.inputRange(ofData: $0) } } ?? []
        let text = Array(link.inputURL.text.utf8)
        let payloads = QueryItems(of: link.inputURL).filter { text[$0.key].elementsEqual("al_applink_data".utf8) }
        if payloads.count > 1, let first = payloads.first {
            let message = "al_applink_data stands \(payloads.count) times: the last one decides."
            findings.append(Finding(.duplicatePayload, message, range: first.range))
        }
        return findings
    }

    private static func duplicates(in document: JSONDocument, place: (Range<Int>) -> Range<Int>?) -> [Finding] {
        document.findings.lazy.filter { $0.code == .duplicateKey }
            .map { Finding(.duplicateKey, "In al_applink_data: \($0.message)", range: place($0.range)) }
    }

    // MARK: Characters one does not see

    static func hidden(in text: String) -> [Finding] {
        let survey = HiddenCharacters.survey(text)
        guard !survey.isEmpty else { return [] }
        let edits = HiddenCharacters.places(in: text).map { Repair.Edit($0, []) }
        return finding(survey, in: "The link") { $0 }.map { finding in
            var finding = finding
            finding.repair = Repair(edits.count == 1 ? "Leave it out." : "Leave them out.", edits)
            return finding
        }
    }

    /// The same after decoding, in every parameter but the data, and in the keys and strings of the data.
    static func hidden(in link: IncomingLink) -> [Finding] {
        var findings: [Finding] = []
        for entry in link.inputQueryParameters.entries where entry.name != "al_applink_data" {
            let survey = HiddenCharacters.survey(entry.name + (entry.value.text ?? ""))
            findings += finding(survey, in: "The parameter \(shortened(entry.name))") { _ in nil }
        }
        guard let root = link.document?.root else { return findings }
        var stack = [root]
        while let node = stack.popLast(), findings.count < 8 {
            for member in node.members {
                let key = member.key.stringValue ?? ""
                findings += finding(HiddenCharacters.survey(key), in: "A name in al_applink_data") { _ in
                    link.inputRange(ofData: member.key.range)
                }
                stack.append(member.value)
            }
            stack.append(contentsOf: node.elements)
            guard let text = node.stringValue else { continue }
            findings += finding(HiddenCharacters.survey(text), in: "A text in al_applink_data") { _ in link.inputRange(ofData: node.range) }
        }
        return findings
    }

    private static func finding(
        _ survey: HiddenCharacters.Survey,
        in place: String,
        range: (Range<Int>) -> Range<Int>?
    ) -> [Finding] {
        guard !survey.isEmpty else { return [] }
        let code: FindingCode = survey.bidi + survey.hidden > 0 ? .hiddenCharacters : .controlCharacters
        let consequence = survey.bidi > 0 ? "it reads as something else than it is" : "it is not what it looks like"
        let message = "\(place) has \(survey.description): \(consequence)."
        return [Finding(code, message, range: range(survey.range))]
    }

    // MARK: Words

    static func name(of kind: JSONDocument.Node.Kind) -> String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a text"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// A piece of the link for a message: its beginning, without a secret.
    static func shortened(_ text: String) -> String {
        let masked = Secrets.masked(text)
        return "\"\(masked.prefix(40))\(masked.count > 40 ? "…" : "")\""
    }
}
