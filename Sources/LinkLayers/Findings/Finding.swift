/// A fact about a link that its author should know: the problem, its severity, its place and its consequence.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
        case note, warning, error

        package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    package var code: FindingCode
    /// One or two sentences: the problem and its consequence. Never contains a secret, but may quote the link.
    package var message: String
    /// The byte range of the problem in the input. Nil if the problem has no place in the input.
    package var range: Range<Int>?
    /// The edits that fix the problem, if there are any.
    package var repair: Repair?

    package init(_ code: FindingCode, _ message: String, range: Range<Int>? = nil, repair: Repair? = nil) {
        self.code = code
        self.message = message
        self.range = range
        self.repair = repair
    }

    package var severity: Severity { code.severity }
}

/// The code of a finding. The raw values are stable, so scripts can match on them.
package enum FindingCode: String, Sendable, Hashable, CaseIterable {
    case empty
    case notURL = "not-a-url"
    case noScheme = "no-scheme"
    case malformedStart = "malformed-start"
    case defanged
    case noAuthority = "no-authority"
    case capitalScheme = "capital-scheme"
    case queryDelimiter = "query-delimiter"
    case semicolonSeparator = "semicolon-separator"
    case numberHash = "number-hash"
    case numberForm = "number-form"
    case mailAddress = "mail-address"
    case invalidUTF8 = "invalid-utf8"
    case cut
    case probablyCut = "probably-cut"
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

    /// The severity. An error keeps the link or its App Link data from working.
    package var severity: Finding.Severity {
        switch self {
        case .empty, .notURL, .noScheme, .malformedStart, .defanged, .invalidUTF8, .cut, .payloadBare, .payloadNotUTF8, .payloadNotJSON,
            .payloadNotObject,
            .payloadInFragment, .misspelledData, .payloadCut, .badIntent, .badPackage, .noHost, .badHost, .badPort, .deadService,
            .wrongVersion, .objectWithoutLink, .eventWithoutName:
            .error
        case .controlCharacters, .hiddenCharacters, .undecodableParameter, .duplicateKey, .duplicatePayload, .wrongType, .badTarget,
            .refererWithoutURL, .refererWithoutName, .badReferer,
            .rawJSON, .plusForBlank, .doubleEncoding, .encodedHash, .htmlEscape, .duplicateParameter, .roundedNumber,
            .undecodableText, .badEscape, .unescapedBlank, .wrappedLinkCut, .misleadingHost, .badPunycode, .unsafeScheme,
            .targetWithoutScheme, .insecureHTTP, .lookAlikeHost, .endingService, .capitalScheme, .queryDelimiter, .jsonCut, .damagedWrapper,
            .referrerCut, .intentWithoutScheme, .intentSchemeTwice, .badFallback, .privateScheme, .numberHash, .numberForm, .mailAddress,
            .placeholder,
            .probablyCut, .shortenedInLog,
            .jsonEscape, .expiryTooLong, .storeWithoutApp, .quotedPrintable:
            .warning
        case .noTarget, .secret, .moreFindings,
            .internationalHost, .claimableScheme, .shortener, .trackingParameters, .tooManyLayers, .ambiguousNesting, .mailGateway, .expiry,
            .loginAnswer, .openRedirect, .semicolonSeparator, .intentFragment, .unescapedUnicode,
            .unescapedSign, .trailingText, .privateAddress, .noAuthority, .intentHost:
            .note
        }
    }
}
