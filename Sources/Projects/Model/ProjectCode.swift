/// The codes of findings about an app's project. The raw values are stable, so scripts can match on them.
package enum ProjectCode: String, Sendable, Hashable, CaseIterable {
    case fileUnreadable = "file-unreadable"

    // Routes and claims
    case routeUnreachable = "route-unreachable"
    case routeMissingInVariant = "route-missing-in-variant"
    case routePlatformOnly = "route-platform-only"
    case claimWithoutRoute = "claim-without-route"
    case claimOverlap = "claim-overlap"
    case claimNotInAssociation = "claim-not-in-assoc"
    case claimHostNotInPrefixes = "claim-host-not-in-prefixes"
    case prefixNotClaimed = "rn-prefix-not-claimed"
    case platformGapHost = "platform-gap-host"
    case platformGapScheme = "platform-gap-scheme"
    case platformGapPath = "platform-gap-path"

    // Android
    case noAutoVerify = "android-no-autoverify"
    case missingDefault = "android-missing-default"
    case missingBrowsable = "android-missing-browsable"
    case missingView = "android-missing-view"
    case notVerified = "android-not-verified"
    case mixedSchemes = "android-mixed-schemes"
    case hostMalformed = "android-host-malformed"
    case hostWildcard = "android-host-wildcard"
    case hostIgnored = "android-host-ignored"
    case schemeMalformed = "android-scheme-invalid"
    case schemeCapitals = "android-scheme-capitals"
    case portMalformed = "android-port-invalid"
    case portWritten = "android-port-default"
    case pathNoSlash = "android-path-no-slash"
    case pathIgnored = "android-path-ignored"
    case pathRoot = "android-path-root"
    case pathEscaped = "android-path-escaped"
    case pathQuery = "android-path-query"
    case patternMistake = "android-pattern"
    case typeInFilter = "android-mime-type"
    case crossProduct = "android-cross-product"
    case notExported = "android-not-exported"
    case exportedMissing = "android-exported-missing"
    case unresolvedPlaceholder = "android-unresolved-placeholder"
    case groupIgnored = "android-group-ignored"
    /// Also a code of links.
    case deadService = "dead-service"

    // iOS
    case domainNoService = "ios-domain-no-service-prefix"
    case domainHasURL = "ios-domain-has-url"
    case domainHasPath = "ios-domain-has-path"
    case domainMalformed = "ios-domain-invalid"
    case developerModeDomain = "ios-dev-mode-domain"
    case schemeInvalid = "ios-scheme-invalid"
    case queriesScheme = "ios-queries-scheme"
    case entitlementsFileUnused = "ios-entitlements-file-unused"
    case entitlementsConfigGap = "ios-entitlements-config-gap"
    case unresolvedVariable = "ios-unresolved-variable"

    // Association files
    case packageNotListed = "assoc-package-not-listed"
    case packageUnknown = "assoc-package-unknown"
    case packageMismatch = "assoc-package-mismatch"
    case appIDNotListed = "assoc-appid-not-listed"
    case appIDMismatch = "assoc-appid-mismatch"
    /// Only if the sites are asked.
    case notServed = "assoc-not-served"

    // Frameworks
    case flutterDisabled = "flutter-deeplink-disabled"
    case flutterConflict = "flutter-handler-conflict"
    case expoStaticIgnored = "expo-static-ignored"
    case cordovaSchemeDefaultsToHTTP = "cordova-host-scheme-defaults-http"
    case capacitorIDDiffers = "capacitor-id-differs"

    /// Whether one mistake can appear in many places. linkscope reports it only at the first of them.
    var isToldOnce: Bool { [.unresolvedPlaceholder, .unresolvedVariable, .hostWildcard].contains(self) }
}
