import AppLinks
import Bytes
import Deciding
import DeviceTools
import JSONDocument
import LinkLayers
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
}
