package import AppLinks
package import Deciding
package import DeviceTools

/// The report of `open` on a real device, as a JSON object or as text: what the device did with the link, and what the simulated device
/// does.
package struct DeviceReport: Sendable {
    package let answer: DeviceAnswer
    /// Where the link ends on the simulated device; nil if there is nothing to compare with.
    let simulated: SimulatedEnd?
    let showsSecrets: Bool

    package init(_ answer: DeviceAnswer, simulated: SimulatedEnd?, showsSecrets: Bool = false) {
        self.answer = answer
        self.simulated = simulated
        self.showsSecrets = showsSecrets
    }

    /// Whether the exit code is 1: the device did not open the link in an app other than the browser.
    package var isNo: Bool { answer.opening.isInApp == false }

    /// Returns the command as a line for a shell. The secrets of the link are masked before the link is quoted, because a secret may not be
    /// recognized afterwards.
    private func command(_ masking: inout Masking) -> String? {
        guard !answer.command.isEmpty else { return nil }
        let link = answer.request.link
        let shown = link.showing(masking.text(link.text)).text
        let arguments = answer.command.map { word in
            word == link.text ? shown : word == ShellQuoting.word(link.text) ? ShellQuoting.word(shown) : word
        }
        return LaunchCommand.line(arguments)
    }

    // MARK: JSON

    /// Returns the JSON object without a line end. Scripts rely on the keys and their order.
    package func json() -> String {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("link", masked: answer.request.link.text)
            json.field("tool", answer.request.tool.rawValue)
            json.object("device") { json in
                json.field("id", answer.device.id.isEmpty ? nil : answer.device.id)
                json.field("name", answer.device.name)
                json.field("system", answer.device.system)
            }
            json.field("app", answer.request.app)
            json.object("opened") { $0.opened(answer.opening) }
            json.field("inApp", answer.opening.isInApp)
            let command = command(&json.masking)
            if command != nil, json.masking.text(answer.request.link.text) != answer.request.link.text { json.noteMasked("command") }
            json.field("command", command)
            json.object("appLinks", of: answer.appLinks) { json, appLinks in
                json.field("package", appLinks.package)
                json.field("allowed", appLinks.states.isAllowed)
                json.field("host", answer.host)
                json.field("state", answer.domain?.state)
                json.objects("domains", appLinks.states.domains) { json, domain in
                    json.field("host", domain.host)
                    json.field("state", domain.state)
                    json.field("verified", domain.isVerified)
                }
                json.strings("selected", appLinks.states.selected)
            }
            json.object("simulated", of: simulated) { json, end in
                json.field("device", end.device)
                json.ended(at: end.place)
            }
            let comparison = simulated?.comparison(with: answer.opening)
            json.field("agrees", comparison.flatMap { $0 == .agrees ? true : $0 == .unknown ? nil : false })
            json.field("difference", masked: comparison.flatMap { if case .differs(let words) = $0 { words } else { nil } })
            json.strings("remarks", masked: answer.opening.remarks)
            json.appendMasked()
        }.text
    }

    // MARK: Text

    /// Returns aligned lines of text, each with a line end:
    ///
    ///    link          https://shop.example/item/7
    ///    device        Pixel 8 (emulator-5554), by adb
    ///    result        opened in com.example.shop, activity .MainActivity
    ///    app links     shop.example is verified: the app gets the links of this host
    ///    simulated     browser
    ///    compared      differs: the simulated Android opens this link in its browser; the real device opens it in com.example.shop
    ///    command       adb -s emulator-5554 shell am start -W …
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.field("link", masked: answer.request.link.text)
        text.field("device", "\(answer.device.words)\(answer.request.tool == .desktop ? "" : ", by \(answer.request.tool.rawValue)")")
        text.field("result", masked: answer.opening.words)
        for remark in answer.opening.remarks { text.inner(masked: remark) }
        text.list("app links", answer.appLinkSentences) { $0.outside($1) }
        if let simulated {
            text.field("simulated", masked: simulated.words)
            switch simulated.comparison(with: answer.opening) {
            case .agrees: text.field("compared", "the real device did the same")
            case .differs(let words): text.field("compared", masked: "differs: \(words)")
            case .unknown: text.field("compared", "not possible: the tool does not report which app opened the link")
            }
        }
        if let command = command(&text.masking) { text.field("command", command) }
        return text.text
    }
}

extension JSONOutput {
    /// Appends the members that say what the device did with a link.
    mutating func opened(_ opening: DeviceOpening) {
        var (app, activity, manner, reason): (String?, String?, String?, String?)
        let kind: String
        switch opening.end {
        case .app(let id, let name, let how): (kind, app, activity, manner) = ("app", id, name, how.rawValue)
        case .browser(let id): (kind, app) = ("browser", id)
        case .chooser: kind = "chooser"
        case .nothing(let why): (kind, reason) = ("nothing", why)
        case .unreported: kind = "unreported"
        }
        field("kind", kind)
        field("app", app)
        field("activity", activity)
        field("manner", manner)
        field("reason", masked: reason)
    }

    /// Appends the members that say what opened a link on the simulated device.
    ///
    /// - Parameter browser: The name of the browser; nil to leave it out.
    mutating func ended(at place: SimulatedEnd.Place, browser: String? = nil) {
        switch place {
        case .app(let id, _, let isAssumed):
            field("kind", "app")
            field("app", id)
            field("assumed", isAssumed)
        case .chooser(let ids):
            field("kind", "chooser")
            field("app", raw: nil)
            strings("apps", ids)
        case .browser:
            field("kind", "browser")
            if let browser { field("app", browser) }
        case .nothing(let reason):
            field("kind", "nothing")
            field("reason", masked: reason)
        }
    }
}

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
            json.objects("steps", opening.steps) { json, step in
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
            json.objects("events", opening.events) { json, posted in
                json.field("event", posted.event.name.rawValue)
                json.field("app", posted.app)
                json.object("arguments") { json in
                    for pair in posted.event.arguments.pairs { json.field(.text(pair.key), masked: pair.value, of: pair.key) }
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
        for step in opening.steps.prefix(TextOutput.mostLines) {
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
        let events = opening.events.map(\.event.name.rawValue)
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
