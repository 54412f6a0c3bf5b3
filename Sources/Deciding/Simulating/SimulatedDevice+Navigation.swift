package import AppLinks
package import JSONDocument

// Receiving links, opening links, and returning to the referer.
extension SimulatedDevice {
    /// Delivers an inbound link to the browser, or to the app that claims its scheme, if such an app is installed.
    ///
    /// The app posts the link's events and comes to the front. If the link names a referer and the banner was not closed, the app shows its
    /// banner. On a device that assumes apps, the referer of the link is in front before the link arrives, because it is the app that opened
    /// the link.
    package mutating func receive(_ link: IncomingLink) -> Arrival {
        var sender = LinkSender.outside
        if assumesApps {
            assumeApps(of: link)
            if let referer = app(of: link.refererURL) {
                front = .app(referer.id)
                sender = .app(referer.id)
            }
        }
        return deliver(link, receiver(of: link.inputURL, from: sender))
    }

    /// Delivers a link like ``receive(_:)``, unless it is a web link that no app of the user gets: a web page has no effect until the user
    /// opens it. Returns nil for such a link.
    package mutating func receiveInApp(_ link: IncomingLink) -> Arrival? {
        guard link.inputURL.isWeb else { return receive(link) }
        guard claimsWebLinks else { return nil }
        var device = self
        let arrival = device.receive(link)
        guard device.isForOwnApp(arrival.receiver) else { return nil }
        self = device
        return arrival
    }

    private mutating func deliver(_ link: IncomingLink, _ decided: (receiver: Arrival.Receiver, decision: Decision)) -> Arrival {
        let before = front
        let (receiver, decision) = decided
        var arrival = Arrival(
            url: link.inputURL, receiver: receiver, decision: decision, link: link, events: [], banner: nil, frontBefore: before,
            frontAfter: before)
        switch receiver {
        case .app(let id) where place(of: id) == nil:
            // An app of the system reads no App Links.
            front = .app(id)
        case .app(let id):
            arrival.events = link.events.map { PostedEvent(event: $0, app: id) }
            let translations = bannerTranslations
            changeBanner(of: id) { banner in
                banner.translations = translations
                banner.show(link.referer)
            }
            arrival.banner = app(id)?.banner
            front = .app(id)
        case .browser: front = .browser
        case .notInstalled, .nobody: break
        }
        arrival.frontAfter = front
        return arrival
    }

    /// Opens `appLink` from the app in front. That app names itself as the referer if it has a return URL. A link that already has App Link
    /// data keeps it instead, so that the receiver gets what the link says.
    ///
    /// If no app is in front, the link has no referer, and its al_nav_out event belongs to no app.
    ///
    /// - Parameters:
    ///   - returnURL: The URL that leads back to this link's place in the app; nil for the one in the app's profile.
    ///   - sender: Who opens the link, and how; nil for what is in front.
    package mutating func open(
        _ appLink: AppLink, extras: JSONValue = .null, returnURL: LinkURL? = nil, from sender: LinkSender? = nil
    ) -> Departure {
        var data = JSONValue.null
        if let app = frontApp, let returnURL = returnURL ?? app.returnURL {
            data = AppLinkNavigation.callbackAppLinkData(appName: app.name, url: returnURL)
        }
        return travel(AppLinkNavigation(appLink: appLink, extras: extras, appLinkData: data), from: sender)
    }

    /// Taps the banner of the app in front and collapses the banner until the next link. Returns nil if no banner is visible.
    package mutating func returnToReferer() -> Departure? {
        guard let app = frontApp, app.banner.isVisible, let referer = app.banner.refererAppLink else { return nil }
        changeBanner(of: app.id) { $0.collapse() }
        return travel(AppLinkNavigation(appLink: referer))
    }

    /// The banner that an app shows for a link with this referer; nil if the app is not installed or the banner is not visible.
    package func banner(of app: String, for referer: AppLink?) -> ReturnToRefererBanner? {
        guard let app = self.app(app), app.isInstalled else { return nil }
        var banner = app.banner
        banner.translations = bannerTranslations
        banner.show(referer)
        return banner.isVisible ? banner : nil
    }

    /// Returns the text of a banner, which calls the referer as every other place does; nil if there is no return link to display.
    ///
    /// - Parameter most: The number of characters of the name after which it is cut.
    package func text(of banner: ReturnToRefererBanner, most: Int = .max) -> String? {
        guard let name = banner.refererAppLink?.targets.first?.appName, !name.isEmpty else { return nil }
        return referer(banner.refererAppLink).map { banner.translations.text(naming: String($0.text.prefix(most))) }
    }

    /// Brings an app to the front, shows the banner for this referer, and taps it. Returns nil, and changes nothing, if the banner would not
    /// be visible.
    package mutating func returnToReferer(_ referer: AppLink, from app: String) -> Departure? {
        guard let banner = banner(of: app, for: referer) else { return nil }
        bringToFront(.app(app))
        changeBanner(of: app) { $0 = banner }
        return returnToReferer()
    }

    private mutating func travel(_ navigation: AppLinkNavigation, from sender: LinkSender? = nil) -> Departure {
        let before = front
        let (left, sender) = (frontApp?.id, sender ?? senderInFront)
        var navigation = navigation
        navigation.keepsOwnData = true
        var decided: (receiver: Arrival.Receiver, decision: Decision)?
        let outcome = navigation.navigate { url in
            assumeApp(for: url)
            let found = receiver(of: url, from: sender)
            decided = found
            return found.receiver.answer
        }
        var departure = Departure(
            appLink: navigation.appLink,
            steps: steps(of: navigation.appLink, outcome, from: sender),
            outcome: outcome,
            events: [PostedEvent(event: outcome.event, app: left)],
            frontBefore: before,
            frontAfter: before
        )
        // The destination that opened is the last one that was asked.
        if let url = outcome.openedURL, let decided {
            let arrival = deliver(IncomingLink(url, entry: .inbound(sourceApplication: left)), decided)
            departure.events += arrival.events
            departure.arrival = arrival
        }
        departure.frontAfter = front
        return departure
    }

