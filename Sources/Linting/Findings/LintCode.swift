package import LinkLayers

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

    package var severity: Finding.Severity {
        switch self {
        case .manifestScheme, .manifestHost, .manifestPort, .manifestVerify, .plistScheme, .associatedDomain, .notAssociated: .error
        case .manifestPath, .manifestFilter, .manifestExported, .querySchemes, .notOpened: .warning
        case .unknownIgnore: .note
        }
    }

    /// A sentence for the lists of rules that code hosts show.
    package var explanation: String {
        switch self {
        case .manifestScheme:
            "A scheme in AndroidManifest.xml cannot match any link, because it contains capital letters or more than a scheme."
        case .manifestHost: "A host in AndroidManifest.xml cannot match any link, because it contains more than a host."
        case .manifestPort: "A port in AndroidManifest.xml cannot match any link, because it is not a number that ports have."
        case .manifestPath: "A path in AndroidManifest.xml cannot match any link, or its * does not stand for any text."
        case .manifestFilter: "An intent filter lacks an element, so that links from a browser or another app do not reach the app."
        case .manifestExported: "An activity has an intent filter but no android:exported, which Android 12 and later require."
        case .manifestVerify: "An intent filter with android:autoVerify is not verified, so its web links open in the browser."
        case .plistScheme: "CFBundleURLSchemes contains a value that is not a scheme, so links do not open the app."
        case .querySchemes: "LSApplicationQueriesSchemes contains a value that is not a scheme, or more schemes than iOS reads."
        case .associatedDomain: "An associated domain in the entitlements does not have the form service:host, so iOS ignores it."
        case .notAssociated: "The app claims a host whose association file is missing or does not name the app."
        case .notOpened: "A link to a host of the app does not open the app, according to the association files."
        case .unknownIgnore: "A linkscope:ignore comment names a code that no finding has."
        }
    }
}
