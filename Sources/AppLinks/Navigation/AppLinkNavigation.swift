public import JSONDocument
public import Tasks

/// A navigation out of an app to the destinations of an ``AppLink``, with data for the receiver.
///
///     let back = AppLinkNavigation.callbackAppLinkData(appName: "Shop", url: shopURL)
///     let navigation = AppLinkNavigation(appLink: link, extras: ["campaign": "spring"], appLinkData: back)
///     let outcome = navigation.navigate { url in system.open(url) ? .opened(by: nil) : .refused(by: nil) }
///
/// A navigation tries the targets in order and then the web URL, until one opens. The rules are those of Bolts' `BFAppLinkNavigation`,
/// except where Bolts loses data: here, reserved characters in the data are escaped, and the data comes before a fragment.
///
/// As in Bolts, the data is also added to a destination that already has `al_applink_data`. Readers then use the data of the navigation, so
/// open a link that has its own data without a navigation.
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

    /// Whether receivers get the data that the link already has, as it is written. Bolts adds its own data instead.
    ///
    /// If this is true, a destination with `al_applink_data` is opened as it is. The other destinations get the data of the source URL or, if
    /// it has none, of the first target that has some. If there is no such data, this navigation's data is added.
    package var keepsOwnData = false

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

extension AppLinkNavigation {
    /// Tries the destinations in order with `opener`, then posts the event of this navigation to `center`.
    @discardableResult
    public func navigate(with opener: any AppOpening, posting center: MeasurementCenter) -> NavigationOutcome {
        let outcome = navigate { opener.open($0) ? .opened(by: nil) : .refused(by: nil) }
        center.post(outcome.event)
        return outcome
    }

    /// Resolves `url` and navigates to the destinations of the resulting link.
    ///
    /// If nothing could be opened, the future succeeds with the type `failure`. If the resolver fails or is canceled, the future fails or
    /// is canceled too, and nothing is opened or posted. The navigation runs on `executor`, which is the main thread by default.
    public static func navigate(
        to url: LinkURL,
        resolver: any AppLinkResolving,
        opener: any AppOpening,
        posting center: MeasurementCenter,
        on executor: FutureExecutor = .main
    ) -> Future<NavigationOutcome> {
        resolver.appLink(for: url).continueOnSuccessWith(executor) { appLink in
            AppLinkNavigation(appLink: appLink).navigate(with: opener, posting: center)
        }
    }
}

extension AppLinkNavigation {
    /// Returns the event of a navigation. Bolts' README and its source use different keys, so the event contains both.
    ///
    /// The event's `version` is always the protocol version of this library, even if the caller's data gives another version.
    func event(type: NavigationType, opened: LinkURL?, error: NavigationError?) -> MeasurementEvent {
        var arguments = MeasurementEvent.Arguments()
        arguments.add("outputURL", opened?.absoluteString)
        arguments.add("outputURLScheme", opened?.scheme)
        let host = appLink.sourceURL?.host.flatMap { $0.isEmpty ? nil : $0 }
        arguments.add("sourceURL", appLink.sourceURL?.absoluteString)
        arguments.add("sourceScheme", appLink.sourceURL?.scheme)
        arguments.add("sourceHost", host)
        arguments.add("sourceURLHost", host)
        arguments.add("version", AppLinkKeys.currentVersion)
        arguments.add("error", error?.description)
        arguments.add("success", type == .failure ? "0" : "1")
        arguments.add("type", Self.word(for: type))
        return MeasurementEvent(name: appLink.isBackToReferrer ? .navigateBack : .navigateOut, arguments: arguments)
    }

    private static func word(for type: NavigationType) -> String {
        switch type {
        case .app: "app"
        case .browser: "web"
        case .failure: "fail"
        }
    }
}

/// The data parameter of outbound links, `al_applink_data=%7B…%7D`, built once for all destinations.
struct OutboundData {
    private let parameter: [UInt8]
    private let keepsOwnData: Bool

    init(_ navigation: AppLinkNavigation) throws(NavigationError) {
        keepsOwnData = navigation.keepsOwnData
        if keepsOwnData, let own = navigation.appLink.ownData {
            parameter = own
            return
        }
        var data = JSONObject()
        switch navigation.appLinkData {
        case .object(let given): data = given
        case .null: break
        default:
            throw NavigationError(.dataNotObject, "The link's data is \(navigation.appLinkData.kind), but must be a JSON object.")
        }
        if data[AppLinkKeys.userAgent] == nil { data[AppLinkKeys.userAgent] = .string(AppLinkNavigation.userAgent) }
        if data[AppLinkKeys.version] == nil { data[AppLinkKeys.version] = .string(AppLinkKeys.currentVersion) }
        data[AppLinkKeys.targetURL] = navigation.appLink.sourceURL.map { .string($0.absoluteString) }
        switch navigation.extras {
        case .object: data[AppLinkKeys.extras] = navigation.extras
        case .null: data[AppLinkKeys.extras] = .object(JSONObject())
        default:
            throw NavigationError(.extrasNotObject, "The extras are \(navigation.extras.kind), but must be a JSON object.")
        }
        parameter = try Self.parameter(of: .object(data))
    }

    private static func parameter(of data: JSONValue) throws(NavigationError) -> [UInt8] {
        var json: [UInt8] = []
        do {
            try data.serialize(into: &json)
        } catch {
            throw NavigationError(error)
        }
        return AppLinkKeys.dataParameter(of: json)
    }

    /// Returns `destination` with the parameter at the end of its query, before the fragment. After an empty query, the parameter follows a
    /// `&`: `demo://?&al_…`. A destination that keeps its own data is returned as it is.
    func url(for destination: LinkURL) throws(NavigationError) -> LinkURL {
        if keepsOwnData, destination.dataParameter != nil { return destination }
        let text = destination.absoluteString
        let joiner: Character = destination.query == nil ? "?" : "&"
        let fragment = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        var built = String(text[..<fragment])
        built.append(joiner)
        built += String(decoding: parameter, as: UTF8.self)
        built += text[fragment...]
        guard let url = LinkURL(built) else {
            throw NavigationError(.notURL, "With the link's data in it, \(text) is no longer a URL.")
        }
        return url
    }
}
