package import JSONDocument
import Secrets

/// A fact about a link that its author should know: the problem, its severity, its place and its consequence.
package struct Finding: Sendable, Hashable {
    package typealias Severity = LinkFinding.Severity

    package var code: FindingCode
    /// One or two sentences: the problem and its consequence. Never contains a secret, but may quote the link.
    package var message: String
    /// The byte range of the problem in the input. Nil if the problem has no place in the input.
    package var range: Range<Int>?
    /// The edits that fix the problem, if there are any.
    package var repair: LinkRepair?

    package init(_ code: FindingCode, _ message: String, range: Range<Int>? = nil, repair: LinkRepair? = nil) {
        self.code = code
        self.message = message
        self.range = range
        self.repair = repair
    }

    package var severity: Severity { code.severity }
}

/// The code of a finding: what kind of problem it is. <doc:Findings> explains each code, in the same order.
///
/// The raw values are stable: `linkscope inspect --json` prints them. More codes may be added in later versions, so a `switch` needs
/// `@unknown default`. Only the inspector's records have ``objectWithoutLink`` and ``eventWithoutName``.
@nonexhaustive
public enum FindingCode: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case empty
    case notURL = "not-a-url"
    case noScheme = "no-scheme"
    case malformedStart = "malformed-start"
    case defanged
    case noAuthority = "no-authority"
    case capitalScheme = "capital-scheme"
    case capitalHost = "capital-host"
    case linkInPath = "link-in-path"
    case valuesInFragment = "values-in-fragment"
    case queryDelimiter = "query-delimiter"
    case semicolonSeparator = "semicolon-separator"
    case numberHash = "number-hash"
    case numberForm = "number-form"
    case mailAddress = "mail-address"
    case invalidUTF8 = "invalid-utf8"
    case cut
    case probablyCut = "probably-cut"
    case shellCut = "shell-cut"
    case shortenedInLog = "shortened-in-log"
    case trailingText = "trailing-text"
    case controlCharacters = "control-characters"
    case hiddenCharacters = "hidden-characters"
    case undecodableParameter = "undecodable-parameter"
    case undecodableText = "undecodable-text"
    case badEscape = "bad-escape"
    case unescapedBlank = "unescaped-blank"
    case unescapedUnicode = "unescaped-unicode"
    case unescapedSign = "unescaped-sign"
    case payloadBare = "payload-bare"
    case payloadNotUTF8 = "payload-not-utf8"
    case payloadNotJSON = "payload-not-json"
    case payloadNotObject = "payload-not-object"
    case payloadInFragment = "payload-in-fragment"
    case misspelledData = "misspelled-data"
    case payloadCut = "payload-cut"
    case jsonCut = "json-cut"
    case badIntent = "bad-intent"
    case intentHost = "intent-host"
    case intentWithoutScheme = "intent-without-scheme"
    case intentSchemeTwice = "intent-scheme-twice"
    case intentConstant = "intent-constant"
    case badPackage = "bad-package"
    case badFallback = "bad-fallback"
    case intentFragment = "intent-fragment"
    case rawJSON = "raw-json"
    case plusForBlank = "plus-for-blank"
    case doubleEncoding = "double-encoding"
    case encodedHash = "encoded-hash"
    case htmlEscape = "html-escape"
    case jsonEscape = "json-escape"
    case quotedPrintable = "quoted-printable"
    case duplicateParameter = "duplicate-parameter"
    case roundedNumber = "rounded-number"
    case targetWithoutScheme = "target-without-scheme"
    case wrappedLinkCut = "wrapped-link-cut"
    case ambiguousNesting = "ambiguous-nesting"
    case referrerCut = "referrer-cut"
    case damagedWrapper = "damaged-wrapper"
    case mailGateway = "mail-gateway"
    case expiry
    case expiryTooLong = "expiry-too-long"
    case badValue = "bad-value"
    case badRedirect = "bad-redirect"
    case loginAnswer = "login-answer"
    case openRedirect = "open-redirect"
    case privateAddress = "private-address"
    case insecureHTTP = "insecure-http"
    case noHost = "no-host"
    case badPort = "bad-port"
    case badHost = "bad-host"
    case misleadingHost = "misleading-host"
    case lookAlikeHost = "look-alike-host"
    case internationalHost = "international-host"
    case badPunycode = "bad-punycode"
    case unsafeScheme = "unsafe-scheme"
    case privateScheme = "private-scheme"
    case claimableScheme = "claimable-scheme"
    case storeWithoutApp = "store-without-app"
    case deadService = "dead-service"
    case endingService = "ending-service"
    case shortener
    case trackingParameters = "tracking-parameters"
    case placeholder
    case tooManyLayers = "too-many-layers"
    case duplicateKey = "duplicate-key"
    case duplicatePayload = "duplicate-payload"
    case wrongVersion = "wrong-version"
    case wrongType = "wrong-type"
    case badTarget = "bad-target"
    case noTarget = "no-target"
    case refererWithoutURL = "referer-without-url"
    case refererWithoutName = "referer-without-name"
    case badReferer = "bad-referer"
    case secret = "secret-in-link"
    case objectWithoutLink = "object-without-link"
    case eventWithoutName = "event-without-name"
    /// The link has more findings than are listed.
    case moreFindings = "more-findings"

    /// The raw value.
    public var description: String { rawValue }

    /// The severity. An error keeps the link or its App Link data from working.
    public var severity: LinkFinding.Severity {
        switch self {
        case .empty, .notURL, .noScheme, .malformedStart, .defanged, .invalidUTF8, .cut, .payloadBare, .payloadNotUTF8, .payloadNotJSON,
            .payloadNotObject, .payloadInFragment, .misspelledData, .payloadCut, .badIntent, .badPackage, .noHost, .badHost, .badPort,
            .deadService, .wrongVersion, .objectWithoutLink, .eventWithoutName:
            .error
        case .controlCharacters, .hiddenCharacters, .undecodableParameter, .duplicateKey, .duplicatePayload, .wrongType, .badTarget,
            .refererWithoutURL, .refererWithoutName, .badReferer, .rawJSON, .plusForBlank, .doubleEncoding, .encodedHash, .htmlEscape,
            .duplicateParameter, .roundedNumber, .undecodableText, .badEscape, .unescapedBlank, .wrappedLinkCut, .misleadingHost,
            .badPunycode, .unsafeScheme, .targetWithoutScheme, .insecureHTTP, .lookAlikeHost, .endingService, .capitalScheme,
            .queryDelimiter, .jsonCut, .damagedWrapper, .referrerCut, .intentWithoutScheme, .intentSchemeTwice, .badFallback,
            .privateScheme, .numberHash, .numberForm, .mailAddress, .placeholder, .intentConstant, .badValue, .badRedirect, .probablyCut,
            .shellCut, .shortenedInLog, .jsonEscape, .expiryTooLong, .storeWithoutApp, .quotedPrintable:
            .warning
        case .noTarget, .secret, .moreFindings, .internationalHost, .claimableScheme, .shortener, .trackingParameters, .tooManyLayers,
            .ambiguousNesting, .mailGateway, .expiry, .loginAnswer, .openRedirect, .semicolonSeparator, .intentFragment, .unescapedUnicode,
            .unescapedSign, .trailingText, .privateAddress, .noAuthority, .intentHost, .capitalHost, .linkInPath, .valuesInFragment:
            .note
        }
    }
}

