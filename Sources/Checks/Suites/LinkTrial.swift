import AppLinks
import Deciding
import DeviceTools
import JSONDocument
import LinkLayers
import Secrets

/// One link of a suite while it is judged. Only what an expectation asks for is computed.
struct LinkTrial {
    let link: Suite.Link
    let judge: LinkJudge
    /// Nil if the link is not a URL.
    let url: LinkURL?
    /// The page of the link, if the suite has one.
    let page: SuiteFixtures.File<PageResolution>?
    /// What the device does with the link.
    private(set) lazy var opening: SimulatedOpening? = open()

    init(_ link: Suite.Link, judge: LinkJudge) {
        self.link = link
        self.judge = judge
        url = LinkURL(link.link)
        page = url.flatMap(judge.fixtures.page)
    }

    /// Opens the link as `linkscope open` does: a link with a page by the tags of the page, any other link by its scheme. With an app in
    /// front, the link is opened from that app, as the inspector does.
    private func open() -> SimulatedOpening? {
        guard let url else { return nil }
        let appLink = page.map { $0.content.tags.appLink(for: url, idiom: judge.device.pageIdiom) }
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

    /// Compares the link with an expectation. Returns nil if the link meets it.
    mutating func failure(of expectation: Expectation) -> TestFailure? {
        switch expectation.content {
        case .opens(let expected): opens(expected, expectation)
        case .app(let expected): app(expected, expectation)
        case .target(let expected): target(expected, expectation)
        case .extras(let expected): extras(expected, expectation)
        case .referer(let expected): referer(expected, expectation)
        case .findings(let expected): findings(expected, expectation)
        case .events(let expected): events(expected, expectation)
        case .trail(let expected): trail(expected, expectation)
        case .aasa(let expected): apple(expected, expectation)
        case .assetlinks(let expected): android(expected, expectation)
        case .resolves(let expected): resolution(expected, expectation)
        }
    }

    // MARK: The link itself

    private mutating func target(_ expected: String, _ expectation: Expectation) -> TestFailure? {
        let received = received()
        if let target = received?.targetURL, target.text == expected || target.absoluteString == expected { return nil }
        let isAppLink = received?.isAppLink == true
        let why: QuotingText = isAppLink ? "its al_applink_data has this target_url" : "it has no al_applink_data, so it is its own target"
        return TestFailure(
            expectation, expected: "\(expected)", got: "\(received?.targetURL.text ?? "no target")",
            why: received == nil ? Self.noURL : why,
            decider: Self.theLink)
    }

    private mutating func extras(_ expected: JSONValue, _ expectation: Expectation) -> TestFailure? {
        let empty = JSONValue.object(JSONObject())
        let got = received()?.extras ?? empty
        guard got != expected else { return nil }
        let (wanted, found) = (expected.objectValue ?? JSONObject(), got.objectValue ?? JSONObject())
        var why: QuotingText?
        if let missing = wanted.keys.first(where: { found[$0] == nil }) {
            why = "\(missing) is missing"
        } else if let other = wanted.keys.first(where: { wanted[$0] != found[$0] }) {
            why = "\(other) has another value"
        } else if let more = found.keys.first(where: { wanted[$0] == nil }) {
            why = "\(more) is not expected"
        }
        return TestFailure(
            expectation, expected: "\(Self.text(expected))", got: "\(Self.text(got))", why: url == nil ? Self.noURL : why,
            decider: Self.theLink)
    }

    private mutating func referer(_ expected: Expectation.Referer?, _ expectation: Expectation) -> TestFailure? {
        let received = received()
        let (name, url) = (received?.refererAppName, received?.refererURL)
        let isMet =
            if let expected { (expected.name?.isMet(by: name) ?? true) && (expected.url?.isMet(by: url) ?? true) } else {
                name == nil && url == nil
            }
        if isMet { return nil }
        let wanted = expected.map { Self.list([("name", $0.name?.words), ("url", $0.url?.words)]) } ?? "\(Expectation.Text.noWord)"
        let got = name == nil && url == nil ? "\(Expectation.Text.noWord)" : Self.list([("name", name), ("url", url)])
        let why: QuotingText? = received?.isAppLink == false ? "it has no al_applink_data" : nil
        return TestFailure(expectation, expected: wanted, got: got, why: self.url == nil ? Self.noURL : why, decider: Self.theLink)
    }

    private func findings(_ expected: [FindingCode], _ expectation: Expectation) -> TestFailure? {
        let findings = LinkInspection(Array(link.link.utf8)).findings
        let (wanted, found) = (Set(expected), Set(findings.map(\.code)))
        guard wanted != found else { return nil }
        var codes: [FindingCode] = []
        for finding in findings where !codes.contains(finding.code) { codes.append(finding.code) }
        var why: [QuotingText] = expected.filter { !found.contains($0) }.prefix(1).map { "no finding is \($0.rawValue)" }
        why += findings.filter { !wanted.contains($0.code) }.prefix(1).map { "\($0.code.rawValue): \($0.message.withoutFinalPeriod)" }
        return TestFailure(
            expectation, expected: Self.list(expected.map(\.rawValue)), got: Self.list(codes.map(\.rawValue)),
            why: QuotingText(joining: why, separator: "; "), decider: Self.theLink)
    }

    // MARK: Words

    static let theLink = "the link"
    static let noURL: QuotingText = "the link is not a URL"

    static func list(_ words: [String]) -> QuotingText {
        "[\(QuotingText(joining: words.map(QuotingText.init(quoting:)), separator: ", "))]"
    }

    static func list(_ members: [(String, String?)]) -> QuotingText {
        let texts = members.compactMap { name, value -> QuotingText? in value.map { "\(name): \($0)" } }
        return "{\(QuotingText(joining: texts, separator: ", "))}"
    }

    static func text(_ value: JSONValue) -> String { (try? value.serialized()) ?? "a value that JSON cannot express" }
}

extension Expectation.Text {
    func isMet(by text: String?) -> Bool {
        switch self {
        case .none: text == nil
        case .text(let wanted): text == wanted
        }
    }

    var words: String {
        switch self {
        case .none: Self.noWord
        case .text(let text): text
        }
    }
}
