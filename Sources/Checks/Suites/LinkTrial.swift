import AppLinks
import Bytes
import Deciding
import DeviceTools
import JSONDocument
import LinkLayers
import Projects
import Secrets

/// One link of a suite while it is judged. Only what an expectation asks for is computed.
struct LinkTrial {
    let link: Suite.Link
    let judge: LinkJudge
    let opener: LinkJudge.Opener
    /// Nil if the link is not a URL.
    let url: LinkURL?
    /// The page of the link, if the suite has one.
    let page: SuiteFixtures.File<PageResolution>?
    /// What the simulated device does with the link.
    private(set) lazy var opening: SimulatedOpening? = open()

    /// What came of one expectation.
    enum Result {
        case met
        /// What opened the link does not tell.
        case notTold
        /// - `why`: The reason, without a final period. Nil if the values say enough.
        /// - `decider`: What decided: a file of the suite, the device or the link.
        /// - `rule`: The place in the file that decided.
        case failed(got: QuotingText, why: QuotingText? = nil, decider: String = LinkTrial.theLink, rule: String? = nil)
    }

    init(_ link: Suite.Link, judge: LinkJudge, _ opener: LinkJudge.Opener = .simulated) {
        self.link = link
        self.judge = judge
        self.opener = opener
        url = LinkURL(link.link)
        page = url.flatMap(judge.fixtures.page)
    }

    /// The page that decides what opens the link, if one does: as with `linkscope open`, an app of the device that gets a web link comes
    /// first.
    var decidingPage: SuiteFixtures.File<PageResolution>? {
        guard let url, link.from != nil || !judge.device.hasApp(for: url) else { return nil }
        return page
    }

    /// Opens the link as `linkscope open` does: a link with a page by the tags of the page, any other link as the device decides. With an
    /// app in front, the link is opened from that app, as the inspector does.
    private func open() -> SimulatedOpening? {
        guard let url else { return nil }
        let appLink = decidingPage.map { $0.content.tags.appLink(for: url, idiom: judge.device.pageIdiom) }
        if let front = link.from.flatMap(judge.front) {
            return SimulatedOpening(appLink ?? AppLink.direct(for: IncomingLink(url)), on: judge.device, front: front)
        }
        if let appLink { return SimulatedOpening(appLink, on: judge.device) }
        return SimulatedOpening(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: judge.device)
    }

    /// Returns the link as the app receives it, or as an app would read it if nothing received it.
    mutating func received() -> IncomingLink? {
        opening?.arrival?.link ?? url.map { IncomingLink($0, entry: .inbound(sourceApplication: nil)) }
    }

    /// Compares the link with what is expected of it.
    mutating func result(of expected: Expectation.Content) -> Result {
        switch (expected, opener) {
        case (.opens(let expected), _): opens(expected)
        case (.app(let expected), _): app(expected)
        case (.findings(let expected), _): findings(expected)
        case (.aasa(let expected), _): apple(expected)
        case (.assetlinks(let expected), _): android(expected)
        case (.resolves(let expected), _): resolution(expected)
        case (_, .real): .notTold
        case (.route(let expected), _): route(expected)
        case (.target(let expected), _): target(expected)
        case (.extras(let expected), _): extras(expected)
        case (.referer(let expected), _): referer(expected)
        case (.events(let expected), _): events(expected)
        case (.trail(let expected), _): trail(expected)
        }
    }

    // MARK: The link itself

    private mutating func target(_ expected: String) -> Result {
        let received = received()
        if let target = received?.targetURL, target.text == expected || target.absoluteString == expected { return .met }
        let isAppLink = received?.isAppLink == true
        let why: QuotingText = isAppLink ? "its al_applink_data has this target_url" : "it has no al_applink_data, so it is its own target"
        return .failed(got: "\(received?.targetURL.text ?? "no target")", why: received == nil ? Self.noURL : why)
    }

    private mutating func extras(_ expected: JSONValue) -> Result {
        let got = received()?.extras ?? .object(JSONObject())
        guard got != expected else { return .met }
        let (wanted, found) = (expected.objectValue ?? JSONObject(), got.objectValue ?? JSONObject())
        var why: QuotingText?
        if let missing = wanted.keys.first(where: { found[$0] == nil }) {
            why = "\(missing) is missing"
        } else if let other = wanted.keys.first(where: { wanted[$0] != found[$0] }) {
            why = "\(other) has another value"
        } else if let more = found.keys.first(where: { wanted[$0] == nil }) {
            why = "\(more) is not expected"
        }
        return .failed(got: "\(Expectation.text(got))", why: url == nil ? Self.noURL : why)
    }

