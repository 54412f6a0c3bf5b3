import AppLinks
import Bytes
import Deciding
import LinkLayers
import Records
import Secrets

/// Finds links in the texts of a file and inspects them.
struct LinkLint: ~Copyable {
    private let sites: AppSites
    private let platforms: [AppPlatform]
    private var memory = InspectionMemory()
    private(set) var findings: [LintFinding] = []
    /// The number of links that were inspected.
    private(set) var links = 0
    /// The places of the links. For a link in a value such as a string literal, the place is that of the whole value.
    private(set) var places: [Range<Int>] = []
    /// What was not inspected; nil if everything was.
    private(set) var limit: String?

    /// The maximum length of a line in bytes. Longer lines are data, not links.
    private static let longestText = 1 << 20
    /// The maximum number of findings of a file.
    static let mostFindings = 1000
    static let tooManyFindings = "only the first \(mostFindings) findings are reported"

    init(sites: AppSites, platforms: [AppPlatform]) { (self.sites, self.platforms) = (sites, platforms) }

    /// Inspects the links in a text.
    ///
    /// - Parameters:
    ///   - mayBePattern: Whether the text may be a regular expression.
    ///   - onlyCommands: Whether the links that commands open are inspected only.
    ///   - openers: The words of commands that open links.
    mutating func read(_ text: SourceText, mayBePattern: Bool = true, onlyCommands: Bool = false, openers: WordSearch = openers) {
        guard text.text.bytes.contains(UInt8(ascii: ":")) else { return }
        readCommands(text, openers)
        if onlyCommands { return }
        var start = 0
        let count = text.text.count
        let quoted = Self.quoted(text)
        while start < count {
            guard findings.count < Self.mostFindings else {
                limit = Self.tooManyFindings
                return
            }
            let end = text.text.bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? count
            if end - start > Self.longestText {
                limit = limit ?? "lines of more than \(Self.longestText) bytes are not checked"
            } else {
                for found in LinkSearch.links(in: text.text, start..<end) {
                    read(found, of: text, quoted: quoted, mayBePattern: mayBePattern)
                }
            }
            start = end + 1
        }
    }

    /// What opens links on a device or a simulator, and the programs with which such a command may begin.
    static let openers = WordSearch(["am start", "simctl openurl", "uri-scheme open"])
    static let deviceOpeners = WordSearch(["am start"])
    private static let programs = WordSearch(["adb ", "adb.exe ", "xcrun ", "npx "])

    /// Reports the links of the commands in a text that a shell cuts off.
    private mutating func readCommands(_ text: SourceText, _ openers: WordSearch) {
        let bytes = text.text.bytes
        var position = 0
        while let opener = openers.first(in: bytes, from: position) {
            let line = (bytes[..<opener].lastIndex(where: ByteClass.isLineEnd) ?? -1) + 1
            var end = opener
            // A backslash at the end of a line continues the command.
            repeat {
                end = bytes[(end + 1)...].firstIndex { $0 == UInt8(ascii: "\n") } ?? bytes.count
            } while end < bytes.count && bytes[..<end].last { $0 != UInt8(ascii: "\r") } == UInt8(ascii: "\\")
            let program = Self.programs.first(in: Array(bytes[line..<opener])).map { line + $0 } ?? opener
            readCommand(program..<end, of: text)
            position = end
        }
    }

    /// Reports the link of a command that a shell cuts off.
    private mutating func readCommand(_ command: Range<Int>, of text: SourceText) {
        let bytes = Array(text.text.bytes[command])
        for link in PastedText.links(inLine: bytes.span) ?? [] {
            // A command in a text has words such as <deep link> in the place of its link.
            guard let cut = link.cut, !link.isReplaced, link.bytes.contains(UInt8(ascii: ":")), findings.count < Self.mostFindings
            else { continue }
            let start = bytes.indices.first { bytes[$0...].starts(with: link.bytes) } ?? 0
            let place = text.text.source(of: command.lowerBound + start..<command.lowerBound + min(start + link.bytes.count, bytes.count))
            findings.append(LintFinding(FindingCode.shellCut.rawValue, .warning, cut, at: place))
        }
    }

