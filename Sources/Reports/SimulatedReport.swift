package import AppLinks
package import Deciding

/// The report of `open` on the simulated device, as a JSON object or as text: the destinations that were tried, what opened, and the
/// events.
package struct SimulatedReport: Sendable {
    private let link: String
    private let opening: SimulatedOpening
    private let showsSecrets: Bool
    /// Returns to which screen the code of an app leads a link, from the link and the app's ID; nil if nobody knows.
    package var screen: (@Sendable (String, String) -> String?)?
    /// Returns what is taken for the association file of a web link's site; nil if nothing is.
    package var site: (@Sendable (LinkURL) -> String?)?

    /// Reports what happens when a link is delivered to the device.
    package init(of link: IncomingLink, on device: SimulatedDevice, showsSecrets: Bool = false) {
        self.link = link.inputURL.text
        opening = SimulatedOpening(of: link, on: device)
        self.showsSecrets = showsSecrets
    }

    /// Reports what happens when the App Link of a page is opened on the device.
    ///
    /// - Parameter link: The link of the page, as the user gave it.
    package init(_ appLink: AppLink, of link: String, on device: SimulatedDevice, showsSecrets: Bool = false) {
        self.link = link
        opening = SimulatedOpening(appLink, on: device)
        self.showsSecrets = showsSecrets
    }

    private var device: SimulatedDevice { opening.device }
    private var end: SimulatedEnd { opening.end }
    private var arrival: Arrival? { opening.arrival }
    private var steps: [Departure.Step] { opening.steps }
    private var events: [PostedEvent] { opening.events }

    /// Whether the exit code is 1: no app opened the link.
    package var isNo: Bool { if case .app = end.place { false } else { true } }

    /// The banner that leads back, if the app shows one.
    private var banner: ReturnToRefererBanner? { arrival?.banner.flatMap { $0.isVisible ? $0 : nil } }

    /// What there is to say about the decision, the end first; nil if the link left an app and nothing opened it.
    private var facts: [DecisionFact]? {
        arrival.map { device.facts(of: $0.decision, on: $0.url, knowsSite: true) }
    }

    /// Why the app whose filter came nearest does not get the link; nil if an app gets it, or no filter came near.
    private var nearMiss: DecisionFact? {
        guard let decision = arrival?.decision, decision.nearestMiss != nil else { return nil }
        return switch end.place {
        case .browser, .nothing: device.cause(of: decision)
        case .app, .chooser: nil
        }
    }

    /// Where the declaration stands that decided or, if no app gets the link, the one that came nearest.
    private var place: String? { facts?.first?.place ?? facts?.last?.place ?? nearMiss?.place }

    private var siteWords: String? { arrival.flatMap { site?($0.url) } }

    private var screenWords: String? {
        guard let arrival, case .app(let id) = arrival.receiver else { return nil }
        return screen?(arrival.url.text, id)
    }

    // MARK: JSON

    /// Returns the JSON object without a line end. Scripts rely on the keys and their order.
    package func json() -> String {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("link", masked: link)
            json.field("tool", "simulator")
            json.object("device") { json in
                json.field("id", raw: nil)
                json.field("name", device.name)
                json.field("system", device.platform.rawValue)
            }
            json.object("opened") { $0.ended(at: end.place, browser: device.browserName) }
            json.field("inApp", !isNo)
            json.field("openedURL", masked: isNo ? nil : arrival?.url.text)
            json.objects("steps", steps) { json, step in
                json.field("destination", Self.words(step.destination))
                json.field("url", masked: step.url?.text)
                json.field("app", masked: step.app ?? step.appName)
                json.field("installed", step.isInstalled)
                json.field("state", step.state.word)
                json.field("reason", masked: step.reason)
            }
            json.field("banner", masked: banner?.text)
            if let facts {
                json.object("decision") { json in
                    json.field("reason", masked: facts.last?.text)
                    json.field("place", masked: place)
                    json.field("screen", masked: screenWords)
                    if let siteWords { json.field("site", masked: siteWords) }
                    json.objects("rules", Array(facts.dropFirst())) { json, fact in
                        json.field("text", masked: fact.text)
                        json.field("place", masked: fact.place)
                    }
                }
            }
            json.objects("events", events) { json, posted in
                json.field("event", posted.event.name.rawValue)
                json.field("app", posted.app)
                json.object("arguments") { json in
                    for pair in posted.event.arguments.pairs { json.field(pair.key, masked: pair.value, of: pair.key) }
                }
            }
            json.appendMasked()
        }.text
    }

    // MARK: Text

    /// Returns aligned lines of text, each with a line end:
    ///
    ///    link          shop://item/7
    ///    device        iPhone (simulated)
    ///    target 1      shop://item/7
    ///                  opened: Shop claims the scheme
    ///    result        opened in the app Shop
    ///                  Shop (com.example.shop) claims the scheme.
    ///    events        al_nav_out, al_link_parse, al_nav_in
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.field("link", masked: link)
        text.field("device", "\(device.name) (simulated)")
        for step in steps.prefix(TextOutput.mostLines) {
            text.field(Self.words(step.destination), masked: step.url?.text ?? "(no URL)")
            text.inner(masked: "\(step.state.word.replacing("-", with: " "))\(step.reason.isEmpty ? "" : ": \(step.reason)")")
        }
        text.field("result", masked: result)
        if let decider = facts?.last(where: { $0.kind != .hint }) { text.inner(masked: decider.text) }
        if let nearMiss { text.inner(masked: nearMiss.text) }
        for hint in facts ?? [] where hint.kind == .hint { text.field("hint", masked: hint.text) }
        if let place { text.field("where", masked: place) }
        if let screenWords { text.field("screen", masked: screenWords) }
        if let siteWords { text.field("site", masked: siteWords) }
        if let banner = banner.flatMap({ device.text(of: $0) }) { text.field("banner", masked: banner) }
        let events = events.map(\.event.name.rawValue)
        if !events.isEmpty { text.field("events", events.joined(separator: ", ")) }
        return text.text
    }

    private var result: String {
        switch end.place {
        case .chooser: facts?.first?.text ?? ""
        case .app(_, let name, false): "opened in the app \(name)"
        case .app(_, let name, true): "opened in the app \(name), which linkscope assumes for the scheme"
        case .browser: "opened in the browser \(device.browserName)"
        // The line below tells why, except of a link that left an app.
        case .nothing(let reason): facts == nil ? "nothing opened: \(reason)" : "nothing opened"
        }
    }

    private static func words(_ destination: NavigationAttempt.Destination) -> String {
        switch destination {
        case .target(let index): "target \(index + 1)"
        case .web: "web page"
        }
    }
}

extension Departure.Step.State {
    /// The word in a report.
    fileprivate var word: String {
        switch self {
        case .taken: "opened"
        case .skipped: "skipped"
        case .notReached: "not-needed"
        }
    }
}
