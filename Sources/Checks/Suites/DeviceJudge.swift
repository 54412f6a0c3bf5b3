import AppLinks
import Deciding
package import DeviceTools
import Secrets

/// Judges the links of a suite by what a real device did with them.
///
/// A device reports what opened a link, so it decides `opens` and `app`. `findings`, `aasa`, `assetlinks` and `resolves` are judged in the
/// same way as without a device. What an app reads in a link is not known: `target`, `extras`, `referer`, `events` and `trail` are not
/// checked, and `from` has no effect.
package struct DeviceRunJudge: Sendable {
    /// The results for a link's expectations.
    package struct Verdict: Sendable {
        package var failures: [TestFailure] = []
        /// The expectations that were checked, whether the link meets them or not.
        package var checked: [ExpectationKey] = []
        package var notChecked: [ExpectationKey] = []
    }

    private let judge: LinkJudge

    package init(_ judge: LinkJudge) { self.judge = judge }

    /// Returns whether the device must open the link.
    package static func asksDevice(about link: Suite.Link) -> Bool {
        link.expectations.contains { $0.key == .opens || $0.key == .app }
    }

    /// - Parameter answer: What the device did with the link; nil if no command can open the link.
    package func verdict(on link: Suite.Link, _ answer: DeviceAnswer?) -> Verdict {
        var verdict = Verdict()
        var trial = LinkTrial(link, judge: judge)
        for expectation in link.expectations {
            var failure: TestFailure?
            switch expectation.content {
            case .opens(let expected):
                guard let answer, Self.tells(answer.opening, about: expected) else {
                    verdict.notChecked.append(.opens)
                    continue
                }
                failure = Self.opens(expected, answer, expectation)
            case .app(let expected):
                let id = id(ofApp: expected)
                guard let answer, let id, answer.opening.end != .unreported else {
                    verdict.notChecked.append(.app)
                    continue
                }
                if answer.opening.app != id || answer.opening.isInApp == false {
                    failure = Self.failure(expectation, expected: QuotingText(quoting: expected), answer)
                }
            case .target, .extras, .referer, .events, .trail:
                verdict.notChecked.append(expectation.key)
                continue
            case .findings, .aasa, .assetlinks, .resolves: failure = trial.failure(of: expectation)
            }
            verdict.checked.append(expectation.key)
            if let failure { verdict.failures.append(failure) }
        }
        return verdict
    }

    /// Returns whether an answer decides about an opening. If a tool does not report the app, it still reports that the link was opened.
    private static func tells(_ opening: DeviceOpening, about expected: Expectation.Opening) -> Bool {
        opening.end != .unreported || expected == .nothing
    }

    private static func opens(
        _ expected: Expectation.Opening, _ answer: DeviceAnswer, _ expectation: Expectation
    ) -> TestFailure? {
        let isMet =
            switch (expected, answer.opening.end) {
            case (.app, .app): answer.opening.isInApp == true
            case (.browser, .browser), (.nothing, .nothing): true
            default: false
            }
        return isMet ? nil : failure(expectation, expected: QuotingText(quoting: expected.rawValue), answer)
    }

    private static func failure(_ expectation: Expectation, expected: QuotingText, _ answer: DeviceAnswer) -> TestFailure {
        let got: String =
            switch answer.opening.end {
            case .app(_, _, .broughtToFront): Expectation.Opening.nothing.rawValue
            case .app(let id, _, _): id
            case .browser: LinkJudge.browser
            case .chooser: "a chooser"
            case .nothing: Expectation.Opening.nothing.rawValue
            case .unreported: "an app or the browser"
            }
        return TestFailure(
            expectation, expected: expected, got: QuotingText(quoting: got),
            why: QuotingText(quoting: answer.opening.words.withoutFinalPeriod),
            decider: answer.device.words)
    }

    /// Returns the ID of an app that a suite names; nil for an app that the simulated device assumes, because no other device has it.
    private func id(ofApp name: String) -> String? {
        if let app = judge.device.app(name) ?? judge.device.apps.first(where: { $0.name == name }) { return app.isAssumed ? nil : app.id }
        return name.hasPrefix("assumed.") ? nil : name
    }
}
