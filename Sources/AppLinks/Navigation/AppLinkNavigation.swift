public import JSONDocument

/// A navigation out of an app to the destinations of an ``AppLink``, with data for the receiver.
///
///     let back = AppLinkNavigation.callbackAppLinkData(appName: "Shop", url: shopURL)
///     let navigation = AppLinkNavigation(appLink: link, extras: ["campaign": "spring"], appLinkData: back)
///     let outcome = navigation.navigate { url in system.open(url) ? .opened(by: nil) : .refused(by: nil) }
///
/// A navigation tries the targets in order and then the web URL, until one opens. The rules are those of Bolts' `BFAppLinkNavigation`,
/// except where Bolts loses data: here, reserved characters in the data are escaped, and the data comes before a fragment.
public struct AppLinkNavigation: Sendable {
    /// The `user_agent` of links if the sender gives none.
    public static let userAgent = "linkscope 1.0"

    /// The link whose destinations are tried.
    public let appLink: AppLink

    /// Values for the target app: an object, or null for none. Any other value is reported as an error.
    public let extras: JSONValue

    /// More fields of the link's data, such as ``callbackAppLinkData(appName:url:)``: an object, or null for none.
    ///
    /// The `user_agent` and `version` in this data are kept. `extras` and `target_url` are always replaced; `target_url` is removed if
    /// there is no source URL.
    public let appLinkData: JSONValue

    /// Creates a navigation to the destinations of `appLink`.
    public init(appLink: AppLink, extras: JSONValue = .null, appLinkData: JSONValue = .null) {
        self.appLink = appLink
        self.extras = extras
        self.appLinkData = appLinkData
    }

    /// Returns the data that lets the receiver offer to return: the name to show and the URL that leads back to the sender.
    public static func callbackAppLinkData(appName: String, url: LinkURL) -> JSONValue {
        [
            AppLinkKeys.referer: [
                AppLinkKeys.refererAppName: .string(appName),
                AppLinkKeys.refererURL: .string(url.absoluteString),
            ]
        ]
    }

    /// Returns `destination` with this navigation's data in its query, ready to open.
    ///
    /// - Throws: ``NavigationError`` if the data or the extras are not objects, or contain values that JSON cannot express, such as NaN.
    public func outboundURL(for destination: LinkURL) throws(NavigationError) -> LinkURL {
        try OutboundData(self).url(for: destination)
    }

    /// Tries the destinations in order with `open` until one opens. The call has no other effects and posts no event.
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

    /// Returns the place where ``navigate(open:)`` would end, without opening or posting anything. `canOpen` decides which URLs of targets
    /// can be opened.
    ///
    /// `canOpen` is not called for the web URL. If no target can be opened but there is a web URL, the type is `browser`.
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
        // Each destination has its own result, because the next destination is tried even after an error.
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
