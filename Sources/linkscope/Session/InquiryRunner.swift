import AppLinks
import Associations
import Fetching
import Foundation
import Inspector
import LinkLayers
import PageScripts
import Tasks

/// What the inspector may do on the network.
nonisolated struct NetworkRules: Sendable {
    var allowsPrivate = false
    var connectTo: [String] = []
}

extension InspectorOptions {
    var network: NetworkRules { NetworkRules(allowsPrivate: allowPrivate, connectTo: connectTo) }
}

/// Runs the inspector's inquiries, one at a time, and posts what happens in each.
///
/// The fetcher does not exist before the first inquiry.
final class InquiryRunner {
    private let rules: NetworkRules
    private let post: @Sendable (Message) -> Void
    private lazy var fetcher = Fetcher(settings: settings)
    private var running: CancellationTokenSource?
    private var scripts: ScriptRunner?

    init(_ rules: NetworkRules, post: @escaping @Sendable (Message) -> Void) {
        self.rules = rules
        self.post = post
    }

    private var settings: FetchSettings {
        var settings = FetchSettings.user(ProcessInfo.processInfo.environment)
        settings.connectTo = rules.connectTo
        return settings
    }

    /// Starts an inquiry, and stops the one before.
    func run(_ inquiry: Inquiry) {
        stop()
        let source = CancellationTokenSource()
        running = source
        let rules = LookupRules(allowsPrivate: rules.allowsPrivate, isFresh: inquiry.isFresh)
        let tell: @Sendable (InquiryNews) -> Void = { [post] in post(.inquired(inquiry, $0)) }
        switch inquiry.kind {
        case .page:
            let scripts = inquiry.runsScripts ? scriptRunner() : nil
            let lookups = PageLookups(fetcher: fetcher, rules: rules, scripts: scripts, token: source.token)
            let lookup = lookups.start(inquiry.url) { tell(InquiryNews($0)) }
            lookup.found.continueOnSuccessWith(.immediate) { tell(InquiryNews($0)) }
        case .verdict:
            guard let site = WebSite(of: inquiry.url) else {
                return tell(.failed(FetchFailure(.badURL(inquiry.url.text, reason: "it names no site"))))
            }
            let lookups = SiteLookups(fetcher: fetcher, rules: rules, token: source.token)
            let questions = [Verdict.Question(link: inquiry.url), Verdict.Question()]
            let lookup = lookups.start(site, questions: questions) { tell(InquiryNews($0)) }
            lookup.found.continueOnSuccessWith(.immediate) { tell(InquiryNews($0)) }
        }
    }

    /// Stops the running inquiry, which ends at once with what it has found. Its transfers end as soon as their thread learns of it.
    func stop() {
        running?.cancel()
        running = nil
    }

    /// Stops, and settles when no browser is running any more.
    func end() -> Future<Void> {
        stop()
        return scripts?.drained() ?? Future(())
    }

    /// What runs scripts. Where there was no Chromium it is looked for again.
    private func scriptRunner() -> ScriptRunner {
        if let scripts, case .success = scripts.browser { return scripts }
        let made = ScriptRunner(finding: nil, settings: settings)
        scripts = made
        return made
    }
}

extension InquiryNews {
    nonisolated init(_ event: LookupEvent) {
        switch event {
        case .planned(let steps): self = .planned(steps)
        case .started(let step): self = .started(step)
        case .finished(let step): self = .finished(step)
        case .failed(let step): self = .broke(step)
        case .hop(let hop): self = .hop(hop)
        case .pageSoFar(let page, let claims): self = .pageSoFar(PageAnswer(page, claims: claims))
        case .file(let file): self = .file(file)
        }
    }

    nonisolated init(_ found: FoundPage) {
        if found.ending == .stopped {
            self = .stopped
            return
        }
        switch found.page {
        case .success(let resolution): self = .page(PageAnswer(resolution, claims: found.claims))
        case .failure(let failure): self = .failed(failure, claims: found.claims)
        }
    }

    /// - Parameter found: Its questions are about the link and about the site.
    nonisolated init(_ found: FoundVerdicts) {
        if found.ending == .stopped {
            self = .stopped
            return
        }
        switch found.verdicts {
        case .success(let verdicts): self = .verdict(VerdictAnswer(link: verdicts[0], site: verdicts[1]))
        case .failure(let failure): self = .failed(failure)
        }
    }
}