    private mutating func read(_ found: LinkSearch.Found, of text: SourceText, quoted: Range<Int>?, mayBePattern: Bool) {
        if mayBePattern, Self.patternSigns.first(in: Array(text.text.bytes[found.range])) != nil { return }
        let place = text.text.source(of: found.range)
        var holes = Array(text.holes(near: place))
        let link = TemplateHoles.filled(found.record.text, &holes)
        if Self.isOpen(at: found.range.upperBound, of: text) { holes.append(place.upperBound..<place.upperBound) }
        links += 1
        places.append(quoted ?? place)
        var inspection = LinkInspection.inspect(link.bytes.span, into: &memory)
        let kind = LinkKind(inspection)
        let isProse = text.isValue && !text.text.bytes[..<found.range.lowerBound].allSatisfy(ByteClass.isBlank)
        let policy = FindingPolicy(
            kind: kind, service: inspection.opensApps, place: isProse ? .sentence : text.place, platforms: platforms)
        for finding in inspection.findings {
            guard var severity = policy.severity(of: finding) else { continue }
            if finding.code == .hiddenCharacters, isProse, Self.endsInMarks(finding, inspection) { severity = .note }
            if finding.code == .secret {
                // A token that is written out is reported, even if the program inserts something elsewhere in the link.
                let secrets = SecretExamples.others(inspection).filter { secret in
                    let place = Self.source(of: secret, in: link)
                    return !holes.contains { $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound }
                }
                guard let (worst, level) = Self.worst(of: secrets, inspection, severity), findings.count < Self.mostFindings
                else { continue }
                add(finding, level, at: Self.source(of: worst, in: link), inspection, repairs: holes.isEmpty)
                if PublicKeys.has(inspection.bytes[worst]) { findings[findings.count - 1].message = PublicKeys.message }
                findings[findings.count - 1].secretMark = SecretMark(secrets.map { inspection.bytes[$0] })
                continue
            }
            guard let range = finding.range.map({ Self.source(of: $0, in: link) }) else {
                if holes.isEmpty { add(finding, severity, at: place, inspection, repairs: true) }
                continue
            }
            // The result depends on the value that the program inserts, which is unknown here.
            if holes.contains(where: { $0.lowerBound <= range.upperBound && range.lowerBound <= $0.upperBound }) { continue }
            if !holes.isEmpty, range == place || finding.code.isAboutWhole { continue }
            add(finding, severity, at: range, inspection, repairs: holes.isEmpty)
        }
        if holes.isEmpty, kind == .web, findings.count < Self.mostFindings, let finding = sites.finding(on: inspection, at: place) {
            findings.append(finding)
        }
        inspection.giveBack(&memory)
    }

    private mutating func add(
        _ finding: Finding, _ severity: Finding.Severity, at range: Range<Int>, _ inspection: borrowing LinkInspection, repairs: Bool
    ) {
        guard findings.count < Self.mostFindings else { return }
        findings.append(
            LintFinding(
                finding.code.rawValue, severity, finding.message, at: range,
                link: String(decoding: inspection.bytes, as: UTF8.self), repair: repairs ? finding.repair?.summary : nil))
    }

    /// Returns the secret to report and its severity, which `severity` is by its place. Each word list is searched once, not once per secret.
    private static func worst(
        of secrets: [Range<Int>], _ inspection: borrowing LinkInspection, _ severity: Finding.Severity
    ) -> (secret: Range<Int>, severity: Finding.Severity)? {
        let bytes = inspection.bytes
        let service = Self.serviceKeys.first(in: bytes) ?? bytes.count
        let harmless = Self.harmless.first(in: bytes) ?? bytes.count
        let warned = secrets.first { secret in
            if PublicKeys.has(bytes[secret]) { return false }
            // Anyone with a service's key or a webhook's address can act as its owner, wherever the link is.
            if secret.upperBound > service { return true }
            // The token of a file in Firebase storage is public. A signature opens only the file that the link names, and often only for
            // minutes. A token for one person and one use is an example in a program; a key of the program is not. The account_key in pages
            // of Zendesk Chat and Invoice Ninja names the owner of a page that everyone may open.
            let has = { (name: [UInt8]) in bytes[..<secret.lowerBound].suffix(name.count).elementsEqual(name) }
            let isHarmless = harmlessNames.contains(where: has) || harmless < secret.lowerBound && onceUsed.contains(where: has)
            return severity > .note && (!isHarmless || !Secrets.ranges(in: Array(bytes[secret])).isEmpty)
        }
        return (warned ?? secrets.first { !PublicKeys.has(bytes[$0]) } ?? secrets.first).map { ($0, warned == nil ? .note : .warning) }
    }