    private mutating func referer(_ expected: [Expectation.Part]?) -> Result {
        let received = received()
        let members = [(RefererKey.name, received?.refererAppName), (.url, received?.refererURL)]
            .compactMap { key, value in value.map { (name: key.rawValue, value: $0) } }
        let isMet = expected?.allSatisfy { part in Expectation.isMet(part.text, by: members.filter { $0.name == part.name }.map(\.value)) }
        if isMet ?? members.isEmpty { return .met }
        let why: QuotingText? = received?.isAppLink == false ? "it has no al_applink_data" : nil
        return .failed(
            got: members.isEmpty ? "\(Expectation.none)" : Expectation.list(members), why: url == nil ? Self.noURL : why)
    }

    private func findings(_ expected: [FindingCode]) -> Result {
        let findings = LinkInspection(Array(link.link.utf8)).findings
        let (wanted, found) = (Set(expected), Set(findings.map(\.code)))
        guard wanted != found else { return .met }
        var why: [QuotingText] = expected.filter { !found.contains($0) }.prefix(1).map { "no finding is \($0.rawValue)" }
        why += findings.filter { !wanted.contains($0.code) }.prefix(1).map { "\($0.code.rawValue): \($0.message.withoutFinalPeriod)" }
        return .failed(got: Expectation.list(findings.map(\.code.rawValue).unique), why: QuotingText(joining: why, separator: "; "))
    }

    static let theLink = "the link"
    static let noURL: QuotingText = "the link is not a URL"

    // MARK: What the device does with the link, simulated or real

    /// Returns where the link ended: the word of a suite for it; the app that opened it, by all its names; and how a failure tells it. Nil
    /// if the device does not tell.
    mutating func end() -> (opening: Expectation.Opening?, names: [String], words: QuotingText)? {
        let (browser, nothing): (QuotingText, QuotingText) = ("\(LinkJudge.browser)", "\(Expectation.Opening.nothing.rawValue)")
        guard case .real(let answer) = opener else {
            return switch opening?.end.place {
            case .app(let id, let name, _): (.app, [id, name], Self.app(name, id))
            case .chooser: (.chooser, [], "\(Expectation.Opening.chooser.rawValue)")
            case .browser: (.browser, [], browser)
            case .nothing, nil: (.nothing, [], nothing)
            }
        }
        return switch answer?.opening.end {
        case nil: nil
        // Android did not deliver the link.
        case .app(_, _, .broughtToFront): (nil, [], nothing)
        case .app(let id, _, _): (.app, [id] + judge.device.apps.filter { $0.id == id }.map(\.name), "\(id)")
        case .browser: (.browser, [], browser)
        case .chooser: (.chooser, [], "a chooser")
        case .nothing: (.nothing, [], nothing)
        case .unreported: (nil, [], "an app or the browser")
        }
    }

    /// Whether a real device does not tell what opened the link, only that something did.
    private var isUnreported: Bool { if case .real(let answer?) = opener { answer.opening.end == .unreported } else { false } }

    mutating func opens(_ expected: Expectation.Opening) -> Result {
        guard let end = end(), !isUnreported || expected == .nothing else { return .notTold }
        if end.opening == expected { return .met }
        let word: QuotingText? = if case .simulated = opener { end.opening.map { "\($0.rawValue)" } } else { nil }
        return failed(got: word ?? end.words, why: whyItEnds())
    }

    mutating func app(_ expected: String) -> Result {
        guard let end = end(), !isUnreported else { return .notTold }
        // Only the simulated device has an app that it assumes.
        if case .real = opener, judge.isAssumed(expected) { return .notTold }
        return end.names.contains(expected) ? .met : failed(got: end.words, why: whyItEnds())
    }

    /// Asks the code of the app that opened the link to which screen it leads what the app received.
    mutating func route(_ expected: String) -> Result {
        let none: QuotingText = "\(Expectation.none)"
        guard case .app(let id, let name, _) = opening?.end.place, opening?.arrival != nil else {
            return expected == Expectation.none ? .met : failed(got: none, why: whyItEnds())
        }
        guard let screen = screen(in: id) else {
            return expected == Expectation.none ? .met : failed(got: none, why: "\(Self.app(name, id)) is no app of the project")
        }
        if screen.isKnown, Expectation.isMet(expected, by: screen.route.map { [$0] } ?? []) { return .met }
        return failed(got: screen.route.map { "\($0)" } ?? (screen.isKnown ? none : "not known"), why: "\(screen.words)")
    }

