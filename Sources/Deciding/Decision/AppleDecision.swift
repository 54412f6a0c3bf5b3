import AppLinks

extension AppleDevice {
    /// Decides what iOS does with a link: universal links by the association files, custom schemes by the apps that claim them.
    ///
    /// The rules are those of Apple's documentation and of WebKit.
    package func decide(_ link: String, from opening: AppleOpening) -> Decision {
        var judge = AppleLinkJudge(device: self, opening: opening)
        return judge.decide(link)
    }
}

/// A part of the system that opens a scheme.
enum SystemScheme {
    private static let handlers = [
        "tel": "phone", "telprompt": "phone", "sms": "messages", "smsto": "messages", "mms": "messages", "mmsto": "messages",
        "mailto": "mail", "facetime": "facetime", "facetime-audio": "facetime", "maps": "maps", "geo": "maps", "itms": "store",
        "itms-apps": "store", "itms-appss": "store", "app-prefs": "settings", "prefs": "settings", "app-settings": "settings",
    ]

    /// Returns what opens a scheme on Android if it is a system app.
    static func handler(of scheme: String) -> String { handlers[scheme] ?? "system" }

    /// Returns what opens a scheme on iOS, where no app can claim it; nil if apps can.
    static func appleHandler(of scheme: String) -> String? {
        ["smsto", "mms", "mmsto", "geo"].contains(scheme) ? nil : handlers[scheme]
    }

    /// The parts of the system that open web links to a host on iOS.
    static let appleHosts = ["maps.apple.com": "maps", "apps.apple.com": "store", "itunes.apple.com": "store"]
}

private struct AppleLinkJudge {
    let device: AppleDevice
    let opening: AppleOpening
    var steps: [Decision.Step] = []

    private static let firstWithUniversalLinks = AppleVersion(9)
    /// Since this version a device reads Apple's copy of the files, and the user can choose a browser and a mail app.
    private static let firstWithCopies = AppleVersion(14)

    mutating func decide(_ link: String) -> Decision {
        if opening.way == .banner {
            guard let app = device.apps.first(where: { $0.id == opening.bannerApp }) else {
                return end(.bannerStore, .store(package: opening.bannerApp))
            }
            return end(.bannerOpens, .app([app.id]), app.id)
        }
        guard let url = LinkURL(link), let scheme = url.scheme?.lowercased() else { return end(.schemeUnclaimed, .nothing) }
        return scheme == "http" || scheme == "https" ? web(url) : custom(scheme)
    }

    private mutating func say(
        _ rule: Decision.Rule, _ subject: String = "", declaration: String? = nil, _ reason: AASADecision.Reason? = nil
    ) {
        var step = Decision.Step(rule: rule, subject: subject)
        (step.declaration, step.association) = (declaration, reason)
        steps.append(step)
    }

    private mutating func end(
        _ rule: Decision.Rule, _ outcome: Decision.Outcome, _ subject: String = "", declaration: String? = nil
    ) -> Decision {
        say(rule, subject, declaration: declaration)
        return Decision(outcome: outcome, steps: steps)
    }

    // MARK: Web links

    private mutating func web(_ url: LinkURL) -> Decision {
        let host = (url.host ?? "").lowercased()
        if let rule = stay(host) { return inBrowser(rule) }
        if let handler = SystemScheme.appleHosts[host] {
            return end(.systemScheme, handler == "store" ? .store(package: nil) : .system(handler: handler, app: nil), host)
        }
        guard device.version >= Self.firstWithUniversalLinks else { return inBrowser(.before9) }
        if device.browserHosts.contains(host) { return inBrowser(.userChoseBrowser) }
        guard let (app, declaration, isAssumed) = app(for: url, host) else { return inBrowser(.defaultBrowser) }
        if opening.place == .app, opening.app == app.id {
            say(.ownLink, app.id, declaration: declaration)
            return inBrowser(.defaultBrowser)
        }
        return end(isAssumed ? .fileAssumed : .fileGives, .app([app.id]), app.id, declaration: declaration)
    }

    /// Why a web link stays in the browser or web view that has it; nil if it may open an app.
    private func stay(_ host: String) -> Decision.Rule? {
        guard isOnPage else { return nil }
        switch opening.way {
        case .load: return opening.place == .safari ? .typed : .firstLoad
        case .typed, .typedRedirect, .typedScript: return .typed
        case .back, .iframe: return .notTapped
        case .tap, .open, .universalLinksOnly, .redirect, .script, .banner:
            let page = opening.page.flatMap { LinkURL($0)?.host?.lowercased() }
            return page == host ? .sameSite : nil
        }
    }

    private var isOnPage: Bool { [.safari, .wkwebview, .sfsafari].contains(opening.place) }