    /// The beginnings of keys with which anyone can act for their owner, and of the addresses where anyone can post.
    private static let serviceKeys = WordSearch([
        "sk_live_", "rk_live_", "ghp_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "shpat_", "sk-ant-", "sk-proj-", "hooks.slack.com/",
        "discord.com/api/webhooks/", "discordapp.com/api/webhooks/", "webhook.office.com/", "hooks.zapier.com/",
    ])

    private static let harmless = WordSearch([
        "//firebasestorage.googleapis.com/", "-password?", "/reset", "/verify", "/confirm", "/activate", "/setup-account", "unsubscribe",
    ])
    /// The names of signatures and of keys that everyone may see.
    private static let harmlessNames = ["?hmac=", "&hmac=", "~hmac=", "Signature=", "account_key="].map { Array($0.utf8) }
    /// How the names of tokens end, also `resetToken` and `otpCode`, and what is before one in a path.
    private static let onceUsed = ["oken=", "ode=", "/"].map { Array($0.utf8) }

    /// Returns whether hidden characters are the marks that keep the words after a link in order in a right-to-left text.
    private static func endsInMarks(_ finding: Finding, _ inspection: borrowing LinkInspection) -> Bool {
        let end = String(decoding: inspection.bytes[(finding.range?.lowerBound ?? 0)...], as: UTF8.self)
        return end.unicodeScalars.allSatisfy { $0 == "\u{200E}" || $0 == "\u{200F}" }
    }

    private static func source(of range: Range<Int>, in link: TracedText) -> Range<Int> {
        let end = min(range.upperBound, link.count)
        return link.source(of: min(range.lowerBound, end)..<end)
    }

    /// Returns the place of a value, which counts as the place of the links in it. Returns nil for a document, and for a value of several
    /// lines, because these may have comments of their own.
    private static func quoted(_ text: SourceText) -> Range<Int>? {
        guard text.isValue, !text.text.bytes.contains(where: ByteClass.isLineEnd) else { return nil }
        return text.text.source(of: 0..<text.text.count)
    }

    /// Returns whether the text goes on after a link: the program appends something, or a template does.
    private static func isOpen(at end: Int, of text: SourceText) -> Bool {
        let bytes = text.text.bytes
        // The punctuation at the end of a link in a sentence belongs to the link if the text goes on.
        // A value that ends in a sign of the query is the beginning of links.
        guard let next = bytes[end...].firstIndex(where: { !".,;:!?'".utf8.contains($0) }) else {
            return text.continues || text.isValue && bytes.last.map("=&?#".utf8.contains) ?? false
        }
        guard next == end else { return false }
        if "<{[(|*$%\\".utf8.contains(bytes[end]) { return true }
        return bytes.has("...", at: end, before: bytes.count) || bytes.has("…", at: end, before: bytes.count)
    }

    /// Characters that regular expressions have and links have not.
    private static let patternSigns = WordSearch(["\\", "^", ".*", ".+", "(?", "]+", "]*", ")?", ")*", ")+"])
}

extension FindingCode {
    /// Whether the finding is about the end or the whole of a link, which a hole may change wherever it is.
    fileprivate var isAboutWhole: Bool {
        switch self {
        case .cut, .probablyCut, .payloadCut, .jsonCut, .wrappedLinkCut, .referrerCut, .noTarget, .notURL, .empty, .badIntent,
            .intentWithoutScheme, .storeWithoutApp, .refererWithoutURL, .refererWithoutName, .wrongVersion:
            true
        default: false
        }
    }
}

