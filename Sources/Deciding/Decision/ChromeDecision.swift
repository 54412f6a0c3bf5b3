import AppLinks
import Bytes

/// Decides what Chrome on Android does with a navigation: whether it keeps the link, gives it to an app, asks, or loads another page.
///
/// The rules are those of Chromium's `external_intents` component.
struct ChromeJudge: ~Copyable {
    let device: AndroidDevice
    let navigation: ChromeNavigation
    private var resolver: AndroidResolver
    /// The address that an app would get, or the one of a plain link.
    private var target = ""
    private var isWeb = false
    private var isIntent = false
    private var fallback: String?

    private static let package = AndroidDevice.App.chrome.id
    /// Schemes that Chrome gives to no app.
    private static let own: Set = ["about", "chrome", "chrome-native", "devtools", "file", "content", "fido"]
    private static let playPage = "https://play.google.com/store/apps/details?"

    init(device: AndroidDevice, navigation: ChromeNavigation) {
        (self.device, self.navigation) = (device, navigation)
        resolver = AndroidResolver(device: device, request: AndroidRequest(action: nil, categories: [], data: nil))
    }

    mutating func decide(_ link: String) -> Decision {
        guard read(link) else { return end(.notAnIntent, .nothing) }
        if let rule = refusal { return withoutApp(rule) }
        if asks, isWeb, !isIntent { return end(.staysWithQuestion, browser) }
        let candidates = resolver.candidates()
        let apps = candidates.filter { !$0.isBrowser }
        if candidates.isEmpty { return withoutHandler() }
        if isWeb {
            if apps.isEmpty { return isIntent ? inBrowser(candidates) : end(.defaultBrowser, browser) }
            if navigation.isCustomTabRedirect { return end(.namedBrowser, browser) }
            let pageHost = navigation.page.flatMap { LinkURL($0)?.host?.lowercased() }
            let isSameHost = pageHost != nil && pageHost == LinkURL(target)?.host?.lowercased()
            if !isIntent, isSameHost, !hasNewHandler(apps) { return end(.sameHost, browser) }
        }
        if asks {
            if fallback != nil { return withoutApp(.needsQuestion) }
            let ids = resolver.ids(of: candidates)
            guard ids.count == 1 else { return end(.noQuestion, .nothing) }
            resolver.say(.question, candidates[0])
        }
        var decision = resolver.choice(of: candidates)
        decision.asks = asks || navigation.isIncognito
        return decision
    }

    // MARK: The link

    /// Reads the link as the request that Chrome would send; returns false if it is an intent: link that Chrome cannot read.
    private mutating func read(_ link: String) -> Bool {
        let written = Self.scheme(of: link)
        let scheme = written.lowercased()
        isIntent = scheme == "intent" || scheme == "android-app"
        var request = AndroidRequest(action: AndroidIntent.view, categories: [], data: nil)
        var package: String?
        if isIntent {
            guard let intent = try? IntentURI(link).intent else { return false }
            target = intent.data ?? ""
            request = AndroidRequest(
                action: intent.fields.action ?? AndroidIntent.view, categories: intent.fields.categories, data: nil,
                type: intent.fields.type)
            package = intent.fields.package
            fallback = intent.fallbackURL.flatMap { Self.isWeb($0) ? $0 : nil }
        } else {
            // Chrome writes the scheme of a link in lowercase.
            target = scheme == written ? link : scheme + String(decoding: link.utf8.dropFirst(written.utf8.count), as: UTF8.self)
        }
        isWeb = Self.isWeb(target)
        if !target.isEmpty { request.data = AndroidURI(target) }
        if !request.categories.contains(AndroidRequest.browsable) { request.categories.append(AndroidRequest.browsable) }
        (resolver.request, resolver.package) = (request, package)
        return true
    }

    private static func scheme(of link: String) -> String { String(Substring(link.utf8.prefix { $0 != UInt8(ascii: ":") })) }

    private static func isWeb(_ text: String) -> Bool {
        let lowered = text.utf8.lazy.map(ByteClass.lowered)
        return lowered.starts(with: "http://".utf8) || lowered.starts(with: "https://".utf8)
    }

    /// Whether an app takes the link that does not take the page with it.
    private func hasNewHandler(_ apps: [AndroidResolver.Candidate]) -> Bool {
        var request = resolver.request
        request.data = AndroidURI(navigation.page ?? "")
        var page = AndroidResolver(device: device, request: request)
        let known = page.candidates()
        let activity = { [device] (candidate: AndroidResolver.Candidate) in
            device.apps[candidate.app].filters[candidate.filter].activity
        }
        return apps.contains { app in !known.contains { $0.app == app.app && activity($0) == activity(app) } }
    }

    // MARK: The navigation

    /// Why no app opens the link, whatever it is; nil if one may.
    private var refusal: Decision.Rule? {
        if navigation.way == .subframe, !navigation.hasGesture { return .frame }
        if navigation.way == .back { return .history }
        if Self.own.contains(Self.scheme(of: target).lowercased()) { return .ownScheme }
        if navigation.way == .form, isWeb { return .form }
        if navigation.isIncognito, isWeb { return .incognito }
        return navigation.way == .intent ? .fromAnotherApp : nil
    }

    /// Whether Chrome may only ask: nobody tapped.
    private var asks: Bool {
        switch navigation.way {
        case .reload, .typed, .back: true
        case .intent, .redirectOfIntent: false
        case .tap, .script, .form, .redirect, .subframe: !navigation.hasGesture
        }
    }

    // MARK: Answers

    private var browser: Decision.Outcome {
        .browser(device.apps.contains { $0.id == Self.package } ? Self.package : device.defaultBrowser)
    }

    private var hasStore: Bool { device.apps.contains { $0.isStore && $0.isEnabled } }

    private mutating func end(_ rule: Decision.Rule, _ outcome: Decision.Outcome, _ subject: String = "") -> Decision {
        resolver.say(rule, nil, subject)
        return Decision(outcome: outcome, steps: resolver.steps)
    }

    /// The answer if no app may open the link: the intent's own page, or what a browser does with the link.
    private mutating func withoutApp(_ rule: Decision.Rule) -> Decision {
        resolver.say(rule, nil, rule == .ownScheme ? Self.scheme(of: target) : "")
        if let fallback {
            if !asks, hasStore, fallback.hasPrefix(Self.playPage), let package = AndroidURI(fallback).parameter("id") {
                return end(.store, .store(package: package), package)
            }
            return end(.intentFallback, .fallback(fallback))
        }
        // Chrome shows a page such as about:blank itself, but not one that an intent names.
        let isOwnPage = rule == .ownScheme && !isIntent && Self.scheme(of: target).lowercased() == "about"
        var decision = Decision(outcome: isWeb || isOwnPage ? browser : .nothing, steps: resolver.steps)
        if isWeb, isIntent { decision.url = target }
        return decision
    }

    /// The answer if no filter takes the link.
    private mutating func withoutHandler() -> Decision {
        guard fallback == nil, let package = resolver.package, !asks else { return withoutApp(.noHandler) }
        guard hasStore else { return end(.noStore, .nothing) }
        return end(.store, .store(package: package), package)
    }

    /// The answer if only browsers take the address of an intent.
    private mutating func inBrowser(_ browsers: [AndroidResolver.Candidate]) -> Decision {
        guard browsers.contains(where: { resolver.id($0) == Self.package }) else {
            return end(.otherBrowser, .chooser((resolver.ids(of: browsers) + [Self.package]).sorted()))
        }
        var decision = end(.loadsTarget, browser)
        decision.url = target
        return decision
    }
}
