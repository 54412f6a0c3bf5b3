import Bytes
package import Deciding

/// What a link does on one platform in one build of a project's apps: what opens, which screen of the app, and why.
package struct LinkAnswer: Sendable, Hashable {
    package enum Opening: String, Sendable, Hashable, CaseIterable {
        case app, browser, clip, nothing
        /// A part of the system, such as the phone.
        case system
    }

    /// The screen to which the app's router leads the link.
    package enum Screen: Sendable, Hashable {
        case route(Route)
        /// The app opens on its start screen, or shows that it has no such page. Also if no app opens.
        case none
        case unknown
    }

    package var opening: Opening
    /// The key of the app that opens.
    package var app: String?
    package var screen = Screen.none
    package var why: Why
    /// Whether no value that the files leave open can change what opens.
    package var isCertain = true
    /// Whether the same holds for the screen.
    package var isScreenCertain = true
    /// How to write the link so that it leads to a route, if none takes it as it is.
    package var advice: String?
    /// The claim by which the app opens or, if none does, that came nearest.
    package var claim: Claim?
    /// What the device decided, with its steps.
    package var decision: Decision

    /// Why the link does what it does. The raw values are stable, so scripts can match on them.
    package enum Why: String, Sendable, Hashable, CaseIterable {
        case claimed
        case claimedWithoutRoute = "claimed-no-route"
        case routeUnknown = "claimed-route-unknown"
        case flutterDisabled = "flutter-deep-linking-disabled"
        case clip = "clip-only-host; needs an App Clip experience, unknown from files"
        case systemScheme = "system-scheme"

        case scheme = "scheme-not-claimed"
        case host = "host-not-claimed"
        case path = "path-not-claimed"
        case noDefault = "no-default-category"
        case noBrowsable = "no-browsable-category"
        case type = "type-in-filter"
        case notExported = "not-exported"
        case notVerified = "not-auto-verified"
        case mixedSchemes = "mixed-schemes-not-verified"
        case hostNotVerified = "host-pattern-not-verified"
        case packageNotListed = "package-not-in-association-file"
        case appIDNotListed = "appid-not-in-association-file"
        case excluded = "excluded-by-association-file"
        case pathNotListed = "path-not-in-association-file"
        case fileUnusable = "association-file-unusable"
        case developerMode = "developer-mode-only"
    }
}

