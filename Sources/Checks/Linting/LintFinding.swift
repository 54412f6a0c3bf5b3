import Deciding
package import LinkLayers
import Projects
import Records

/// A problem in a file of a source tree, with its place.
package struct LintFinding: Sendable, Hashable {
    /// The code of a ``FindingCode``, an `AssociationFindingCode`, a ``LintCode`` or a `ProjectCode`.
    package var code: String
    package var severity: Finding.Severity
    /// One or two sentences: the problem and its consequence. May quote the file, so secrets in it must be masked.
    package var message: String
    /// The bytes of the file that have the problem.
    package var range: Range<Int>
    /// The link as the program reads it, with its escapes decoded. Nil if the finding is not about a link.
    package var link: String?
    /// What repairs the link, as an imperative.
    package var repair: String?
    /// What distinguishes the secrets that the finding is about from others of the same length; nil if it is not about secrets.
    package var secretMark: SecretMark?

    package init(
        _ code: String, _ severity: Finding.Severity, _ message: String, at range: Range<Int>, link: String? = nil, repair: String? = nil
    ) {
        (self.code, self.severity, self.message, self.range) = (code, severity, message, range)
        (self.link, self.repair) = (link, repair)
    }

    /// Creates the finding on a declaration.
    init(_ finding: ProjectFinding) {
        let code = LintCode(finding)?.rawValue ?? finding.code.rawValue
        // The build of an app stops without android:exported and says so itself.
        let severity = finding.code == .exportedMissing ? .note : finding.severity
        self.init(code, severity, finding.message, at: finding.place.range, repair: finding.repair)
    }

    init(_ finding: AssociationFinding, in bytes: [UInt8]) {
        let range = finding.range.map { max(0, $0.lowerBound)..<max($0.lowerBound, min($0.upperBound, bytes.count)) } ?? 0..<0
        // Most rules that never decide are there for older versions of iOS.
        self.init(finding.code.rawValue, finding.code == .unreachableRule ? .note : finding.severity, finding.message, at: range)
    }
}

/// The codes of findings that only source trees have. The raw values are stable, so scripts can match on them.
package enum LintCode: String, Sendable, Hashable, CaseIterable {
    case manifestScheme = "manifest-scheme"
    case manifestHost = "manifest-host"
    case manifestPort = "manifest-port"
    case manifestPath = "manifest-path"
    case manifestFilter = "manifest-filter"
    case manifestExported = "manifest-exported"
    case manifestVerify = "manifest-verify"
    case plistScheme = "plist-scheme"
    case querySchemes = "query-schemes"
    case associatedDomain = "associated-domain"
    case notAssociated = "not-associated"
    case notOpened = "not-opened"
    case unknownIgnore = "unknown-ignore"

    /// Creates the code of a finding on a declaration; nil if lint has no other code for it than that of the project.
    init?(_ finding: ProjectFinding) {
        switch finding.code {
        case .schemeMalformed, .schemeCapitals: self = .manifestScheme
        case .hostMalformed: self = .manifestHost
        case .portMalformed: self = .manifestPort
        case .pathNoSlash, .pathQuery, .patternMistake: self = .manifestPath
        case .mixedSchemes, .notVerified, .missingView: self = .manifestVerify
        // Only a filter that Android would verify must be open to browsers.
        case .missingBrowsable: self = finding.severity == .error ? .manifestVerify : .manifestFilter
        case .missingDefault, .notExported, .hostIgnored, .pathIgnored: self = .manifestFilter
        case .exportedMissing: self = .manifestExported
        case .schemeInvalid: self = .plistScheme
        case .queriesScheme: self = .querySchemes
        case .domainNoService, .domainHasURL, .domainHasPath, .domainMalformed: self = .associatedDomain
        default: return nil
        }
    }

    /// The codes of projects that findings on a single file have.
    static let ofProjects: [ProjectCode] = [
        .fileUnreadable, .noAutoVerify, .hostWildcard, .portWritten, .pathRoot, .pathEscaped, .typeInFilter, .crossProduct, .groupIgnored,
        .developerModeDomain, .entitlementsFileUnused,
    ]
}

/// A kind of finding, for lists of rules and for options that name one.
package struct LintRule: Sendable {
    package let code: String
    package let explanation: String

    package init(code: String, explanation: String) { (self.code, self.explanation) = (code, explanation) }

    /// All rules of source files, in a fixed order.
    package static let all: [LintRule] =
        (LintCode.allCases.map(\.rawValue) + FindingCode.allCases.map(\.rawValue) + LintCode.ofProjects.map(\.rawValue)
        + AssociationFindingCode.allCases.map(\.rawValue))
        .map { LintRule(code: $0, explanation: CodeTexts.text(of: $0) ?? "A problem of a file.") }
}

/// A number for secrets, so that a baseline can tell a new secret from a known one without having either.
///
/// The number has only 12 bits. A whole hash would confirm a guess, so that someone could find a password or a short code by trying all
/// possibilities. With 12 bits, one of 4096 guesses has the right number. The shortest secrets that are reported have millions of millions
/// of possibilities, so far too many guesses remain. The price is that a new secret of the same length is taken for the known one in one of
/// 4096 cases.
package struct SecretMark: Sendable, Hashable {
    private let value: UInt64
    private static let mask: UInt64 = 0xFFF

    init(_ secrets: [ArraySlice<UInt8>]) {
        // A zero byte ends each secret, so that moving bytes from one to the next changes the number.
        value = ContentHash.of(Array(secrets.map { $0 + [0] }.joined()).span) & Self.mask
    }

    /// The number as text.
    package var words: String { String(value, radix: 16) }
}