    /// Returns the screen to which an app of the project leads what it received; nil if the project does not have the app.
    mutating func screen(in app: String) -> UserProject.Screen? {
        opening?.arrival.flatMap { judge.fixtures.project?.screen(of: $0.url.text, in: app, on: judge.device.platform) }
    }

    mutating func events(_ expected: [MeasurementEvent.Name]) -> Result {
        let events = opening?.events.map(\.event.name) ?? []
        if events == expected { return .met }
        let isPlain = received()?.isAppLink == false
        let why =
            events.isEmpty && isPlain
            ? "it has no al_applink_data, so reading it posts no events" : Self.difference(of: events, from: expected)
        return failed(got: Expectation.list(events.map(\.rawValue)), why: opening?.arrival == nil ? whyItEnds() : why)
    }

    mutating func trail(_ expected: [String]) -> Result {
        let (stops, why) = trail()
        let isMet = stops.count == expected.count && zip(stops, expected).allSatisfy { $0.contains($1) }
        if isMet { return .met }
        // Stops are shown as the suite names them, so that they can be compared.
        let usesIDs = expected.contains { word in stops.contains { $0.count > 1 && $0.last == word } }
        let names = stops.compactMap { stop in
            stop.first(where: expected.contains) ?? (usesIDs ? stop.last : steadyName(of: stop))
        }
        return failed(got: Expectation.list(names), why: why ?? Self.difference(of: names, from: expected))
    }

    private static func difference(of events: [MeasurementEvent.Name], from expected: [MeasurementEvent.Name]) -> QuotingText {
        if let missing = expected.first(where: { !events.contains($0) }) { return "\(missing.rawValue) is not posted" }
        if let more = events.first(where: { !expected.contains($0) }) { return "\(more.rawValue) is not expected" }
        return events.count == expected.count ? "the order differs" : "an event is posted more or fewer times"
    }

    private static func difference(of stops: [String], from expected: [String]) -> QuotingText {
        if let (stop, wanted) = zip(stops, expected).first(where: { $0 != $1 }) {
            return "\(stop) comes to the front in place of \(wanted)"
        }
        if stops.count > expected.count { return "\(stops[expected.count]) comes to the front too" }
        return "the way ends there"
    }

    // MARK: The trail

    /// An app or the browser on the way of a link, by all its names: an app also has its ID. The first one is shown.
    private typealias Stop = [String]

    private static func stop(_ front: SimulatedDevice.Front, on device: SimulatedDevice) -> Stop {
        switch front {
        case .app(let id): [device.app(id)?.name ?? id, id]
        case .browser: [LinkJudge.browser]
        case .home: ["home"]
        }
    }

    /// The trail of the link, by names that stay the same. Nil if the receiver of the link does not lead back.
    var roundTrip: [String]? {
        mutating get {
            let stops = trail().0
            guard stops.count > 2 else { return nil }
            return stops.compactMap(steadyName)
        }
    }

    /// Returns a name of a stop that stays the same.
    private func steadyName(of stop: Stop) -> String? {
        stop.count > 1 ? judge.steadyName(ofApp: stop[1]) : stop.first
    }

    /// Returns the trail of the link: the app that sent it, the app that received it, and the app to which a tap on the banner leads, if
    /// the receiver shows its banner. The second value says why the trail ends where it does.
    private mutating func trail() -> ([Stop], why: QuotingText?) {
        guard let opening else { return ([], Self.noURL) }
        var stops: [Stop] = []
        let received = received()
        if let front = link.from.flatMap(judge.front) {
            stops.append(Self.stop(front, on: opening.device))
        } else if let app = opening.device.app(of: received?.refererURL) {
            stops.append(Self.stop(.app(app.id), on: opening.device))
        } else if let name = received?.refererAppName ?? received?.refererURL {
            stops.append([name])
        }
        guard let arrival = opening.arrival, let receiver = Self.front(arrival) else { return (stops, whyItEnds()) }
        stops.append(Self.stop(receiver, on: opening.device))
        guard arrival.banner?.isVisible == true else {
            let isNamed = received?.referer != nil
            let reason = isNamed ? "what opens the link shows no banner" : "the link names no app to return to"
            return (stops, "there is no way back: \(reason)")
        }
        var device = opening.device
        guard let back = device.returnToReferer() else { return (stops, nil) }
        guard back.outcome.type != .failure, let returned = back.arrival, let front = Self.front(returned) else {
            return (stops, "the way back fails: \(SimulatedOpening.reason(of: back.steps) ?? "nothing opens it")")
        }
        stops.append(Self.stop(front, on: device))
        return (stops, nil)
    }

