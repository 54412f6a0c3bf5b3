import AppLinks
import Associations
import LinkLayers
import Pages

// What the files of the suite say about the link.
extension LinkTrial {
    /// Asks the apple-app-site-association file of the link's host, as `linkscope match` does.
    func apple(_ expected: Expectation.AppleDecision, _ expectation: Expectation) -> TestFailure? {
        let words = Self.words(expected.outcome.rawValue, app: expected.app)
        if let obstacle = LinkObstacle(url) {
            guard expected.outcome != .noMatch else { return nil }
            return TestFailure(
                expectation, expected: words, got: AASADecision.Outcome.noMatch.rawValue, why: obstacle.words, decider: Self.theLink)
        }
        // The reader has checked that the suite has a file for the host.
        guard let host = url.flatMap(FixtureHost.name), let file = judge.fixtures.aasa[host] else { return nil }
        let decision =
            if let app = expected.app {
                file.content.decisions(for: link.link, appIDs: [app], domain: host, mostTraced: 1).first
            } else {
                Optional(file.content.decision(for: link.link, appID: nil, domain: host, isTraced: true))
            }
        guard let decision, decision.outcome != expected.outcome else { return nil }
        var why = file.content.problem?.message ?? AASAWording.reason(of: decision, in: file.content)
        let nearest = decision.steps.first(where: \.isNearest)
        if let nearest, let miss = nearest.miss {
            why += "; the nearest rule: \(AASAWording.reason(of: miss, in: Array(link.link.utf8)))"
        }
        let rule: String? = if case .rule(let place) = decision.reason { place.description } else { nearest?.place }
        return TestFailure(
            expectation, expected: words, got: decision.outcome.rawValue, why: why, decider: file.path, rule: rule)
    }

    /// Asks the assetlinks.json file of the link's host, as `linkscope match` does.
    func android(_ expected: Expectation.AndroidDecision, _ expectation: Expectation) -> TestFailure? {
        let words = Self.words(expected.outcome.rawValue, app: expected.app)
        let notLinked = Expectation.AndroidOutcome.notLinked
        if let obstacle = LinkObstacle(url) {
            guard expected.outcome != notLinked else { return nil }
            return TestFailure(expectation, expected: words, got: notLinked.rawValue, why: obstacle.words, decider: Self.theLink)
        }
        guard let url, let host = FixtureHost.name(url), let file = judge.fixtures.assetLinks[host] else { return nil }
        var effort = Pattern.Effort(ofMany: ())
        let apps = file.content.apps(for: url, package: expected.app, fingerprint: expected.fingerprint, &effort)
        if let app = apps.first(where: \.getsLink) {
            guard expected.outcome != .linked else { return nil }
            return TestFailure(
                expectation, expected: words, got: Expectation.AndroidOutcome.linked.rawValue, why: "\(app.package): \(app.reason)",
                decider: file.path, rule: "[\(app.statement)]")
        }
        // An included file may give the link to an app, so neither answer is known to be right.
        if let include = file.content.includes.first(where: \.isSecure) {
            return TestFailure(
                expectation, expected: words, got: "unknown", why: "the file includes \(include.url), which linkscope test does not read",
                decider: file.path)
        }
        guard expected.outcome != notLinked else { return nil }
        let app = apps.first
        let why =
            file.content.problem?.message ?? app.map { "\($0.package): \($0.reason)" }
            ?? "no statement lets \(expected.app ?? "an app") open this site's links (\(AssetLinksFile.handleAllURLs))"
        return TestFailure(
            expectation, expected: words, got: notLinked.rawValue, why: why, decider: file.path, rule: app.map { "[\($0.statement)]" })
    }

    /// Compares what the page says for the device.
    func resolution(_ expected: Expectation.Resolution, _ expectation: Expectation) -> TestFailure? {
        // The reader has checked that the suite has the page.
        guard let url, let page else { return nil }
        let appLink = page.content.tags.appLink(for: url, idiom: judge.device.pageIdiom)
        let first = appLink.targets.first
        let apps = [first?.appName, first?.packageName].compactMap(\.self)
        let isApp =
            switch expected.app {
            case nil: true
            case Expectation.Text.none?: apps.isEmpty
            case .text(let wanted)?: apps.contains(wanted)
            }
        let isMet =
            isApp && expected.target?.isMet(by: first?.url?.text) ?? true && expected.webURL?.isMet(by: appLink.webURL?.text) ?? true
        if isMet { return nil }
        let none = Expectation.Text.noWord
        let wanted = Self.list([("target", expected.target?.words), ("app", expected.app?.words), ("webURL", expected.webURL?.words)])
        let got = Self.list([
            ("target", expected.target.map { _ in first?.url?.text ?? none }),
            ("app", expected.app.map { _ in apps.isEmpty ? none : apps.joined(separator: " or ") }),
            ("webURL", expected.webURL.map { _ in appLink.webURL?.text ?? none }),
        ])
        let errors = page.content.findings.filter { $0.severity > .note }
        return TestFailure(
            expectation, expected: wanted, got: got, why: first == nil ? errors.first?.message : nil,
            decider: "\(page.path) on \(judge.device.name)", rule: first == nil ? nil : "target 1")
    }

    private static func words(_ outcome: String, app: String?) -> String { app.map { "\(outcome) for \($0)" } ?? outcome }
}
