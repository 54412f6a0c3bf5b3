import AppLinks
import Deciding
import LinkLayers
import Secrets

// What the files of the suite say about the link.
extension LinkTrial {
    /// Asks the apple-app-site-association file of the link's host, as `linkscope match` does.
    func apple(_ expected: Expectation.AppleDecision, _ expectation: Expectation) -> TestFailure? {
        let words = Self.words(expected.outcome.rawValue, app: expected.app)
        if let obstacle = LinkObstacle(url) {
            guard expected.outcome != .noMatch else { return nil }
            return TestFailure(
                expectation, expected: words, got: "\(AASADecision.Outcome.noMatch.rawValue)", why: "\(obstacle.words)",
                decider: Self.theLink)
        }
        guard let url, let host = WebSite.host(of: url) else { return nil }
        guard let file = judge.fixtures.appleFile(for: url) else {
            guard expected.outcome != .noMatch else { return nil }
            return absence(expectation, expected: words, got: "\(AASADecision.Outcome.noMatch.rawValue)", url, host, .ios)
        }
        let decision =
            if let app = expected.app {
                file.content.decisions(for: link.link, appIDs: [app], domain: host, mostTraced: 1).first
            } else {
                Optional(file.content.decision(for: link.link, appID: nil, domain: host, isTraced: true))
            }
        guard let decision, decision.outcome != expected.outcome else { return nil }
        var why = QuotingText(
            quoting: file.content.problem?.message.withoutFinalPeriod ?? AASAWording.reason(of: decision, in: file.content))
        let nearest = decision.steps.first(where: \.isNearest)
        if let nearest, let miss = nearest.miss {
            why = "\(why); the nearest rule: \(AASAWording.reason(of: miss, in: Array(link.link.utf8)))"
        }
        let rule: String? = if case .rule(let place) = decision.reason { place.description } else { nearest?.place }
        return TestFailure(
            expectation, expected: words, got: "\(decision.outcome.rawValue)", why: why, decider: file.path, rule: rule)
    }

    /// Asks the assetlinks.json file of the link's host, as `linkscope match` does, and also the included files that were fetched.
    func android(_ expected: Expectation.AndroidDecision, _ expectation: Expectation) -> TestFailure? {
        let words = Self.words(expected.outcome.rawValue, app: expected.app)
        let notLinked = Expectation.AndroidOutcome.notLinked
        if let obstacle = LinkObstacle(url) {
            guard expected.outcome != notLinked else { return nil }
            return TestFailure(expectation, expected: words, got: "\(notLinked.rawValue)", why: "\(obstacle.words)", decider: Self.theLink)
        }
        guard let url, let host = WebSite.host(of: url) else { return nil }
        let files = judge.fixtures.androidFiles(for: url)
        guard let own = files.first else {
            guard expected.outcome != notLinked else { return nil }
            return absence(expectation, expected: words, got: "\(notLinked.rawValue)", url, host, .android)
        }
        let ownLink = HostNames.areSame(url, host) ? url : nil
        var effort = Pattern.Effort(ofMany: ())
        var nearest: (file: String, app: AndroidVerdict.App)?
        for file in files {
            for app in file.content.apps(for: ownLink, package: expected.app, fingerprint: expected.fingerprint, &effort) {
                guard app.getsLink else {
                    nearest = nearest ?? (file.path, app)
                    continue
                }
                guard expected.outcome != .linked else { return nil }
                return TestFailure(
                    expectation, expected: words, got: "\(Expectation.AndroidOutcome.linked.rawValue)",
                    why: "\(app.package): \(app.reason)",
                    decider: file.path, rule: "[\(app.statement)]")
            }
        }
        // An included file may give the link to an app, so neither answer is known to be right.
        let known = Set(files.map(\.path))
        if ownLink != nil, let include = own.content.includes.first(where: { $0.isSecure && !known.contains($0.url) }) {
            return TestFailure(
                expectation, expected: words, got: "unknown", why: "the file includes \(include.url), which was not read",
                decider: own.path)
        }
        guard expected.outcome != notLinked else { return nil }
        let why: QuotingText =
            own.content.problem.map { QuotingText(quoting: $0.message.withoutFinalPeriod) }
            ?? nearest.map { "\($0.app.package): \($0.app.reason)" }
            ?? "no statement lets \(expected.app ?? "an app") open this site's links (\(AssetLinksFile.handleAllURLs))"
        return TestFailure(
            expectation, expected: words, got: "\(notLinked.rawValue)", why: why, decider: nearest?.file ?? own.path,
            rule: nearest.map { "[\($0.app.statement)]" })
    }

    /// Creates the failure of an expectation about a host that gives no file to devices. The reader has checked that the suite has a file
    /// for any other host.
    private func absence(
        _ expectation: Expectation, expected: QuotingText, got: QuotingText, _ url: LinkURL, _ host: String, _ platform: AppPlatform
    ) -> TestFailure {
        let reason = judge.fixtures.site(of: url)?.absences[platform] ?? "devices get no file"
        return TestFailure(expectation, expected: expected, got: got, why: "\(reason)", decider: host)
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
            expectation, expected: wanted, got: got,
            why: first == nil ? errors.first.map { QuotingText(quoting: $0.message.withoutFinalPeriod) } : nil,
            decider: "\(page.path) on \(judge.device.name)", rule: first == nil ? nil : "target 1")
    }

    private static func words(_ outcome: String, app: String?) -> QuotingText {
        app.map { "\(outcome) for \($0)" } ?? QuotingText(quoting: outcome)
    }
}