    private mutating func inBrowser(_ rule: Decision.Rule) -> Decision {
        if opening.way == .universalLinksOnly {
            say(rule)
            return end(.universalOnly, .nothing)
        }
        let isView = opening.place == .wkwebview || opening.place == .sfsafari
        var decision = end(rule, .browser(device.version >= Self.firstWithCopies ? device.defaultBrowser : nil))
        decision.staysInPlace = isView
        return decision
    }

    /// Returns the app that gets a universal link, its associated domain, and whether the site's file is only assumed. If several apps have
    /// the domain, the app is the first one that a file names with a rule that takes the link.
    private mutating func app(for url: LinkURL, _ host: String) -> (AppleDevice.App, declaration: String, isAssumed: Bool)? {
        var best: (app: AppleDevice.App, declaration: String, isAssumed: Bool, place: (detail: Int, app: Int))?
        var isEntitled = false
        for app in device.apps {
            let domains = app.domains.compactMap { AssociatedDomain($0, covering: host) }
            guard !domains.isEmpty else { continue }
            isEntitled = true
            guard let (declaration, file) = file(for: domains.sorted { $0.rank < $1.rank }, of: app) else { continue }
            let decision = file.decision(for: url.text, appID: app.appID, domain: host, assumesHTTPS: true)
            guard decision.outcome == .match, case .rule(let rule) = decision.reason else {
                say(.fileRefuses, app.id, declaration: declaration, decision.reason)
                continue
            }
            let place = (rule.detail, file.details[rule.detail].appIDs.firstIndex(of: app.appID) ?? .max)
            if best.map({ place < $0.place }) ?? true { best = (app, declaration, file.isAssumed, place) }
        }
        if !isEntitled { say(.notEntitled, host) }
        return best.map { ($0.app, $0.declaration, $0.isAssumed) }
    }

    /// Returns the file that the device reads for the first of an app's domains that has one.
    private mutating func file(for domains: [AssociatedDomain], of app: AppleDevice.App) -> (declaration: String, AASAFile)? {
        guard !app.isBrowser else {
            say(.browserCannot, app.id, declaration: domains.first?.declaration)
            return nil
        }
        for domain in domains {
            var readsServer = device.version < Self.firstWithCopies
            if let mode = domain.mode {
                guard mode.contains("developer"), app.isDevelopmentSigned, device.allowsDeveloperMode else {
                    say(.modeOff, app.id, declaration: domain.declaration)
                    continue
                }
                readsServer = true
            }
            let files = readsServer ? device.origin ?? device.files : device.files
            if let file = files[domain.host] { return (domain.declaration, file) }
            say(.noFile, app.id, declaration: domain.declaration)
        }
        return nil
    }

    // MARK: Other schemes

    private mutating func custom(_ scheme: String) -> Decision {
        if opening.way == .universalLinksOnly { return end(.universalOnly, .nothing) }
        if let handler = SystemScheme.appleHandler(of: scheme) {
            if scheme == "mailto", let mail = device.defaultMail, device.version >= Self.firstWithCopies {
                return end(.defaultMail, .app([mail]), mail)
            }
            var decision = end(.systemScheme, handler == "store" ? .store(package: nil) : .system(handler: handler, app: nil), scheme)
            decision.asks = handler == "phone" && isOnPage
            return decision
        }
        let apps = device.apps.filter { $0.schemes.contains { $0.lowercased() == scheme } }.map(\.id)
        guard let first = apps.first else { return end(.schemeUnclaimed, .nothing) }
        var decision = end(apps.count > 1 ? .schemeShared : .schemeClaimed, .app(apps), first, declaration: scheme)
        decision.asks = opening.place == .camera || isOnPage && opening.way != .redirect
        return decision
    }
}

/// An associated domain of an app that covers the host of a link.
private struct AssociatedDomain {
    /// The host whose file is read: that of `*.shop.example` is shop.example.
    let host: String
    let mode: String?
    /// The entry of the app.
    let declaration: String
    /// A domain with a lower rank is tried first: the host itself, the host with a mode, all subdomains.
    let rank: Int

    init?(_ entry: String, covering host: String) {
        guard entry.hasPrefix("applinks:") else { return nil }
        let parts = entry.utf8.dropFirst(9).split(separator: UInt8(ascii: "?"), maxSplits: 1).map { String(Substring($0)) }
        let name = parts.first?.lowercased() ?? ""
        let isWide = name.hasPrefix("*.")
        guard isWide ? host.utf8.count >= name.utf8.count && host.hasSuffix(name.dropFirst()) : host == name else { return nil }
        self.host = isWide ? String(name.dropFirst(2)) : name
        mode = parts.count > 1 && parts[1].hasPrefix("mode=") ? String(parts[1].dropFirst(5)) : nil
        declaration = entry
        rank = isWide ? 2 : mode == nil ? 0 : 1
    }
}
