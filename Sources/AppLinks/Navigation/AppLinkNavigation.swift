public import JSONDocument

/// The way out of an application along an ``AppLink``, with data for whoever receives it.
///
///     let back = AppLinkNavigation.callbackAppLinkData(appName: "Shop", url: shopURL)
///     let navigation = AppLinkNavigation(appLink: link, extras: ["campaign": "spring"], appLinkData: back)
///     let outcome = navigation.navigate { url in system.open(url) ? .opened(by: nil) : .refused(by: nil) }
///
/// The targets are tried in order, then the web URL; the first that opens is where it ends. All rules are Bolts' (`BFAppLinkNavigation`)
/// except where Bolts loses data: everything reserved in the data is escaped, and the data stands before a fragment.
public struct AppLinkNavigation: Sendable {
    /// What names this library in the data of a link whose sender gives no `user_agent`.
    public static let userAgent = "linkscope 0.1"

    /// Where to go.
    public let appLink: AppLink

    /// What the target is to read: an object, or null for none. Any other value cannot be sent, and is reported as an error.
    public let extras: JSONValue

    /// More of the link's data, as ``callbackAppLinkData(appName:url:)`` makes it: an object, or null for none.
    ///
    /// `user_agent` and `version` in it are kept; `extras` is always replaced, and `target_url` too: without a source URL by nothing.
    public let appLinkData: JSONValue

    /// A navigation along `appLink`.
    public init(appLink: AppLink, extras: JSONValue = .null, appLinkData: JSONValue = .null) {
        self.appLink = appLink
        self.extras = extras
        self.appLinkData = appLinkData
    }

    /// The data that lets the receiver offer a way back: the name to show, and the URL that leads to the sender.
    public static func callbackAppLinkData(appName: String, url: LinkURL) -> JSONValue {
        [
            AppLinkKeys.referer: [
                AppLinkKeys.refererAppName: .string(appName),
                AppLinkKeys.refererURL: .string(url.absoluteString),
            ]
        ]
    }

    /// `destination` with this navigation's data in its query, ready to be opened.
    ///
    /// - Throws: ``NavigationError`` when data or extras are no objects or hold what JSON cannot express, as a number that is none.
    public func outboundURL(for destination: LinkURL) throws(NavigationError) -> LinkURL {
        try OutboundData(self).url(for: destination)
    }

    /// Tries the destinations in order with `open` until one opens; asks nothing else of the world and tells nobody.
    public func navigate(open: (LinkURL) throws -> OpenAnswer) rethrows -> NavigationOutcome {
        let data = Result { () throws(NavigationError) in try OutboundData(self) }
        var attempts: [NavigationAttempt] = []
        for destination in destinations {
            let attempt = try attempt(destination, data, open)
            attempts.append(attempt)
            if attempt.isTaken { break }
        }
        return outcome(of: attempts)
    }

    /// Where ``navigate(open:)`` would end as far as `canOpen` knows, which is asked for the targets' own URLs. Opens and tells nothing.
    ///
    /// The browser is not asked: if no target can be opened, a web URL is enough.
    public func navigationType(canOpen: (LinkURL) throws -> Bool) rethrows -> NavigationType {
        guard let data = try? OutboundData(self) else { return .failure }
        for case let url? in appLink.targets.map(\.url) where try canOpen(url) {
            if (try? data.url(for: url)) != nil { return .app }
        }
        guard let webURL = appLink.webURL, (try? data.url(for: webURL)) != nil else { return .failure }
        return .browser
    }

    private var destinations: [(NavigationAttempt.Destination, LinkURL?)] {
        let targets = appLink.targets.enumerated().map { (NavigationAttempt.Destination.target($0), $1.url) }
        return targets + (appLink.webURL.map { [(.web, $0)] } ?? [])
    }

    private func attempt(
        _ destination: (NavigationAttempt.Destination, LinkURL?), _ data: Result<OutboundData, NavigationError>,
        _ open: (LinkURL) throws -> OpenAnswer
    ) rethrows -> NavigationAttempt {
        let (destination, url) = destination
        guard let url else { return NavigationAttempt(destination: destination, url: nil, outboundURL: nil, result: .withoutURL) }
        // Each destination has its own result: what is wrong with one says nothing of the next.
        switch data.flatMap({ data in Result { () throws(NavigationError) in try data.url(for: url) } }) {
        case .success(let outbound):
            let answer = try open(outbound)
            return NavigationAttempt(destination: destination, url: url, outboundURL: outbound, result: .answered(answer))
        case .failure(let error):
            return NavigationAttempt(destination: destination, url: url, outboundURL: nil, result: .notBuilt(error))
        }
    }

    private func outcome(of attempts: [NavigationAttempt]) -> NavigationOutcome {
        let taken = attempts.last.flatMap { $0.isTaken ? $0 : nil }
        let type: NavigationType = taken.map { $0.destination == .web ? .browser : .app } ?? .failure
        var error: NavigationError? = nil
        if taken == nil {
            for case .notBuilt(let reason) in attempts.map(\.result) { error = reason }
        }
        return NavigationOutcome(
            type: type,
            attempts: attempts,
            openedURL: taken?.outboundURL,
            error: error,
            event: event(type: type, opened: taken?.outboundURL, error: error)
        )
    }
}
