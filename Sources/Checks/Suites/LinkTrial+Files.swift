import AppLinks
import Deciding
import LinkLayers
import Secrets

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
