// The codes of the findings, in the order of <doc:Findings>.

extension LinkFinding.Code {
    /// `empty`, an error.
    public static let empty = Self(.empty)
    /// `not-a-url`, an error.
    public static let notURL = Self(.notURL)
    /// `no-scheme`, an error.
    public static let noScheme = Self(.noScheme)
    /// `malformed-start`, an error.
    public static let malformedStart = Self(.malformedStart)
    /// `defanged`, an error.
    public static let defanged = Self(.defanged)
    /// `no-authority`, a note.
    public static let noAuthority = Self(.noAuthority)
    /// `capital-scheme`, a warning.
    public static let capitalScheme = Self(.capitalScheme)
    /// `capital-host`, a note.
    public static let capitalHost = Self(.capitalHost)
    /// `link-in-path`, a note.
    public static let linkInPath = Self(.linkInPath)
    /// `values-in-fragment`, a note.
    public static let valuesInFragment = Self(.valuesInFragment)
    /// `query-delimiter`, a warning.
    public static let queryDelimiter = Self(.queryDelimiter)
    /// `semicolon-separator`, a note.
    public static let semicolonSeparator = Self(.semicolonSeparator)
    /// `number-hash`, a warning.
    public static let numberHash = Self(.numberHash)
    /// `number-form`, a warning.
    public static let numberForm = Self(.numberForm)
    /// `mail-address`, a warning.
    public static let mailAddress = Self(.mailAddress)
    /// `invalid-utf8`, an error.
    public static let invalidUTF8 = Self(.invalidUTF8)
    /// `cut`, an error.
    public static let cut = Self(.cut)
    /// `probably-cut`, a warning.
    public static let probablyCut = Self(.probablyCut)
    /// `shell-cut`, a warning.
    public static let shellCut = Self(.shellCut)
    /// `shortened-in-log`, a warning.
    public static let shortenedInLog = Self(.shortenedInLog)
    /// `trailing-text`, a note.
    public static let trailingText = Self(.trailingText)
    /// `control-characters`, a warning.
    public static let controlCharacters = Self(.controlCharacters)
    /// `hidden-characters`, a warning.
    public static let hiddenCharacters = Self(.hiddenCharacters)
    /// `undecodable-parameter`, a warning.
    public static let undecodableParameter = Self(.undecodableParameter)
    /// `undecodable-text`, a warning.
    public static let undecodableText = Self(.undecodableText)
    /// `bad-escape`, a warning.
    public static let badEscape = Self(.badEscape)
    /// `unescaped-blank`, a warning.
    public static let unescapedBlank = Self(.unescapedBlank)
    /// `unescaped-unicode`, a note.
    public static let unescapedUnicode = Self(.unescapedUnicode)
    /// `unescaped-sign`, a note.
    public static let unescapedSign = Self(.unescapedSign)
    /// `payload-bare`, an error.
    public static let payloadBare = Self(.payloadBare)
    /// `payload-not-utf8`, an error.
    public static let payloadNotUTF8 = Self(.payloadNotUTF8)
    /// `payload-not-json`, an error.
    public static let payloadNotJSON = Self(.payloadNotJSON)
    /// `payload-not-object`, an error.
    public static let payloadNotObject = Self(.payloadNotObject)
    /// `payload-in-fragment`, an error.
    public static let payloadInFragment = Self(.payloadInFragment)
    /// `misspelled-data`, an error.
    public static let misspelledData = Self(.misspelledData)
    /// `payload-cut`, an error.
    public static let payloadCut = Self(.payloadCut)
    /// `json-cut`, a warning.
    public static let jsonCut = Self(.jsonCut)
    /// `bad-intent`, an error.
    public static let badIntent = Self(.badIntent)
    /// `intent-host`, a note.
    public static let intentHost = Self(.intentHost)
    /// `intent-without-scheme`, a warning.
    public static let intentWithoutScheme = Self(.intentWithoutScheme)
    /// `intent-scheme-twice`, a warning.
    public static let intentSchemeTwice = Self(.intentSchemeTwice)
    /// `intent-constant`, a warning.
    public static let intentConstant = Self(.intentConstant)
    /// `bad-package`, an error.
    public static let badPackage = Self(.badPackage)
    /// `bad-fallback`, a warning.
    public static let badFallback = Self(.badFallback)
    /// `intent-fragment`, a note.
    public static let intentFragment = Self(.intentFragment)
    /// `raw-json`, a warning.
    public static let rawJSON = Self(.rawJSON)
    /// `plus-for-blank`, a warning.
    public static let plusForBlank = Self(.plusForBlank)
    /// `double-encoding`, a warning.
    public static let doubleEncoding = Self(.doubleEncoding)
    /// `encoded-hash`, a warning.
    public static let encodedHash = Self(.encodedHash)
    /// `html-escape`, a warning.
    public static let htmlEscape = Self(.htmlEscape)
    /// `json-escape`, a warning.
    public static let jsonEscape = Self(.jsonEscape)
    /// `quoted-printable`, a warning.
    public static let quotedPrintable = Self(.quotedPrintable)
    /// `duplicate-parameter`, a warning.
    public static let duplicateParameter = Self(.duplicateParameter)
    /// `rounded-number`, a warning.
    public static let roundedNumber = Self(.roundedNumber)
    /// `target-without-scheme`, a warning.
    public static let targetWithoutScheme = Self(.targetWithoutScheme)
    /// `wrapped-link-cut`, a warning.
    public static let wrappedLinkCut = Self(.wrappedLinkCut)
    /// `ambiguous-nesting`, a note.
    public static let ambiguousNesting = Self(.ambiguousNesting)
    /// `referrer-cut`, a warning.
    public static let referrerCut = Self(.referrerCut)
    /// `damaged-wrapper`, a warning.
    public static let damagedWrapper = Self(.damagedWrapper)
    /// `mail-gateway`, a note.
    public static let mailGateway = Self(.mailGateway)
    /// `expiry`, a note.
    public static let expiry = Self(.expiry)
    /// `expiry-too-long`, a warning.
    public static let expiryTooLong = Self(.expiryTooLong)
    /// `bad-value`, a warning.
    public static let badValue = Self(.badValue)
    /// `bad-redirect`, a warning.
    public static let badRedirect = Self(.badRedirect)
    /// `login-answer`, a note.
    public static let loginAnswer = Self(.loginAnswer)
    /// `open-redirect`, a note.
    public static let openRedirect = Self(.openRedirect)
    /// `private-address`, a note.
    public static let privateAddress = Self(.privateAddress)
    /// `insecure-http`, a warning.
    public static let insecureHTTP = Self(.insecureHTTP)
    /// `no-host`, an error.
    public static let noHost = Self(.noHost)
    /// `bad-port`, an error.
    public static let badPort = Self(.badPort)
    /// `bad-host`, an error.
    public static let badHost = Self(.badHost)
    /// `misleading-host`, a warning.
    public static let misleadingHost = Self(.misleadingHost)
    /// `look-alike-host`, a warning.
    public static let lookAlikeHost = Self(.lookAlikeHost)
    /// `international-host`, a note.
    public static let internationalHost = Self(.internationalHost)
    /// `bad-punycode`, a warning.
    public static let badPunycode = Self(.badPunycode)
    /// `unsafe-scheme`, a warning.
    public static let unsafeScheme = Self(.unsafeScheme)
    /// `private-scheme`, a warning.
    public static let privateScheme = Self(.privateScheme)
    /// `claimable-scheme`, a note.
    public static let claimableScheme = Self(.claimableScheme)
    /// `store-without-app`, a warning.
    public static let storeWithoutApp = Self(.storeWithoutApp)
    /// `dead-service`, an error.
    public static let deadService = Self(.deadService)
    /// `ending-service`, a warning.
    public static let endingService = Self(.endingService)
    /// `shortener`, a note.
    public static let shortener = Self(.shortener)
    /// `tracking-parameters`, a note.
    public static let trackingParameters = Self(.trackingParameters)
    /// `placeholder`, a warning.
    public static let placeholder = Self(.placeholder)
    /// `too-many-layers`, a note.
    public static let tooManyLayers = Self(.tooManyLayers)
    /// `duplicate-key`, a warning.
    public static let duplicateKey = Self(.duplicateKey)
    /// `duplicate-payload`, a warning.
    public static let duplicatePayload = Self(.duplicatePayload)
    /// `wrong-version`, an error.
    public static let wrongVersion = Self(.wrongVersion)
    /// `wrong-type`, a warning.
    public static let wrongType = Self(.wrongType)
    /// `bad-target`, a warning.
    public static let badTarget = Self(.badTarget)
    /// `no-target`, a note.
    public static let noTarget = Self(.noTarget)
    /// `referer-without-url`, a warning.
    public static let refererWithoutURL = Self(.refererWithoutURL)
    /// `referer-without-name`, a warning.
    public static let refererWithoutName = Self(.refererWithoutName)
    /// `bad-referer`, a warning.
    public static let badReferer = Self(.badReferer)
    /// `secret-in-link`, a note.
    public static let secret = Self(.secret)
    /// `more-findings`, a note.
    public static let moreFindings = Self(.moreFindings)
}
