import AppLinks
import Bytes
import JSONDocument
import Secrets

// Describes what each problem found by the parser means for the author of a link. All wording is in one place, so that the inspector,
// `inspect` and the documentation agree.

extension LinkInspection {
    /// Returns a finding with the reason why a text is not a URL, if the reason is known.
    static func refusal(of text: String) -> Finding {
        guard !text.isEmpty else { return Finding(.empty, "The line is empty, so there is no link to open.", range: 0..<0) }
        let bytes = Array(text.utf8)
        if let blank = bytes.firstIndex(where: { $0 <= 0x20 }), text.contains("://") {
            return Finding(
                .notURL,
                "Not a URL: byte \(blank + 1) is a space or control character, which a scheme or host must not contain.",
                range: blank..<blank + 1
            )
        }
        return Finding(
            .notURL,
            "Not a URL: no app or browser can open this. A link looks like scheme://host/path?name=value.",
            range: 0..<bytes.count
        )
    }

    /// Returns findings for the problems that the parser found. Undecodable data is reported once, and not again as a parameter.
    static func findings(_ oddities: [LinkOddity]) -> [Finding] {
        let data = oddities.first { $0.kind == .dataNotUTF8 }?.range
        return oddities.lazy.filter { $0.kind != .undecodableValue || $0.range != data }.map(finding)
    }

    private static func finding(_ oddity: LinkOddity) -> Finding {
        switch oddity.kind {
        case .undecodableKey:
            Finding(
                .undecodableParameter, "The name of this parameter is not UTF-8 once decoded: the app never sees the parameter.",
                range: oddity.range)
        case .undecodableValue:
            Finding(
                .undecodableParameter, "The value of this parameter is not UTF-8 once decoded: the app never sees the parameter.",
                range: oddity.range)
        case .bareData:
            Finding(
                .payloadBare, "al_applink_data has no value: the link is not an App Link, and Bolts for iOS crashes on it.",
                range: oddity.range)
        case .emptyData:
            Finding(.payloadBare, "al_applink_data is empty: the link is not an App Link.", range: oddity.range)
        case .dataNotUTF8:
            Finding(.payloadNotUTF8, "al_applink_data is not UTF-8 once decoded: the app sees no App Link.", range: oddity.range)
        case .invalidJSON(let json):
            Finding(
                .payloadNotJSON, "al_applink_data is not valid JSON, so the app sees no App Link: \(json.message).", range: oddity.range)
        case .dataNotObject(let kind):
            Finding(
                .payloadNotObject,
                "al_applink_data is \(kind.withArticle), but must be an object: the link is not an App Link.",
                range: oddity.range
            )
        case .unknownVersion(let version):
            Finding(
                .wrongVersion,
                "The version is \(beginning(version)), but must be the string \"1.0\": the app sees no App Link.",
                range: oddity.range
            )
        case .wrongType(let field, let expected, let found):
            Finding(
                .wrongType,
                "\(field) is \(found.withArticle), but must be \(expected.withArticle): it is ignored.",
                range: oddity.range
            )
        case .targetNotURL(let text):
            Finding(.badTarget, "target_url is not a URL (\(shortened(text))): the link itself becomes the target.", range: oddity.range)
        case .refererWithoutURL:
            Finding(.refererWithoutURL, "The referer has no url: no return-to-referer banner is shown.", range: oddity.range)
        case .refererWithoutName:
            Finding(.refererWithoutName, "The referer has no app_name: no return-to-referer banner is shown.", range: oddity.range)
        case .refererNotURL(let text):
            Finding(
                .badReferer, "The referer's url is not a URL (\(shortened(text))): no return-to-referer banner is shown.",
                range: oddity.range)
        }
    }

