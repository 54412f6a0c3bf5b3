import Deciding
import LinkLayers

/// What an Info.plist or an entitlements file says about links, before its variables are replaced.
struct LinkDeclarations {
    enum Kind: Hashable {
        case scheme
        /// A scheme that the app may ask about, with its index.
        case queriedScheme(Int)
        case domain
    }

    /// The most declarations of a file that are read; no app has as many.
    static let most = 500

    static let domains = "com.apple.developer.associated-domains"

    static func all(in root: PropertyList) -> [(kind: Kind, value: PropertyList)] {
        let schemes = (root["CFBundleURLTypes"]?.elements ?? []).flatMap { $0["CFBundleURLSchemes"]?.texts ?? [] }
        let queried = root["LSApplicationQueriesSchemes"]?.texts ?? []
        let domains = root[Self.domains]?.texts ?? []
        return schemes.prefix(most).map { (.scheme, $0) } + queried.prefix(most).enumerated().map { (.queriedScheme($0), $1) }
            + domains.prefix(most).map { (.domain, $0) }
    }
}

extension Project {
    /// The maximum number of schemes in LSApplicationQueriesSchemes for apps that are built with the SDK of iOS 15 or later.
    private static let mostQueriedSchemes = 50

    /// Schemes that iOS opens itself, or in an app that Apple has approved for them.
    package static let schemesOfSystem: Set = [
        "http", "https", "mailto", "tel", "sms", "facetime", "facetime-audio", "itms", "itms-apps", "itms-appss", "prefs", "app-prefs",
    ]

    /// Adds a scheme that an iOS app claims, or a finding if it can be none.
    ///
    /// - Parameter approved: The schemes of the system for which Apple has approved the app.
    package mutating func addScheme(
        _ scheme: String, of app: String, variants: [String], approved: Set<String> = [], generatedFrom: String? = nil,
        at place: SourcePlace
    ) {
        if let problem = DeclaredScheme.problem(scheme) {
            let message = "Links with the scheme \"\(scheme.prefix(200))\" do not open the app: \(problem)."
            let repair = DeclaredScheme.meant(by: scheme) ?? "Correct the scheme."
            return add(.schemeInvalid, .error, message, repair: repair, of: app, variants, at: place)
        }
        if Self.schemesOfSystem.subtracting(approved).contains(scheme.lowercased()) {
            let message =
                "iOS does not open \(scheme) links in this app because of a URL scheme, except where Apple has approved the app for them."
            let repair =
                scheme.lowercased().hasPrefix("http") ? "Claim web links with an associated domain: applinks:shop.example.com." : nil
            add(.schemeInvalid, .warning, message, repair: repair, of: app, variants, at: place)
        }
        add(.urlScheme(scheme), of: app, variants, generatedFrom, at: place)
    }

    /// Adds an entry of the associated domains of an iOS app, or a finding if iOS ignores it.
    package mutating func addDomain(
        _ entry: String, of app: String, variants: [String], generatedFrom: String? = nil, at place: SourcePlace
    ) {
        let domain = AssociatedDomain(entry)
        if let problem = domain.problem {
            let message = "iOS ignores \"\(entry.prefix(200))\": \(problem.text)."
            return add(problem.code, .error, message, repair: problem.repair, of: app, variants, at: place)
        }
        if domain.service == "applinks", let reason = KnownHost(domain.host).end {
            let message = "\(reason), so no link to \(domain.host) opens the app any more."
            add(.deadService, .warning, message, repair: "Remove the entry.", of: app, variants, at: place)
        }
        if KnownHost.placeholders.contains(domain.host) {
            let message = "\(domain.host) is the placeholder of instructions, so this entry has no effect."
            let repair = "Write the host of the app's site, or remove the entry."
            add(.domainMalformed, .warning, message, repair: repair, of: app, variants, at: place)
        }
        add(.domain(service: domain.service, host: domain.host, mode: domain.mode), of: app, variants, generatedFrom, at: place)
    }

    /// Reports an associated domain in Info.plist.
    mutating func addUnusedDomain(of app: ProjectApp, at place: SourcePlace) {
        let message = "iOS reads associated domains from the entitlements. In Info.plist they have no effect."
        let repair = "Move them to the file that CODE_SIGN_ENTITLEMENTS names."
        add(.entitlementsFileUnused, .warning, message, repair: repair, of: app.key, app.variants, at: place)
    }

    /// Reports that the scheme for the login with Facebook differs from the app's ID there (developers.facebook.com, "Facebook Login for
    /// iOS": fb and then the ID, with a suffix if several apps share the ID).
    mutating func addFacebook(_ root: PropertyList, _ schemes: [String], of app: ProjectApp) {
        guard let id = root["FacebookAppID"], let text = id.text, 1...20 ~= text.count, text.allSatisfy(\.isNumber),
            let other = schemes.first(where: { $0.hasPrefix("fb") && $0.dropFirst(2).first?.isNumber ?? false }),
            !schemes.contains(where: { $0.hasPrefix("fb" + text) || DeclaredScheme.isFilledIn($0) })
        else { return }
        let message = "After a login, Facebook opens fb\(text):, but the app claims \(Quote.shortened(other))."
        add(.schemeInvalid, .warning, message, repair: "Write the same number in both.", of: app.key, app.variants, at: id.place)
    }

    /// Adds a scheme that an iOS app may ask about.
    ///
    /// - Parameter index: The index in the list of these schemes.
    mutating func addQueriedScheme(_ scheme: String, index: Int, of app: String, variants: [String], at place: SourcePlace) {
        if index == Self.mostQueriedSchemes {
            let message = "iOS reads only the first \(Self.mostQueriedSchemes) of these schemes. canOpenURL returns false for the others."
            add(.queriesScheme, .warning, message, repair: "Remove schemes that the app does not ask about.", of: app, variants, at: place)
        }
        if let problem = DeclaredScheme.problem(scheme) {
            let message = "canOpenURL returns false for \"\(scheme.prefix(200))\": \(problem)."
            return add(.queriesScheme, .warning, message, repair: "Correct the scheme.", of: app, variants, at: place)
        }
        add(.queriesScheme(scheme), of: app, variants, nil, at: place)
    }

    private mutating func add(_ kind: Claim.Kind, of app: String, _ variants: [String], _ generatedFrom: String?, at place: SourcePlace) {
        claims.append(Claim(kind, app: app, variants: variants, generatedFrom: generatedFrom, at: place))
    }

    /// Adds a finding on a declaration of some builds of an app.
    mutating func add(
        _ code: ProjectCode, _ severity: Finding.Severity, _ message: String, repair: String?, of app: String, _ variants: [String],
        at place: SourcePlace
    ) {
        add(ProjectFinding(code, severity, message, repair: repair, at: place), of: app, variants: variants)
    }

    mutating func add(
        _ kind: LinkDeclarations.Kind, _ text: String, of app: String, variants: [String], approved: Set<String> = [], at place: SourcePlace
    ) {
        switch kind {
        case .scheme: addScheme(text, of: app, variants: variants, approved: approved, at: place)
        case .domain: addDomain(text, of: app, variants: variants, at: place)
        case .queriedScheme(let index): addQueriedScheme(text, index: index, of: app, variants: variants, at: place)
        }
    }
}
