import AppLinks
import Deciding
import DeviceTools
import Projects
import Secrets

// What the device does with the link, simulated or real.
extension LinkTrial {
    /// Returns where the link ended: the word of a suite for it; the app that opened it, by all its names; and how a failure tells it. Nil
    /// if the device does not tell.
    private mutating func end() -> (opening: Expectation.Opening?, names: [String], words: QuotingText)? {
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
