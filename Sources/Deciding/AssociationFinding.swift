package import LinkLayers

/// A problem or a note about an association file that the file's author should know.
package struct AssociationFinding: Sendable, Hashable {
    package var code: AssociationFindingCode
    /// One or two sentences: the problem and its consequence.
    package var message: String
    /// The range of the file's bytes that have the problem. Nil if something is missing from the file.
    package var range: Range<Int>?
    package var severity: Finding.Severity

    /// Returns what happens because a rule is never used, as a sentence after a space. Empty if the earlier rule does the same.
    ///
    /// - Parameters:
    ///   - rule: What the sentence calls the rule that is never used.
    ///   - isExcluding: Whether that rule excludes links.
    ///   - isEarlierExcluding: Whether the rule that matches its links first excludes them.
    static func consequence(ofUnused rule: String, isExcluding: Bool, after isEarlierExcluding: Bool) -> String {
        switch (isExcluding, isEarlierExcluding) {
        case (true, false): " Links that \(rule) should exclude open in the app."
        case (false, true): " Links that \(rule) should open stay in the browser."
        default: ""
        }
    }
}

/// The code of a finding about an association file. The raw values are stable, so scripts can match on them.
package enum AssociationFindingCode: String, Sendable, Hashable, CaseIterable {
    case notJSON = "association-not-json"
    case wrongRoot = "association-wrong-root"
    case tooLarge = "association-too-large"
    /// The file begins with a byte order mark, which declares the encoding.
    case byteOrderMark = "association-byte-order-mark"
    case duplicateKey = "association-duplicate-key"
    case unknownKey = "association-unknown-key"
    case misspeltKey = "association-misspelt-key"
    case wrongType = "association-wrong-type"
    case moreFindings = "association-more-findings"

    case signed = "aasa-signed"
    case badSignature = "aasa-bad-signed-data"
    case noAppLinks = "aasa-no-applinks"
    case noDetails = "aasa-no-details"
    case appsNotEmpty = "aasa-apps-not-empty"
    case noAppID = "aasa-no-app-id"
    case badAppID = "aasa-bad-app-id"
    case bothAppIDForms = "aasa-both-app-id-forms"
    case noRules = "aasa-no-rules"
    case pathsIgnored = "aasa-paths-ignored"
    case queryIgnored = "aasa-query-ignored"
    case undefinedVariable = "aasa-undefined-variable"
    case unclosedVariable = "aasa-unclosed-variable"
    case impossiblePattern = "aasa-impossible-pattern"
    case badVariable = "aasa-bad-variable"
    case unreachableRule = "aasa-unreachable-rule"

    case badStatement = "assetlinks-bad-statement"
    /// A package name that no installed app can have.
    case badPackage = "assetlinks-bad-package"
    case badFingerprint = "assetlinks-bad-fingerprint"
    case fingerprintCase = "assetlinks-fingerprint-case"
    case insecureInclude = "assetlinks-insecure-include"
    case badInclude = "assetlinks-bad-include"
    case queryStringIgnored = "assetlinks-query-string-ignored"
    case noDynamicRules = "assetlinks-no-rules"
    case unreachableDynamicRule = "assetlinks-unreachable-rule"
    case commentMixUp = "association-comment-mix-up"

    /// The usual severity. An error prevents the file, or one of its rules, from working at all.
    package var severity: Finding.Severity {
        switch self {
        case .notJSON, .wrongRoot, .tooLarge, .badSignature, .noAppLinks, .noDetails, .badStatement, .undefinedVariable: .error
        case .unknownKey, .moreFindings, .signed, .pathsIgnored: .note
        case .byteOrderMark, .duplicateKey, .misspeltKey, .wrongType, .appsNotEmpty, .noAppID, .badAppID, .bothAppIDForms, .noRules,
            .queryIgnored, .unclosedVariable, .impossiblePattern, .badVariable, .unreachableRule, .badPackage, .badFingerprint,
            .fingerprintCase, .insecureInclude, .badInclude, .queryStringIgnored, .noDynamicRules, .unreachableDynamicRule, .commentMixUp:
            .warning
        }
    }
}

extension String {
    /// A message without its final period, to continue the sentence.
    package var withoutFinalPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