/// The findings about a link, in the order in which they were found.
package struct FindingList {
    package private(set) var all: [Finding] = []
    /// The secrets of the link, which no message may quote. See ``Quote/beginning(_:at:_:most:)``.
    var secrets: [Range<Int>] = []

    /// Creates an empty list that reuses the memory of other findings.
    init(reusing memory: inout [Finding]) {
        swap(&all, &memory)
        all.removeAll(keepingCapacity: true)
    }

    package mutating func found(_ finding: Finding) {
        all.append(finding)
    }

    /// Adds a finding that is the cause of others, and removes the findings about its consequences.
    mutating func found(cause: Finding, of consequences: (Finding) -> Bool) {
        all.removeAll(where: consequences)
        all.append(cause)
    }

    /// Removes the repairs of the findings so far.
    mutating func withholdRepairs() {
        for index in all.indices { all[index].repair = nil }
    }

    /// Returns the places of the findings with a code, in the order in which they were found.
    func places(of code: FindingCode) -> [Range<Int>] { all.compactMap { $0.code == code ? $0.range : nil } }

    mutating func found(_ findings: [Finding]) {
        // Most checks find nothing.
        if !findings.isEmpty { all += findings }
    }
}

extension Finding {
    /// Returns the JSON parser's message about a place, with visible characters only. The message may quote the text at that place, so if the
    /// text is a secret, this returns only the position. Messages about a string that does not end, or about text after the document, quote
    /// at most one character.
    static func words(of json: JSONFinding, at place: Range<Int>, _ secrets: [Range<Int>]) -> String {
        let isLong = json.code == .unterminatedString || json.code == .trailingContent
        let quoted = place.lowerBound..<max(isLong ? 0 : place.upperBound, place.lowerBound + 1)
        guard secrets.overlap(quoted) else { return HiddenCharacters.shown(in: json.message) }
        return json.code == .duplicateKey
            ? "the key at byte \(json.offset + 1), which contains a secret, repeats an earlier key: most parsers use the last value"
            : "the mistake is at byte \(json.offset + 1), in a secret"
    }

