package import AppLinks

// What the device does with a link. All of it is asked of the decision engine.

/// Who opens a link on a device, and how, in words that hold for both platforms.
package enum LinkSender: Sendable, Hashable {
    /// A message, a note, or an app that the device does not know. Links that arrive come from there.
    case outside
    /// The app with this ID.
    case app(String)
    /// A page in the browser, or its address bar.
    case browser(Way)

    /// How the browser came to the link.
    package enum Way: String, Sendable, Hashable, CaseIterable {
        case tapped, typed, redirected, script

        fileprivate var onDevices: (android: ChromeNavigation.Way, apple: AppleOpening.Way) {
            switch self {
            case .tapped: (.tap, .tap)
            case .typed: (.typed, .typed)
            case .redirected: (.redirect, .redirect)
            case .script: (.script, .script)
            }
        }
    }

    fileprivate func onAndroid(_ link: String) -> AndroidOpening {
        switch self {
        case .app: .request()
        case .browser(let way): .chrome(ChromeNavigation(way.onDevices.android))
        // Only browsers read these links: a page of Chrome has it.
        case .outside where link.hasPrefix("intent:") || link.hasPrefix("android-app:"): .chrome(ChromeNavigation(.tap))
        case .outside: .request(categories: [AndroidRequest.browsable])
        }
    }

    fileprivate var onApple: AppleOpening {
        switch self {
        case .outside: AppleOpening(.messages)
        case .app(let id): AppleOpening(.app, .open, app: id)
        case .browser(let way): AppleOpening(.safari, way.onDevices.apple)
        }
    }
}

extension SimulatedDevice {
    /// Decides what the device does with a link.
    package func decide(_ link: String, from sender: LinkSender = .outside) -> Decision {
        var decision = engine.decide(link, from: sender)
        // That an app of the system does not take a link is no news.
        decision.steps.removeAll { $0.rule == .filterMisses && place(of: $0.subject) == nil }
        guard case .nothing = decision.outcome else { return decision }
        if !apps.allSatisfy(\.isInstalled), case .app(let id) = receiver(decideWithAllApps(link, from: sender)),
            app(id)?.isInstalled == false
        {
            decision.missing = id
        } else if let last = decision.steps.last, last.rule == .schemeUnclaimed || last.rule == .noHandler,
            let step = LinkURL(link).flatMap(refusal(of:))
        {
            decision.steps[decision.steps.count - 1] = step
        }
        return decision
    }

    /// Decides what the device would do with a link if all of its apps were installed.
    package func decideWithAllApps(_ link: String, from sender: LinkSender = .outside) -> Decision {
        AskedDevice(system, apps).decide(link, from: sender)
    }

    /// Returns who gets a link, and why.
    package func receiver(of url: LinkURL, from sender: LinkSender = .outside) -> (receiver: Arrival.Receiver, decision: Decision) {
        let decision = decide(url.text, from: sender)
        return (receiver(decision), decision)
    }

    /// Returns who gets a link by a decision. Of several apps, the first one of the list is taken.
    package func receiver(_ decision: Decision) -> Arrival.Receiver {
        switch decision.outcome {
        case .app(let ids), .chooser(let ids):
            if let own = apps.first(where: { ids.contains($0.id) }) { return .app(own.id) }
            return ids.first { app($0) != nil }.map { .app($0) } ?? .browser(browserName)
        case .browser(let id): return .browser(id.flatMap { app($0)?.name } ?? browserName)
        case .fallback: return .browser(browserName)
        case .system(let part, let id): return (id ?? Self.appleApp(handling: part)?.id).map { .app($0) } ?? .nobody
        case .store: return Self.store(platform).map { .app($0.id) } ?? .nobody
        case .nothing: return decision.missing.map { .notInstalled($0) } ?? .nobody
        }
    }

    /// Whether an installed app of the user gets a web link.
    package func hasApp(for webLink: LinkURL) -> Bool { claimsWebLinks && isForOwnApp(receiver(of: webLink).receiver) }

    /// Whether an installed app asks for any web links.
    var claimsWebLinks: Bool { apps.contains { $0.isInstalled && $0.declared?.claimsWebLinks == true } }

    /// Whether an app of the user gets a link, not one of the system.
    package func isForOwnApp(_ receiver: Arrival.Receiver) -> Bool {
        if case .app(let id) = receiver { place(of: id) != nil } else { false }
    }

    /// Returns what the device would do with `url`, without doing it.
    package func open(_ url: LinkURL) -> OpenAnswer { receiver(of: url).receiver.answer }

    /// Why no app gets a link, in a part of a sentence.
    package func whyNothing(_ url: LinkURL, from sender: LinkSender = .outside) -> String {
        guard let scheme = url.scheme else { return "it has no scheme that an app could claim" }
        if canBeClaimed(url), app(claiming: scheme) == nil { return "no app claims \(scheme):" }
        let decision = decide(url.text, from: sender)
        return (decision.nearestMiss?.words ?? decision.reason).withoutFinalPeriod
    }

    /// Who opens a link from what is in front.
    var senderInFront: LinkSender {
        switch front {
        case .app(let id): .app(id)
        case .browser: .browser(.tapped)
        case .home: .outside
        }
    }
}

extension AskedDevice {
    /// A device with these apps, as the engine is asked about it.
    init(_ system: AskedDevice, _ apps: [SimulatedDevice.App]) {
        self = system
        switch system {
        case .android(var device):
            device.defaultBrowser = device.defaultBrowser ?? AndroidDevice.App.chrome.id
            device.apps = apps.map(\.android) + Self.androidSystem.filter { own in !apps.contains { $0.id == own.id } }
            self = .android(device)
        case .ios(var device):
            device.apps = apps.map(\.apple)
            self = .ios(device)
        }
    }

    /// What comes with an Android device, as it is asked about links.
    private static let androidSystem = SimulatedDevice.systemApps(.android).map(\.android) + [.chrome]

    fileprivate func decide(_ link: String, from sender: LinkSender) -> Decision {
        switch self {
        case .android(let device): device.decide(link, from: sender.onAndroid(link))
        case .ios(let device): device.decide(link, from: sender.onApple)
        }
    }
}

extension SimulatedDevice.App {
    /// The app as Android knows it: its declarations, and a filter for the schemes of the device file.
    fileprivate var android: AndroidDevice.App {
        var app = AndroidDevice.App(id)
        if case .android(let declared)? = declared { app = declared }
        if !schemes.isEmpty { app.filters.append(AndroidDevice.App.Declared(AndroidFilter(schemes: schemes))) }
        return app
    }

    fileprivate var apple: AppleDevice.App {
        var app = AppleDevice.App(id, appID: "")
        if case .ios(let declared)? = declared { app = declared }
        app.schemes += schemes
        return app
    }
}