    /// Returns all destinations with their results, including those after the destination that opened.
    private func steps(of appLink: AppLink, _ outcome: NavigationOutcome, from sender: LinkSender) -> [Departure.Step] {
        var destinations = appLink.targets.enumerated().map { (NavigationAttempt.Destination.target($0), $1.url, $1.appName) }
        if let webURL = appLink.webURL { destinations.append((.web, webURL, nil)) }
        let isTaken = outcome.type != .failure
        return destinations.enumerated().map { place, destination in
            let (kind, url, name) = destination
            let claiming = url.flatMap { url in url.isWeb ? nil : url.scheme.flatMap { app(claiming: $0) } }
            let isReached = place < outcome.attempts.count
            let state: Departure.Step.State =
                if !isReached { .notReached } else if isTaken, place == outcome.attempts.count - 1 { .taken } else { .skipped }
            return Departure.Step(
                destination: kind, url: url, appName: name, app: claiming?.id, isInstalled: claiming?.isInstalled,
                canBeClaimed: url.map(canBeClaimed) ?? false, state: state,
                reason: isReached ? reason(outcome.attempts[place], of: appLink, from: sender) : "an earlier target opened"
            )
        }
    }

    private func reason(_ attempt: NavigationAttempt, of appLink: AppLink, from sender: LinkSender) -> String {
        switch attempt.result {
        case .answered(.openedInBrowser(let browser)) where attempt.destination == .web && appLink.fallsBackToTarget:
            "\(browser ?? browserName) opens the link's target"
        case .withoutURL: "it has no URL"
        case .notBuilt(let error): error.description
        case .answered(let answer): reason(answer, attempt.url, from: sender)
        }
    }

    private func reason(_ answer: OpenAnswer, _ url: LinkURL?, from sender: LinkSender) -> String {
        let name = { (id: String?) in id.flatMap { app($0)?.name } ?? "an app" }
        let scheme = url?.scheme.map { $0 + ":" }
        return switch answer {
        case .opened(let id): "\(name(id)) is \(id.flatMap { app($0) }?.isAssumed == true ? "assumed to be installed" : "installed")"
        case .openedInBrowser(let browser): "\(browser ?? browserName) opens it"
        case .notInstalled(let id): "\(name(id)) claims \(scheme ?? "it"), but is not installed"
        case .noAppClaims: url.map { whyNothing($0, from: sender) } ?? "it has no URL"
        case .refused(let id): "\(name(id)) refused to open it"
        }
    }
}

/// What happened to a link that arrived at a device.
package struct Arrival: Sendable {
    package enum Receiver: Sendable, Hashable {
        case app(String)
        /// The browser, by name. It is not a simulated app, so it posts no events.
        case browser(String)
        /// The app with this ID claims the link but is not installed, so nothing received the link.
        case notInstalled(String)
        /// No app on the device claims the scheme, so nothing received the link.
        case nobody

        /// What opening a link with this receiver answers.
        var answer: OpenAnswer {
            switch self {
            case .app(let id): .opened(by: id)
            case .browser(let name): .openedInBrowser(name)
            case .notInstalled(let id): .notInstalled(id)
            case .nobody: .noAppClaims
            }
        }
    }

    package var url: LinkURL
    package var receiver: Receiver
    /// What the device decided, and why.
    package var decision: Decision
    /// The link as the receiving app read it. If no app received the link, this is the reading that an app would get.
    package var link: IncomingLink
    /// The events in the order they were posted.
    package var events: [PostedEvent]
    /// The banner of the receiving app after the link arrived.
    package var banner: ReturnToRefererBanner?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}

/// What happened when a link was opened from a device or the user went back: the destinations that were tried, and the result.
package struct Departure: Sendable {
    /// A destination of the link, in order of preference.
    package struct Step: Sendable, Hashable {
        package enum State: String, Sendable, Hashable { case taken, skipped, notReached }

        package var destination: NavigationAttempt.Destination
        package var url: LinkURL?
        /// The app's name in the link's target.
        package var appName: String?
        /// The app on the device that claims the URL, installed or not.
        package var app: String?
        /// Whether the app that claims the URL is installed; nil if no app claims the URL.
        package var isInstalled: Bool?
        /// Whether an app of the device could claim the URL.
        package var canBeClaimed: Bool
        package var state: State
        /// The reason for the state, in a few words.
        package var reason: String
    }

    package var appLink: AppLink
    package var steps: [Step]
    package var outcome: NavigationOutcome
    /// All events in order: first the event of the app that the user left, then the events of the app that received the link.
    package var events: [PostedEvent]
    /// The arrival of the link in an app or the browser.
    package var arrival: Arrival?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}

extension AppLink {
    /// Whether the web URL is the target in the App Link data of a link, so that the browser gets the target if no app opens the link.
    package var fallsBackToTarget: Bool {
        guard let webURL else { return false }
        return targets.contains { target in target.url.map { IncomingLink($0).targetURL == webURL } ?? false }
    }
}

package struct PostedEvent: Sendable, Hashable {
    package var event: MeasurementEvent
    /// The app's ID; nil if no app was in front to post it.
    package var app: String?
}