/// Answers what links do on one platform in one build of a project's apps.
///
/// What opens is decided by the simulated device alone. The link is asked of up to three of them: one with everything that the project may
/// claim, one with what it certainly claims, to know whether the answer is certain, and, if nothing opens, one where all activities are
/// exported, to know whether that is the reason.
package struct ProjectAnswers: Sendable {
    /// What a device does with a link.
    private typealias Opening = @Sendable (String) -> LinkAnswer

    private let possible, certain, unexported: Opening
    private let platform: AppPlatform
    private let routers: [String: [Router]]
    private let apps: [String: ProjectApp]
    /// Whether an app may claim anything.
    private let isOpen: Bool

    /// - Parameters:
    ///   - variant: The build of the apps. An app that has no build with this name is installed as its default build.
    ///   - keys: The apps that are installed; nil for all.
    package init(_ project: Project, on platform: AppPlatform, variant: String, only keys: Set<String>? = nil) {
        self.platform = platform
        var routers: [String: [Router]] = [:]
        for router in project.routers { for app in router.apps { routers[app, default: []].append(router) } }
        self.routers = routers
        let apps = project.apps.filter { $0.platform == platform && keys?.contains($0.key) ?? true }
        self.apps = Dictionary(apps.map { ($0.key, $0) }) { first, _ in first }
        isOpen = apps.contains { project.openApps.contains($0.key) }
        let clips = platform == .ios ? ProjectDevice<AppleDevice>(project, variant: variant, only: keys, clips: true) : nil
        func opening(_ scope: ClaimScope) -> Opening {
            guard let clips else {
                let device = ProjectDevice<AndroidDevice>(project, variant: variant, scope: scope, only: keys)
                return { device.answer($0) }
            }
            let device = ProjectDevice<AppleDevice>(project, variant: variant, scope: scope, only: keys)
            return { link in
                let answer = device.answer(link)
                guard answer.opening == .browser, scope != .unexported else { return answer }
                var clip = clips.answer(link)
                guard clip.opening == .app else { return answer }
                (clip.opening, clip.why) = (.clip, .clip)
                // On a host that the installed app claims too, the app takes the App Clip's place, and decides what it does with the link.
                clip.isCertain = answer.why == .host
                return clip
            }
        }
        (possible, certain, unexported) = (opening(.possible), opening(.certain), opening(.unexported))
    }

    /// Returns what a link does if it is tapped in another app or on a page of another site.
    package func answer(_ link: String) -> LinkAnswer {
        var answer = possible(link)
        let certain = certain(link)
        let isSame = (certain.opening, certain.app) == (answer.opening, answer.app)
        let isCertain = answer.isCertain && isSame
        // The claim is one that is certain, if such a claim has the same effect. Otherwise the nearest claim counts.
        if isSame, answer.app != nil || certain.why == answer.why && certain.claim != nil { answer = certain }
        answer.isCertain = isCertain
        if answer.app == nil {
            let unexported = unexported(link)
            if unexported.opening == .app { (answer.why, answer.claim) = (.notExported, unexported.claim) }
            if answer.opening != .system, isOpen { answer.isCertain = false }
        } else if let app = answer.app, answer.opening != .nothing {
            addScreen(of: link, app, to: &answer)
        }
        return answer
    }

    // MARK: The screen

    /// Asks the routers of the app: the first that knows a route tells the screen.
    private func addScreen(of link: String, _ app: String, to answer: inout LinkAnswer) {
        let own = routers[app] ?? []
        // The frameworks' routers see what opens the activity of the framework alone.
        if let claim = answer.claim, own.contains(where: \.isOfFramework), claim.isOfLibrary(in: apps[app]) {
            return answer.why = .claimedWithoutRoute
        }
        if own.contains(where: { $0.disabled[platform] != nil }) { return answer.why = .flutterDisabled }
        answer.isScreenCertain = own.allSatisfy(\.isCertain)
        let match = own.match(link, on: platform)
        if case .route(let route, _) = match { return answer.screen = .route(route) }
        let isUnknown = match == .unknown
        answer.screen = isUnknown ? .unknown : .none
        answer.advice = own.firstResult { $0.advice(on: link) }
        if answer.opening != .clip { answer.why = isUnknown ? .routeUnknown : .claimedWithoutRoute }
    }
}

extension [Router] {
    /// Returns where the routers of an app lead a link: the first that knows a route decides.
    func match(_ link: String, on platform: AppPlatform) -> RouteMatch {
        let matches = map { $0.match(link) }
        for case .route(let route, let parameters) in matches where route.platforms.contains(platform) {
            return .route(route, parameters: parameters)
        }
        return isEmpty || matches.contains(.unknown) ? .unknown : .none
    }
}

extension Router {
    /// Whether it is in an activity of its own framework.
    fileprivate var isOfFramework: Bool { [.goRouter, .autoRoute, .navigator, .reactNavigation, .expoRouter].contains(kind) }

    /// Returns how to write a link whose first part got lost: Flutter's routers see the path alone, without what stands in the place of a host.
    fileprivate func advice(on link: String) -> String? {
        let parts = LinkParts(link)
        guard [.goRouter, .autoRoute, .navigator].contains(kind), !parts.isWeb, let scheme = parts.scheme, let host = parts.host,
            !host.isEmpty, case let whole = "\(scheme):///\(host)\(parts.path)", case .route(let route, _) = match(whole)
        else { return nil }
        return "The router sees only the path \(parts.path). Write \(whole) for the route \(route.pattern)."
    }
}