    /// Reports problems that are not errors to the parser: a missing scheme, data in the fragment, data without a target, and relative
    /// URLs.
    static func structure(of link: IncomingLink) -> [Finding] {
        if link.inputURL.components.hasNoScheme {
            let end = link.inputURL.text.utf8.count
            let message = "The link has no scheme: no app or browser can open it. A link looks like scheme://host/path?name=value."
            return [Finding(.noScheme, message, range: 0..<end)]
        }
        if link.isAppLink {
            guard let node = link.document?.root?["target_url"] else {
                let message = "The data has no target_url: the link itself is the target."
                return [Finding(.noTarget, message, range: link.dataRange)] + referer(of: link)
            }
            return target(of: link, node) + referer(of: link)
        }
        if let fragment = link.inputURL.fragment, fragment.contains("al_applink_data=") {
            let finding = Finding(
                .payloadInFragment,
                "al_applink_data comes after the #, where no reader looks: it must come before the fragment.",
                range: link.inputURL.components.fragment
            )
            guard let payload = FragmentPayload(link.inputURL, Array(link.inputURL.text.utf8)) else { return [finding] }
            return [finding] + duplicates(in: payload.document) { payload.place($0) }
        }
        return []
    }

    /// Reports a target that is a relative URL, such as `www.example.com/x`, which is only a path.
    private static func target(of link: IncomingLink, _ node: JSONDocument.Node) -> [Finding] {
        guard link.targetURL.components.hasNoScheme, node.kind == .string else { return [] }
        let message = "target_url has no scheme: no app or browser can open it."
        let repair = withScheme(link.targetURL.text, node, of: link)
        return [Finding(.targetWithoutScheme, message, range: link.inputRange(ofData: node.range), repair: repair)]
    }

    /// Reports a referer whose URL is relative. A referer that is not a URL at all is reported by the parser.
    private static func referer(of link: IncomingLink) -> [Finding] {
        guard let text = link.refererURL, let url = LinkURL(text), url.components.hasNoScheme,
            let node = link.document?.root?[AppLinkKeys.referer]?[AppLinkKeys.refererURL]
        else { return [] }
        let message = "The referer's url has no scheme (\(shortened(text))): nothing can return to it."
        let repair = withScheme(text, node, of: link)
        return [Finding(.badReferer, message, range: link.inputRange(ofData: node.range), repair: repair)]
    }

    private static func withScheme(_ text: String, _ node: JSONDocument.Node, of link: IncomingLink) -> Repair? {
        guard let range = node.contentRange, let place = link.inputRange(ofData: range), text.hasPrefix("www.") || text.hasPrefix("//")
        else { return nil }
        let scheme = text.hasPrefix("//") ? "https:" : "https://"
        return Repair("Add \(scheme) in front.", place.lowerBound..<place.lowerBound, PercentCoding.encoded(scheme.utf8))
    }

    /// Reports duplicate keys in the data and duplicate data parameters. The last value counts, which is rarely what the author meant.
    static func duplicates(in link: IncomingLink) -> [Finding] {
        var findings = link.document.map { duplicates(in: $0) { link.inputRange(ofData: $0) } } ?? []
        let text = Array(link.inputURL.text.utf8)
        let payloads = QueryItems(of: link.inputURL).filter { text[$0.key].elementsEqual("al_applink_data".utf8) }
        if payloads.count > 1, let first = payloads.first {
            let message = "al_applink_data appears \(payloads.count) times: only the last one counts."
            findings.append(Finding(.duplicatePayload, message, range: first.range))
        }
        return findings
    }

    private static func duplicates(in document: JSONDocument, place: (Range<Int>) -> Range<Int>?) -> [Finding] {
        document.findings.lazy.filter { $0.code == .duplicateKey }
            .map { Finding(.duplicateKey, "In al_applink_data, \($0.message).", range: place($0.range)) }
    }

    // MARK: Words

    /// Returns the beginning of a text from the link for use in a message, without secrets.
    package static func shortened(_ text: String) -> String { "\"\(beginning(text))\"" }

    private static func beginning(_ text: String) -> String {
        let masked = Secrets.masked(text)
        return masked.count > 40 ? "\(masked.prefix(40))…" : masked
    }
}

extension LinkURL.Components {
    /// Whether there is no colon, or nothing before the first colon: `//a/b`, `www.example.com`, `://a`.
    var hasNoScheme: Bool { scheme?.isEmpty ?? true }
}
