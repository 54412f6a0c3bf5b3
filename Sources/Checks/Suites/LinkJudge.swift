import AppLinks
import Deciding
package import Secrets

/// Judges the links of a suite: opens each on the simulated device, asks the files of the suite, and compares with what is expected.
///
/// A judge is a value without state, so that many threads can use one.
package struct LinkJudge: Sendable {
    let suite: Suite
    let fixtures: SuiteFixtures
    /// The device that opens each link.
    let device: SimulatedDevice

    package init(_ suite: Suite, _ fixtures: SuiteFixtures) {
        self.suite = suite
        self.fixtures = fixtures
        var device = fixtures.device
        if suite.isStrict { device.assumesApps = false }
        self.device = device
    }

    /// The most apps of the device that a mistake names.
    private static let mostNamed = 10

    /// The mistakes of the suite that show only with its device.
    package var problems: [YAMLProblem] {
        let known = (device.apps.prefix(Self.mostNamed).map(\.name) + [Self.browser]).joined(separator: ", ")
        let problems = suite.links.lazy.compactMap { link -> YAMLProblem? in
            guard let from = link.from, front(named: from) == nil else { return nil }
            let exists = device.apps.contains { $0.id == from || $0.name == from }
            let problem = exists ? "does not have \(from) installed" : "has no app \"\(from.prefix(80))\"; use \(known)"
            return YAMLProblem(link.fromPlace ?? link.place, "from: the device \(device.name) \(problem)")
        }
        return Array(problems.prefix(SuiteReader.mostProblems))
    }

    /// Returns the expectations that a link does not meet, in the order of the suite.
    package func failures(of link: Suite.Link) -> [TestFailure] {
        var trial = LinkTrial(link, judge: self)
        return link.expectations.compactMap { trial.failure(of: $0) }
    }

    // MARK: What is in front

    /// The word for the browser.
    static let browser = "browser"

    /// Returns what is on the screen before a link is opened; nil if the device has no such app.
    func front(named name: String) -> SimulatedDevice.Front? {
        if name == Self.browser { return .browser }
        return device.apps.first { $0.isInstalled && ($0.id == name || $0.name == name) }.map { .app($0.id) }
    }

    // MARK: Names

    /// Returns the name of an app that stays the same: its name, or its ID if the app was assumed or another app has its name. The name of
    /// an assumed app depends on the links that the device has seen.
    func steadyName(ofApp id: String) -> String {
        guard let app = device.app(id), !app.isAssumed, app.name != Self.browser else { return id }
        return device.apps.contains { $0.id != app.id && ($0.name == app.name || $0.id == app.name) } ? id : app.name
    }
}

/// An expectation that a link does not meet.
package struct TestFailure: Sendable, Hashable {
    package var key: ExpectationKey
    /// The place of the expectation in the suite.
    package var place: YAMLPlace
    package var expected: QuotingText
    package var got: QuotingText
    /// The reason for the actual value, without a final period. Nil if the values say enough.
    package var why: QuotingText?
    /// What decided: a file of the suite, the device or the link.
    package var decider: String
    /// The place in the file that decided.
    package var rule: String?

    package init(
        _ expectation: Expectation, expected: QuotingText, got: QuotingText, why: QuotingText? = nil, decider: String, rule: String? = nil
    ) {
        key = expectation.key
        place = expectation.place
        self.expected = expected
        self.got = got
        self.why = why
        self.decider = decider
        self.rule = rule
    }
}