    /// Returns what an arrival brings to the front; nil if nothing received the link.
    private static func front(_ arrival: Arrival) -> SimulatedDevice.Front? {
        switch arrival.receiver {
        case .app(let id): .app(id)
        case .browser: .browser
        case .notInstalled, .nobody: nil
        }
    }

    // MARK: Reasons

    static func app(_ name: String, _ id: String) -> QuotingText { name == id ? "\(id)" : "\(name) (\(id))" }

    /// Says why the link ends where it does.
    private mutating func whyItEnds() -> QuotingText {
        if case .real(let answer) = opener { return "\(answer?.opening.words.withoutFinalPeriod ?? "")" }
        guard let opening, let url else { return Self.noURL }
        let scheme = url.scheme.map { $0 + ":" } ?? "the link"
        switch opening.end.place {
        case .app(let id, let name, let isAssumed):
            if isAssumed { return "no app of the device claims \(scheme), so linkscope assumes one; strictDevice: true assumes none" }
            if let cause = cause(in: opening) { return cause }
            let opened = opening.arrival?.url.scheme.map { $0 + ":" } ?? scheme
            return "\(Self.app(name, id)) claims \(opened)"
        case .chooser:
            let facts = opening.arrival.map { opening.device.facts(of: $0.decision, on: $0.url, knowsSite: true) }
            return "\(facts?.first?.text ?? "")"
        case .browser:
            if let reason = SimulatedOpening.reason(of: opening.steps) { return "\(reason)" }
            if decidingPage != nil { return "the page has no target for this device" }
            if let cause = cause(in: opening) { return cause }
            let browser = judge.device.browserName
            return "\(browser) opens web links without a page in fixtures; aasa and assetlinks test what association files decide"
        case .nothing(let reason): return cause(in: opening) ?? "\(reason)"
        }
    }

    /// Returns the rule by which the device decided, with the place of the declaration; nil if no app of the device declares more than its
    /// schemes.
    private func cause(in opening: SimulatedOpening) -> QuotingText? {
        guard let arrival = opening.arrival, opening.device.apps.contains(where: { $0.declared != nil }),
            let cause = opening.device.cause(of: arrival.decision)
        else { return nil }
        return "\(cause.text.withoutFinalPeriod)\(cause.place.map { " (\($0))" } ?? "")"
    }

    /// Returns the failure of an expectation about which the device decided, and the page if the link has one.
    private func failed(got: QuotingText, why: QuotingText?) -> Result {
        if case .real(let answer) = opener { return .failed(got: got, why: why, decider: answer?.device.words ?? "") }
        var device = if case .file(let path) = judge.suite.device { path } else { "the device \(judge.device.name)" }
        if let project = judge.fixtures.project { device += " with the apps of \(project.name)" }
        return .failed(got: got, why: why, decider: decidingPage.map { "\($0.path) on \(device)" } ?? device)
    }
}

extension SimulatedOpening {
    /// Says why the last destination that was skipped did not open; nil if none was skipped.
    fileprivate static func reason(of steps: [Departure.Step]) -> String? {
        guard let step = steps.last(where: { $0.state == .skipped }) else { return nil }
        let name = if case .target(let index) = step.destination { "target \(index + 1)" } else { "the web page" }
        return "\(name) was skipped: \(step.reason)"
    }
}

// What the files of the suite say about the link.
extension LinkTrial {
    /// Asks the apple-app-site-association file of the link's host, as `linkscope match` does.
    func apple(_ expected: Expectation.FileDecision<AASADecision.Outcome>) -> Result {
        let file = url.flatMap(judge.fixtures.appleFile)
        if let undecided = undecided(.ios, hasFile: file != nil) { return expected.outcome == .noMatch ? .met : undecided }
        guard let file, let url, let host = WebSite.host(of: url) else { return .met }
        let decision =
            if let app = expected.app {
                file.content.decisions(for: link.link, appIDs: [app], domain: host, mostTraced: 1).first
            } else {
                Optional(file.content.decision(for: link.link, appID: nil, domain: host, isTraced: true))
            }
        guard let decision, decision.outcome != expected.outcome else { return .met }
        var why = QuotingText(
            quoting: file.content.problem?.message.withoutFinalPeriod ?? AASAWording.reason(of: decision, in: file.content))
        let nearest = decision.steps.first(where: \.isNearest)
        if let nearest, let miss = nearest.miss {
            why = "\(why); the nearest rule: \(AASAWording.reason(of: miss, in: Array(link.link.utf8)))"
        }
        let rule: String? = if case .rule(let place) = decision.reason { place.description } else { nearest?.place }
        return .failed(got: "\(decision.outcome.rawValue)", why: why, decider: file.path, rule: rule)
    }

