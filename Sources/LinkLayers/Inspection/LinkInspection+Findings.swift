import AppLinks
import Bytes
import JSONDocument
import Secrets

// Describes what each problem found by the module AppLinks means for the author of a link. The wording is here and not where findings are
// shown, so that the inspector and `inspect` agree.

extension LinkInspection {
    /// Returns the reason why a text is not a URL, and its hidden characters.
    static func refusal(of bytes: [UInt8]) -> [Finding] {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let place = error.byteOffsets.lowerBound
            let message = "Byte \(place + 1) is not UTF-8, so nothing can open the link. Check how it was copied."
            return [Finding(.invalidUTF8, message, range: place..<place + 1)]
        }
        let text = bytes.span.string
        return [MalformedStart.finding(in: bytes) ?? refusal(of: text)] + hidden(in: text)
    }

    /// Returns the reason why a text is not a URL.
    static func refusal(of text: String) -> Finding {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return Finding(.empty, "The link is empty, so there is nothing to open.", range: 0..<0) }
        if isWindowsPath(bytes) {
            return Finding(.notURL, "This is the path of a file on Windows, not a link.", range: 0..<bytes.count)
        }
        if let blank = bytes.firstIndex(where: { $0 <= 0x20 }), text.contains("://") {
            let message = "Not a URL: byte \(blank + 1) is a space or control character, which a scheme or host must not contain."
            return Finding(.notURL, message, range: blank..<blank + 1)
        }
        if let mistake = mistake(in: bytes) {
            let repair = BareCharacters.correctingHost(bytes, at: mistake.place)
            return Finding(.notURL, "Not a URL: \(mistake.reason).", range: mistake.place, repair: repair)
        }
        let message = "Not a URL: no app or browser can open this. A link looks like scheme://host/path?name=value."
        return Finding(.notURL, message, range: 0..<bytes.count)
    }

    /// Returns whether a text begins with a drive, as in `C:\Users`. A URL splitter reads the drive as a scheme.
    static func isWindowsPath(_ bytes: [UInt8]) -> Bool {
        bytes.has(":\\", at: 1, before: bytes.count) && ByteClass.isLetter(bytes[0])
    }

    /// Returns what keeps a text from being a URL, and where it is: in the scheme, or between `//` and the path.
    private static func mistake(in bytes: [UInt8]) -> (reason: String, place: Range<Int>)? {
        let end = bytes.firstIndex { ":/?#".utf8.contains($0) } ?? bytes.count
        let hasColon = end < bytes.count && bytes[end] == UInt8(ascii: ":")
        if hasColon, end > 0, !ByteClass.isScheme(bytes[..<end]) {
            let reason =
                "the text before the first colon is not a scheme, which begins with a letter and continues with letters, digits, +, - and dots"
            return (reason, 0..<bytes.count)
        }
        let slashes = hasColon ? end + 1 : 0
        guard bytes.has("//", at: slashes, before: bytes.count) else { return nil }
        let authority = bytes[(slashes + 2)...].prefix { !"/?#".utf8.contains($0) }
        let host = ((authority.lastIndex(of: UInt8(ascii: "@")) ?? authority.startIndex - 1) + 1)..<authority.endIndex
        if bytes[host].first == UInt8(ascii: "[") { return bracketMistake(in: bytes, host) }
        return hostMistake(in: bytes, host)
    }

    /// Returns what is wrong with a host that begins with a bracket, and the port after it: `[::1`, `[::1]80`.
    private static func bracketMistake(in bytes: [UInt8], _ host: Range<Int>) -> (reason: String, place: Range<Int>) {
        guard let close = bytes[host].firstIndex(of: UInt8(ascii: "]")) else { return ("the [ in the host has no closing ]", host) }
        let rest = close + 1..<host.upperBound
        if rest.isEmpty || bytes[rest.lowerBound] == UInt8(ascii: ":") && bytes[rest].dropFirst().allSatisfy(ByteClass.isDigit) {
            return ("the host has a character in its brackets that no IP address has", host.lowerBound..<close + 1)
        }
        return bytes[rest.lowerBound] == UInt8(ascii: ":")
            ? ("the port is not a number", rest.lowerBound + 1..<rest.upperBound)
            : ("only a colon and a port may follow the ] of the host", rest)
    }

    /// Returns what is wrong with a host without brackets, and the port after it: `a.example|b`, `a.example:80x`.
    private static func hostMistake(in bytes: [UInt8], _ host: Range<Int>) -> (reason: String, place: Range<Int>)? {
        let colon = bytes[host].firstIndex(of: UInt8(ascii: ":")) ?? host.upperBound
        for index in host.lowerBound..<colon {
            if bytes[index] == PercentCoding.percent {
                if PercentCoding.escape(in: bytes.span, at: index, end: host.upperBound) != nil { continue }
                return ("the % in the host is not followed by two hexadecimal digits", index..<index + 1)
            }
            guard "\\\"<>^`{|}[]".utf8.contains(bytes[index]) else { continue }
            return ("the host contains the character \(UnicodeScalar(bytes[index])), which no host has", index..<index + 1)
        }
        guard colon < host.upperBound else { return nil }
        return ("the port is not a number", colon + 1..<host.upperBound)
    }

    /// Reports what is wrong with the link itself: its URL, its parameters and its data. Most links have none of these problems, so each
    /// check first looks at what the reading noted.
    static func examine(_ link: AppLinkReading, secrets: [Range<Int>], _ sink: inout FindingList) {
        if link.isOdd { sink.found(findings(link, secrets)) }
        sink.found(structure(of: link, secrets))
        sink.found(duplicates(in: link, secrets))
        if link.needsEncoding { sink.found(hidden(in: link.text.span.string)) }
        sink.found(hidden(in: link))
    }

    /// Returns findings for the problems that the parser found. Undecodable data is reported once, and not again as a parameter.
    private static func findings(_ link: AppLinkReading, _ secrets: [Range<Int>]) -> [Finding] {
        let data = link.oddities.first { $0.kind == .dataNotUTF8 }?.range
        return link.oddities.filter { $0.kind != .undecodableValue || $0.range != data }.map { finding($0, in: link, secrets) }
    }

    private static func finding(_ oddity: LinkOddity, in link: AppLinkReading, _ secrets: [Range<Int>]) -> Finding {
        let place = oddity.range
        let (code, message): (FindingCode, String) =
            switch oddity.kind {
            case .undecodableKey:
                (.undecodableParameter, "The name of this parameter is not UTF-8 after percent-decoding: many apps drop the parameter.")
            case .undecodableValue:
                (
                    .undecodableParameter,
                    "The value of \(name(ofValue: place, in: link, secrets)) is not UTF-8 after percent-decoding: many apps drop the parameter."
                )
            case .bareData: (.payloadBare, "al_applink_data has no value: the link is not an App Link, and Bolts for iOS crashes on it.")
            case .emptyData: (.payloadBare, "al_applink_data is empty: the link is not an App Link.")
            case .dataNotUTF8: (.payloadNotUTF8, "al_applink_data is not UTF-8 after percent-decoding: the app sees no App Link.")
            case .invalidJSON(let json):
                (
                    .payloadNotJSON,
                    "al_applink_data is not valid JSON, so the app sees no App Link. \(Finding.words(of: json, at: place, secrets).atSentenceStart)."
                )
            case .dataNotObject(let kind):
                (.payloadNotObject, "al_applink_data is \(kind.withArticle), but must be an object: the link is not an App Link.")
            case .unknownVersion(let version):
                (
                    .wrongVersion,
                    "The version is \(Quote.beginning(version, at: place, secrets)), but must be the string \"1.0\": the app sees no App Link."
                )
            case .wrongType(let field, let expected, let found):
                (.wrongType, "\(field) is \(found.withArticle), but must be \(expected.withArticle): it is ignored.")
            case .targetNotURL(let text):
                (.badTarget, "target_url is not a URL (\(Quote.shortened(text, at: place, secrets))): the link itself becomes the target.")
            case .refererWithoutURL: (.refererWithoutURL, "The referer has no url: no return-to-referer banner is shown.")
            case .refererWithoutName: (.refererWithoutName, "The referer has no app_name: no return-to-referer banner is shown.")
            case .refererNotURL(let text):
                (
                    .badReferer,
                    "The referer's url is not a URL (\(Quote.shortened(text, at: place, secrets))): no return-to-referer banner is shown."
                )
            }
        return Finding(code, message, range: place)
    }

    private static func name(ofValue value: Range<Int>, in link: AppLinkReading, _ secrets: [Range<Int>]) -> String {
        let parameter = link.query.components.first { $0.item.value == value }
        return parameter.map { Quote.beginning(link.query.decoded.string($0.name), at: $0.item.key, secrets) } ?? "this parameter"
    }

    /// Returns findings for problems that are not oddities to the reader: a missing scheme, data in the fragment, data without a target,
    /// and relative URLs.
    static func structure(of link: AppLinkReading, _ secrets: [Range<Int>]) -> [Finding] {
        if let finding = start(of: link) { return [finding] }
        if link.components.hasNoScheme {
            if let finding = encodedWhole(link.text) { return [finding] }
            let message = "The link has no scheme: no app or browser can open it. A link looks like scheme://host/path?name=value."
            return [Finding(.noScheme, message, range: 0..<link.text.count)]
        }
        if link.isAppLink { return target(of: link) + referer(of: link, secrets) }
        guard let fragment = link.components.fragment, link.text.place(of: "al_applink_data=", in: fragment) != nil else { return [] }
        let finding = Finding(
            .payloadInFragment, "al_applink_data comes after the #, where no app looks for it. It must come before the fragment.",
            range: fragment)
        guard let payload = FragmentPayload(link) else { return [finding] }
        return [finding] + duplicates(in: payload.document, secrets) { payload.place($0) }
    }

    /// Reports a link that was encoded with its scheme: `https%3A%2F%2Fa.example`, `https%3A//a.example`, `aHR0cHM6Ly9hLmV4YW1wbGU=`.
    private static func encodedWhole(_ text: [UInt8]) -> Finding? {
        let unpacked = Base64.isReadable(text.span) ? Base64.decoded(text) : nil
        let isPacked = unpacked.map { SchemeName.end(in: $0.span) != nil } ?? false
        guard let meant = isPacked ? unpacked : ValueFindings.encodedLink(text) else { return nil }
        let isWhole = isPacked || ValueForm.isEncoded(ValueFindings.encodedPart(of: text).span)
        let coding = isPacked ? "encoded in base64" : "percent-encoded as a whole"
        let cause = isWhole ? "The link is \(coding), so it" : "The colon is percent-encoded, so the link"
        let message = "\(cause) has no scheme: no app or browser can open it."
        return Finding(.noScheme, message, range: 0..<text.count, repair: LinkRepair("Decode the link.", 0..<text.count, meant))
    }

    /// Reports a mistake at the beginning. Most links have a scheme and a host, and no brackets in the host.
    private static func start(of link: AppLinkReading) -> Finding? {
        let text = link.text
        guard let scheme = link.components.scheme, !scheme.isEmpty else { return MalformedStart.finding(in: text) }
        if SchemeName.isWeb(text, scheme) {
            // A web link without a host has a finding of its own.
            guard let host = link.components.host, !host.isEmpty, text[host.lowerBound] != UInt8(ascii: "[") else { return nil }
            let isOdd = text[host].contains(where: MalformedStart.isBracket) || SchemeName.isWeb(text, host)
            return isOdd ? MalformedStart.finding(in: text) : nil
        }
        let first = ByteClass.lowered(text[scheme.lowerBound])
        let mayBeWeb = first == UInt8(ascii: "h") || first == UInt8(ascii: "m") || first == UInt8(ascii: "t")
        // A host with a port looks like a link whose scheme is the host.
        let behind = scheme.upperBound + 1
        let mayBePort = behind < text.count && ByteClass.isDigit(text[behind])
        if MalformedStart.startOfRepeatedScheme(text, scheme) != nil { return MalformedStart.finding(in: text) }
        guard mayBeWeb || mayBePort, KnownSchemes.embedded.facts(text.span, scheme) == nil else { return nil }
        return MalformedStart.finding(in: text)
    }

    /// Reports that other apps can receive a link with a secret.
    static func claim(on link: AppLinkReading) -> Finding? {
        guard let own = link.components.scheme, let scheme = link.text.isWord("intent", in: own) ? implicitScheme(of: link) : own,
            SchemeName.isClaimable(link.text, scheme)
        else { return nil }
        let message = "Any app can claim this scheme: another app may receive the link and its secret."
        return Finding(.claimableScheme, message, range: scheme)
    }

    /// Returns the scheme that an intent asks for, if it names no app.
    private static func implicitScheme(of link: AppLinkReading) -> Range<Int>? {
        guard let uri = try? IntentURI(link.text.span.string) else { return nil }
        let (intent, selector) = (uri.intent, uri.intent.selector)
        let names = [
            intent.fields.package, intent.fields.component?.package, selector?.fields.package, selector?.fields.component?.package,
        ]
        guard names.allSatisfy({ $0 == nil }) else { return nil }
        return uri.parts.first { $0.kind == .field("scheme") && !$0.isInSelector }?.value
    }

    /// Reports data without a target, and a target that is a relative URL, such as `www.example.com/x`, which is only a path.
    private static func target(of link: AppLinkReading) -> [Finding] {
        guard link.fields.hasTarget else {
            return [Finding(.noTarget, "The data has no target_url: the link itself is the target.", range: link.dataRange)]
        }
        guard let url = link.target, url.components.hasNoScheme, let node = link.fields.target else { return [] }
        let message = "target_url has no scheme: no app or browser can open it."
        let repair = withScheme(link.withText(url.text) { $0.string }, node, of: link)
        return [Finding(.targetWithoutScheme, message, range: link.place(ofData: link.tape.records[node].range), repair: repair)]
    }

    /// Reports a referer whose URL is relative. A referer that is not a URL at all is an oddity.
    private static func referer(of link: AppLinkReading, _ secrets: [Range<Int>]) -> [Finding] {
        guard let url = link.refererURL, url.components.hasNoScheme, let node = link.fields.refererURL else { return [] }
        let text = link.withText(url.text) { $0.string }
        let place = link.place(ofData: link.tape.records[node].range)
        let message = "The referer's url has no scheme (\(Quote.shortened(text, at: place, secrets))): nothing can return to it."
        return [Finding(.badReferer, message, range: place, repair: withScheme(text, node, of: link))]
    }

    private static func withScheme(_ text: String, _ node: Int, of link: AppLinkReading) -> LinkRepair? {
        guard text.hasPrefix("www.") || text.hasPrefix("//") else { return nil }
        let place = link.place(ofData: link.tape.records[node].contentRange)
        let scheme = text.hasPrefix("//") ? "https:" : "https://"
        return LinkRepair("Add \(scheme) in front.", place.lowerBound..<place.lowerBound, PercentCoding.encoded(scheme.utf8))
    }

    /// Reports duplicate keys in the data and duplicate data parameters. The last value counts, which is rarely what the author meant.
    static func duplicates(in link: AppLinkReading, _ secrets: [Range<Int>]) -> [Finding] {
        var findings: [Finding] = []
        if link.tape.hasFindings, let document = link.document {
            findings = duplicates(in: document, secrets) { link.place(ofData: $0) }
        }
        guard link.query.hasRepeatedName || link.query.isUndecodable else { return findings }
        let payloads = link.query.components.filter { link.query.isData($0) }
        if payloads.count > 1, let first = payloads.first {
            let message = "al_applink_data appears \(payloads.count) times: only the last one counts."
            findings.append(Finding(.duplicatePayload, message, range: first.item.range))
        }
        return findings
    }

    private static func duplicates(in document: JSONDocument, _ secrets: [Range<Int>], place: (Range<Int>) -> Range<Int>) -> [Finding] {
        document.findings.filter { $0.code == .duplicateKey }.map { Finding(duplicateKey: $0, at: place($0.range), secrets) }
    }

    /// Returns the finding for the secrets in a link, or in the text of a QR code.
    static func finding(secrets: borrowing LinkSecrets, isPayload: Bool = false) -> Finding? {
        guard let first = secrets.ranges.first else { return nil }
        var (count, contents) = (0, [String]())
        for secret in secrets.ranges {
            if let content = secrets.content(of: secret) {
                if !contents.contains(content) { contents.append(content) }
            } else {
                count += 1
            }
        }
        let text: StaticString = isPayload ? "text" : "link"
        let message =
            switch (count, isPayload) {
            // Nearly every link with a secret has exactly one and no other content. Its message is a constant, which takes no work for each
            // link.
            case (1, false): "The link contains a secret (a token or a password): anyone who sees the link can use the secret."
            case (1, true): "The text contains a secret (a token or a password): anyone who sees the text can use the secret."
            default: "The \(text) contains \(count) secrets (tokens or passwords): anyone who sees the \(text) can use the secrets."
            }
        if contents.isEmpty { return Finding(.secret, message, range: first) }
        let content = contents.joined(separator: " and ")
        if count == 0 {
            return Finding(.secret, "The \(text) contains \(content), which anyone who sees the \(text) can read.", range: first)
        }
        return Finding(.secret, "\(message) It also contains \(content).", range: first)
    }
}