/// What a link in a source tree is for, which decides which findings are reported.
enum LinkKind {
    /// A link that opens an app: with a scheme that apps claim, an intent for Android, or with App Link data.
    case app
    /// Any other web link. Most of them are documentation, licenses, namespaces and servers.
    case web
    /// A link that no app opens: of a database, a file, a socket.
    case other

    init(_ inspection: borrowing LinkInspection) {
        guard let reading = inspection.reading, let scheme = reading.components.scheme, !scheme.isEmpty else {
            self = .other
            return
        }
        let bytes = inspection.bytes
        if scheme.count == 1 {
            // The drive of a path on Windows.
            self = .other
        } else if reading.isAppLink || SchemeName.isIntent(bytes, scheme) {
            self = .app
        } else if SchemeName.isWeb(bytes, scheme) {
            self = .web
        } else {
            let owner = KnownSchemes.embedded.facts(bytes.span, scheme)?.owner
            self = owner != .program && owner?.isClaimable ?? true ? .app : .other
        }
    }
}

/// The keys that are meant to be public in an app: publishable keys of Stripe (`pk_test_…`, `pk_live_…`), public tokens of Mapbox
/// (`pk.eyJ…`) and Google API keys (`AIza…`).
///
/// Everyone who has the app can read the key. A Google key is safe if it is restricted to the app and to what the app needs. The source does
/// not show this, so the key is worth a note but not a warning.
enum PublicKeys {
    private static let beginnings: [StaticString] = ["pk_test_", "pk_live_", "pk.eyJ"]
    /// The length of a Google API key, with its first letters.
    private static let googleLength = 39

    static let message =
        "The link contains a key that is meant to be public in an app. Restrict the key to the app and to what the app needs."

    static func has(_ secret: ArraySlice<UInt8>) -> Bool {
        let key = Array(secret)
        return beginnings.contains { key.has($0, at: 0, before: key.count) }
            || key.count == googleLength && key.has("AIza", at: 0, before: key.count)
    }
}

/// Recognizes made-up secrets in examples, such as `https://user:password@example.com`.
enum SecretExamples {
    /// The least length of a secret that has letters and digits, and of any other secret.
    private static let least = (mixed: 8, other: 20)
    /// The minimum length of the repetition in a secret that is mostly one repeated character.
    private static let filler = 8
    /// The domains that no one can own (RFC 2606, RFC 6761), with the hosts below them.
    private static let domains = ["example.com", "example.net", "example.org", "example", "test", "invalid", "localhost", "local", "lan"]

    /// Returns the secrets of a link that look real.
    static func others(_ inspection: borrowing LinkInspection) -> [Range<Int>] {
        // A file of this computer has no password. The @ in its path is that of a package.
        if let scheme = inspection.reading?.components.scheme, inspection.bytes[scheme].elementsEqual("file".utf8) { return [] }
        if let host = inspection.reading?.components.host {
            let name = String(decoding: inspection.bytes[host], as: UTF8.self).lowercased()
            // A program has the addresses of networks at home and in emulators in examples only.
            let isPrivate = name.hasPrefix("192.168.") || name.hasPrefix("10.0.")
            if isPrivate || domains.contains(where: { name == $0 || name.hasSuffix(".\($0)") }) { return [] }
        }
        return inspection.secrets.filter { isReal(inspection.bytes[$0]) }
    }

    /// Returns whether this is a secret that is mostly one repeated character:
    /// `hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX`. The bearer tokens of X begin with a shorter row.
    private static func isFilled(_ secret: ArraySlice<UInt8>) -> Bool {
        let middle = secret.startIndex + secret.count / 2
        let isSame = { secret[$0] == secret[middle] }
        let before = (secret.startIndex..<middle).reversed().prefix(while: isSame).count
        let row = before + (middle..<secret.endIndex).prefix(while: isSame).count
        return row >= filler && row > secret.count / 2
    }

