package import LinkLayers

/// Something about an association file that its author would want to know.
package struct AssociationFinding: Sendable, Hashable {
    package var code: AssociationFindingCode
    /// One or two sentences: what it is, and its consequence.
    package var message: String
    /// The bytes of the file it is about; nil for what is missing altogether.
    package var range: Range<Int>?

    package init(_ code: AssociationFindingCode, _ message: String, range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.range = range
    }

    package var severity: Finding.Severity { code.severity }
}

/// What can be wrong with an association file. The raw values are stable: scripts match on them.
package enum AssociationFindingCode: String, Sendable, Hashable, CaseIterable {
    case notJSON = "association-not-json"
    case wrongRoot = "association-wrong-root"
    case tooLarge = "association-too-large"
    /// Bytes before the JSON that say how it is encoded.
    case byteOrderMark = "association-byte-order-mark"
    case duplicateKey = "association-duplicate-key"
    case unknownKey = "association-unknown-key"
    case misspeltKey = "association-misspelt-key"
    case wrongType = "association-wrong-type"
    /// There are more findings than are listed.
    case moreFindings = "association-more-findings"

    case signed = "aasa-signed"
    case badSignature = "aasa-bad-signed-data"
    case noAppLinks = "aasa-no-applinks"
    case noDetails = "aasa-no-details"
    case appsNotEmpty = "aasa-apps-not-empty"
    case noAppID = "aasa-no-app-id"
    case badAppID = "aasa-bad-app-id"
    case noRules = "aasa-no-rules"
    case pathsIgnored = "aasa-paths-ignored"
    case queryIgnored = "aasa-query-ignored"
    case undefinedVariable = "aasa-undefined-variable"
    case badVariable = "aasa-bad-variable"
    case unreachableRule = "aasa-unreachable-rule"

    case badStatement = "assetlinks-bad-statement"
    case badFingerprint = "assetlinks-bad-fingerprint"
    case fingerprintCase = "assetlinks-fingerprint-case"
    case insecureInclude = "assetlinks-insecure-include"
    case badInclude = "assetlinks-bad-include"
    case queryStringIgnored = "assetlinks-query-string-ignored"
    case noDynamicRules = "assetlinks-no-rules"
    case commentMixUp = "association-comment-mix-up"

    /// An error is what keeps the file, or one of its rules, from working at all.
    package var severity: Finding.Severity {
        switch self {
        case .notJSON, .wrongRoot, .tooLarge, .badSignature, .noAppLinks, .noDetails, .badStatement, .undefinedVariable: .error
        case .byteOrderMark, .duplicateKey, .misspeltKey, .wrongType, .appsNotEmpty, .noAppID, .badAppID, .noRules, .queryIgnored,
            .badVariable, .unreachableRule, .badFingerprint, .fingerprintCase, .insecureInclude, .badInclude, .queryStringIgnored,
            .noDynamicRules, .commentMixUp:
            .warning
        case .unknownKey, .moreFindings, .signed, .pathsIgnored: .note
        }
    }
}