    /// Asks the assetlinks.json file of the link's host, as `linkscope match` does, and also the included files that were fetched.
    func android(_ expected: Expectation.FileDecision<Expectation.AndroidOutcome>) -> Result {
        let files = url.map(judge.fixtures.androidFiles) ?? []
        let notLinked = Expectation.AndroidOutcome.notLinked
        if let undecided = undecided(.android, hasFile: !files.isEmpty) { return expected.outcome == notLinked ? .met : undecided }
        guard let own = files.first, let url, let host = WebSite.host(of: url) else { return .met }
        let ownLink = HostNames.areSame(url, host) ? url : nil
        var effort = Pattern.Effort(ofMany: ())
        var nearest: (file: String, app: AndroidVerdict.App)?
        for file in files {
            for app in file.content.apps(for: ownLink, package: expected.app, fingerprint: expected.fingerprint, &effort) {
                guard app.getsLink else {
                    nearest = nearest ?? (file.path, app)
                    continue
                }
                guard expected.outcome != .linked else { return .met }
                return .failed(
                    got: "\(Expectation.AndroidOutcome.linked.rawValue)", why: "\(app.package): \(app.reason)", decider: file.path,
                    rule: "[\(app.statement)]")
            }
        }
        // An included file may give the link to an app, so neither answer is known to be right.
        let known = Set(files.map(\.path))
        if ownLink != nil, let include = own.content.includes.first(where: { $0.isSecure && !known.contains($0.url) }) {
            return .failed(got: "unknown", why: "the file includes \(include.url), which was not read", decider: own.path)
        }
        guard expected.outcome != notLinked else { return .met }
        let why: QuotingText =
            own.content.problem.map { QuotingText(quoting: $0.message.withoutFinalPeriod) }
            ?? nearest.map { "\($0.app.package): \($0.app.reason)" }
            ?? "no statement lets \(expected.app ?? "an app") open this site's links (\(AssetLinksFile.handleAllURLs))"
        return .failed(
            got: "\(notLinked.rawValue)", why: why, decider: nearest?.file ?? own.path, rule: nearest.map { "[\($0.app.statement)]" })
    }

    /// Returns what is wrong with an expectation of an app for a link about which no file decides: it has an obstacle, or its host gives no
    /// file to devices. Nil if a file decides. The reader has checked that the suite has a file for any other host.
    private func undecided(_ platform: AppPlatform, hasFile: Bool) -> Result? {
        let got: QuotingText =
            platform == .ios ? "\(AASADecision.Outcome.noMatch.rawValue)" : "\(Expectation.AndroidOutcome.notLinked.rawValue)"
        if let obstacle = LinkObstacle(url) { return .failed(got: got, why: "\(obstacle.words)") }
        guard !hasFile, let url, let host = WebSite.host(of: url) else { return nil }
        return .failed(got: got, why: "\(judge.fixtures.site(of: url)?.absences[platform] ?? "devices get no file")", decider: host)
    }

    /// Compares what the page says for the device.
    func resolution(_ expected: [Expectation.Part]) -> Result {
        // The reader has checked that the suite has the page.
        guard let url, let page else { return .met }
        let appLink = page.content.tags.appLink(for: url, idiom: judge.device.pageIdiom)
        let first = appLink.targets.first
        let values: [ResolutionKey: [String?]] = [
            .target: [first?.url?.text], .app: [first?.appName, first?.packageName], .webURL: [appLink.webURL?.text],
        ]
        let got = expected.map { part in
            (name: part.name, values: ResolutionKey(rawValue: part.name).flatMap { values[$0] }?.compactMap(\.self) ?? [])
        }
        if zip(expected, got).allSatisfy({ Expectation.isMet($0.text, by: $1.values) }) { return .met }
        let errors = page.content.findings.filter { $0.severity > .note }
        return .failed(
            got: Expectation.list(
                got.map { ($0.name, $0.values.isEmpty ? Expectation.none : $0.values.joined(separator: " or ")) }),
            why: first == nil ? errors.first.map { QuotingText(quoting: $0.message.withoutFinalPeriod) } : nil,
            decider: "\(page.path) on \(judge.device.name)", rule: first == nil ? nil : "target 1")
    }
}