    /// Creates the finding about a duplicate key in the App Link data, at a place of the link.
    init(duplicateKey json: JSONFinding, at place: Range<Int>, _ secrets: [Range<Int>]) {
        self.init(.duplicateKey, "In al_applink_data, \(Self.words(of: json, at: place, secrets)).", range: place)
    }

    /// Returns what the JSON parser says of each error in a document, without secrets, and the places of the errors.
    package static func errors(of document: JSONDocument) -> [(words: String, place: Range<Int>)] {
        let errors = document.findings.filter(\.isError)
        if errors.isEmpty { return [] }
        let secrets = Secrets.ranges(in: document.source)
        return errors.map { (words(of: $0, at: $0.range, secrets), $0.range) }
    }

    /// Returns a sentence about the other parts of a link with the same problem, after a space. Empty if `count`, which includes the first part, is 1.
    ///
    /// - Parameters:
    ///   - part: What such a part is called, in the singular.
    ///   - thing: What one other part has, and what several have.
    static func others(_ count: Int, _ part: StaticString, have thing: (one: StaticString, several: StaticString) = ("one", "one"))
        -> String
    {
        switch count {
        case ...1: ""
        case 2: " 1 other \(part) has \(thing.one), too."
        default: " \(count - 1) other \(part)s have \(thing.several), too."
        }
    }
}

extension LayerEdits {
    /// Reports a problem of the layer that edits fix, at a place or at that of the first edit. Reports nothing if there are no edits.
    func tell(
        _ code: FindingCode, _ message: @autoclosure () -> String, at range: Range<Int>? = nil, _ summary: @autoclosure () -> String,
        _ edits: [LinkRepair.Edit], _ sink: inout FindingList
    ) {
        guard let first = edits.first else { return }
        sink.found(Finding(code, message(), range: place(range ?? first.place), repair: repair(summary(), edits)))
    }

    /// Returns a finding about the text of the layer as a finding about the link.
    func finding(_ inner: Finding) -> Finding {
        var finding = inner
        finding.range = inner.range.map(place)
        finding.repair = inner.repair.flatMap { repair($0.summary, $0.edits) }
        return finding
    }
}