    /// What stands in the place of a secret or in a made-up one: words, and escaped templates such as `$(PASSWORD)` and `{password}`. The
    /// last is the secret in Google's description of `otpauth:` links.
    private static let words = [
        "%24%28", "%7b", "example", "placeholder", "changeme", "dummy", "your", "password", "passw0rd", "mytoken", "jbswy3dpehpk3pxp",
    ]

    private static func isReal(_ secret: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: secret, as: UTF8.self).lowercased()
        if isFilled(secret) || words.contains(where: text.contains) { return false }
        let isMixed = secret.contains(where: ByteClass.isDigit) && secret.contains(where: ByteClass.isLetter)
        return secret.count >= (isMixed ? least.mixed : least.other)
    }
}

/// Decides which findings about links in a source tree are reported, and with which severity.
///
/// A tree has many links that open no app: documentation, namespaces, servers, examples. For those, only certain problems are reported. In
/// public apps, findings in documents were almost never mistakes of the app, and some not anywhere else either. These are notes.
struct FindingPolicy {
    /// Where a link is.
    enum Place {
        /// It is a whole value, which the app opens.
        case value
        /// It is a part of a text that the app shows.
        case sentence
        /// It is in JSON, which may be data of others.
        case data
        /// It is in a text that the app does not run, such as a page in Markdown.
        case document
    }

    var kind: LinkKind
    /// Whether the link belongs to a service whose links open apps, such as Branch, or to a store.
    var service: Bool
    var place: Place
    /// The platforms that the file is for.
    var platforms: [AppPlatform]

    /// Returns the severity with which a finding is reported; nil if it is not reported.
    func severity(of finding: Finding) -> Finding.Severity? {
        let isTold = (Self.places[finding.code] ?? [.value, .data]).contains(place)
        switch (finding.code, kind) {
        // A template of a link has placeholders, and a list of examples has links without end.
        case (.placeholder, _), (.cut, _), (.probablyCut, _), (.shortenedInLog, _), (.moreFindings, _): return nil
        // Anyone who can read the source can use the secret.
        case (.secret, _): return isTold ? .warning : .note
        case (_, .other): return nil
        case (_, .web) where !service && !Self.certain.contains(finding.code): return nil
        // A parameter with several values is a list.
        case (.duplicateParameter, .app) where finding.repair == nil: return .note
        // Only Android compares capital letters.
        case (.capitalScheme, _) where !platforms.contains(.android): return .note
        default: return isTold ? finding.severity : .note
        }
    }

    /// The places where a finding keeps its severity, because at least three in four were mistakes there. Elsewhere it is a note. A finding
    /// without a row is about how a link is written, which matters where a program parses the link.
    private static let places: [FindingCode: Set<Place>] = [
        .deadService: [.value, .sentence, .data], .endingService: [.value, .sentence, .data], .malformedStart: [.value, .sentence, .data],
        .hiddenCharacters: [.value, .sentence], .secret: [.value],
        .insecureHTTP: [], .intentWithoutScheme: [], .lookAlikeHost: [], .misleadingHost: [], .storeWithoutApp: [],
    ]

    /// Returns whether a finding is about how a link is written, which matters only if a program parses the link.
    static func isAboutForm(_ code: FindingCode) -> Bool { !certain.contains(code) && code != .secret }

    /// The findings about any web link, which say that it does not lead where it is meant to lead.
    private static let certain: Set<FindingCode> = [
        .deadService, .endingService, .malformedStart, .misleadingHost, .lookAlikeHost, .badPunycode, .storeWithoutApp, .hiddenCharacters,
    ]
}

extension LinkInspection {
    /// Whether the link belongs to a service whose links open apps, such as Branch, or to a store.
    var opensApps: Bool {
        (service.map { $0.kind == .store || $0.kind == .attribution } ?? false)
            || layers.contains { $0.outer == nil && $0.service?.kind == .attribution }
            || parameters.contains { $0.layer == nil && $0.owner.kind == .attribution }
    }
}
