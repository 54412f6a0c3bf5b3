import Deciding
package import DeviceTools
package import Secrets

/// Judges the links of a suite: opens each on the simulated device or takes the answer of a real one, asks the files of the suite, and
/// compares with what is expected.
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
            if fixtures.project == nil, let route = link.expectations.first(where: { $0.key == .route }) {
                return YAMLProblem(route.place, "route needs a project: add project: FOLDER to the suite, or pass --project FOLDER")
            }
            guard let from = link.from, front(named: from) == nil else { return nil }
            let exists = device.apps.contains { $0.id == from || $0.name == from }
            let problem = exists ? "does not have \(from) installed" : "has no app \"\(from.prefix(80))\"; use \(known)"
            return YAMLProblem(link.fromPlace ?? link.place, "from: the device \(device.name) \(problem)")
        }
        return Array(problems.prefix(SuiteReader.mostProblems))
    }

    /// What opens a link.
    package enum Opener: Sendable {
        case simulated
        /// A real device, with what it did; nil if no command can open the link.
        ///
        /// A device reports what opened a link, so it decides `opens` and `app`. What an app reads in a link is not known, and `from` has
        /// no effect.
        case real(DeviceAnswer?)
    }

    /// Returns whether a real device must open a link.
    package static func asksDevice(about link: Suite.Link) -> Bool {
        link.expectations.contains { $0.key == .opens || $0.key == .app }
    }

    /// Compares a link with its expectations, in the order of the suite.
    package func test(_ link: Suite.Link, on opener: Opener = .simulated) -> TestedLink {
        var trial = LinkTrial(link, judge: self, opener)
        var tested = TestedLink(link)
        for expectation in link.expectations {
            switch trial.result(of: expectation.content) {
            case .notTold: tested.notChecked.append(expectation.key)
            case .met: tested.checked.append(expectation.key)
            case .failed(let got, let why, let decider, let rule):
                tested.checked.append(expectation.key)
                tested.failures.append(
                    TestFailure(
                        key: expectation.key, place: expectation.place, expected: expectation.words, got: got, why: why, decider: decider,
                        rule: rule))
            }
        }
        return tested
    }

    // MARK: What is in front

    static let browser = "browser"

    /// Returns what is on the screen before a link is opened; nil if the device has no such app.
    func front(named name: String) -> SimulatedDevice.Front? {
        if name == Self.browser { return .browser }
        return device.apps.first { $0.isInstalled && ($0.id == name || $0.name == name) }.map { .app($0.id) }
    }

    // MARK: Names

    /// Returns whether an app that a suite names is one that the simulated device assumes.
    func isAssumed(_ name: String) -> Bool {
        let app = device.app(name) ?? device.apps.first { $0.name == name }
        return app?.isAssumed ?? name.hasPrefix("assumed.")
    }

    /// Returns the name of an app that stays the same: its name, or its ID if the app was assumed or another app has its name. The name of
    /// an assumed app depends on the links that the device has seen.
    func steadyName(ofApp id: String) -> String {
        guard let app = device.app(id), !app.isAssumed, app.name != Self.browser else { return id }
        return device.apps.contains { $0.id != app.id && ($0.name == app.name || $0.id == app.name) } ? id : app.name
    }

    /// Returns the value of `from`. Returns nil for the home screen, and for an app that is not installed on the device.
    func word(for front: SimulatedDevice.Front) -> String? {
        switch front {
        case .home: nil
        case .browser: Self.browser
        case .app(let id): device.app(id).flatMap { $0.isInstalled ? steadyName(ofApp: $0.id) : nil }
        }
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
}

/// A link of a suite with the result of its test.
package struct TestedLink: Sendable {
    package var link: Suite.Link
    /// The expectations that the link does not meet.
    package var failures: [TestFailure] = []
    /// The expectations that were checked, whether the link meets them or not.
    package var checked: [ExpectationKey] = []
    /// The expectations that a real device cannot decide.
    package var notChecked: [ExpectationKey] = []

    package init(_ link: Suite.Link) { self.link = link }

    package var isPassed: Bool { failures.isEmpty }
    /// Whether any expectation was checked.
    package var isChecked: Bool { !checked.isEmpty }
}
