import AppLinks
import Associations
import Fetching
import Foundation
import Inspector
import LinkLayers
import PageScripts
import Tasks
import Workflows

/// What the inspector may do on the network.
nonisolated struct NetworkRules: Sendable {
    var allowsPrivate = false
    var connectTo: [String] = []
}

extension InspectorOptions {
    var network: NetworkRules { NetworkRules(allowsPrivate: allowPrivate, connectTo: connectTo) }
}

/// Asks the network what the user wants to know of a link, one inquiry at a time, and tells each step of it.
///
/// Every inquiry is a workflow. Its steps run on threads that are there while they have work, and tell from there; the mailbox is all that
/// they reach. Nothing of it exists before the first inquiry: who never asks pays for no fetcher.
final class NetworkAsker {
    private let rules: NetworkRules
    private let tell: @Sendable (Message) -> Void
    private lazy var fetcher = Fetcher(settings: settings)
    private var running: Workflow?
    private var scripts: ScriptRunner?
    /// Given up with the inquiry.
    private var claiming: CancellationTokenSource?

    init(_ rules: NetworkRules, tell: @escaping @Sendable (Message) -> Void) {
        self.rules = rules
        self.tell = tell
    }

    private var settings: FetchSettings {
        var settings = FetchSettings.user(ProcessInfo.processInfo.environment)
        settings.connectTo = rules.connectTo
        return settings
    }

    func ask(_ inquiry: Inquiry) {
        stop()
        switch inquiry.kind {
        case .page: resolve(inquiry)
        case .verdict: verify(inquiry)
        }
    }

    /// At once: nobody hears of it any more. Its transfers end as soon as their thread learns of it.
    func stop() {
        running?.cancel()
        running = nil
        claiming?.cancel()
        claiming = nil
    }

    /// Stops, and settles when no browser is running any more.
    func end() -> Future<Void> {
        stop()
        return scripts?.rest() ?? Future(())
    }

    /// Who runs scripts. Where there was no Chromium there may be one by now.
    private func pageScripts() -> ScriptRunner {
        if let scripts, case .success = scripts.browser { return scripts }
        let made = ScriptRunner(finding: nil, settings: settings)
        scripts = made
        return made
    }

    private func resolve(_ inquiry: Inquiry) {
        var resolver = PageAppLinkResolver(fetcher: fetcher, allowsPrivate: rules.allowsPrivate)
        resolver.isFresh = inquiry.isFresh
        if inquiry.runsScripts { resolver.scripts = pageScripts() }
        let claims = ClaimFetcher(fetcher: fetcher, allowsPrivate: rules.allowsPrivate, isFresh: inquiry.isFresh)
        let workflow = resolver.workflow(for: inquiry.url) { [tell] hop in
            claims.ask(hop)
            tell(.inquired(inquiry, .hop(hop)))
        }
        workflow.add(Self.askForClaims(claims))
        let source = CancellationTokenSource()
        claiming = source
        let reached: @Sendable ([LinkLayers.Hop]) -> Future<[LinkClaims?]> = { [tell] hops in
            tell(.inquired(inquiry, .started(Self.claimStep)))
            return claims.claims(of: hops, token: source.token)
        }
        run(workflow, for: inquiry, claims: reached) { content in
            content[ResolvingSlot.resolution].map { .page(PageAnswer($0, claims: content[Self.claims] ?? [])) }
        }
    }

    /// What the hosts of the hops say, in the order of those.
    private nonisolated static let claimStep = "ask its hosts which apps claim it"
    private nonisolated static let claims = WorkflowContent.Key<[LinkClaims?]>("claims")

    /// Who would have claimed the link at each hop: the hosts are asked since they have answered, and here it is waited for.
    private static func askForClaims(_ claims: ClaimFetcher) -> WorkflowStep {
        WorkflowStep(claimStep, on: .immediate) { content, run in
            let hops = content[ResolvingSlot.page]?.hops ?? []
            return claims.claims(of: hops, token: run.token).continueWith(.immediate) { found in
                var content = content
                // Not to know it is no reason to have no page.
                content[Self.claims] = found.result ?? []
                return content
            }
        }
    }

    private func verify(_ inquiry: Inquiry) {
        guard let site = WebSite(of: inquiry.url) else {
            return tell(.inquired(inquiry, .failed(FetchFailure(.badURL(inquiry.url.text, reason: "it has no site")))))
        }
        var associations = AssociationFetcher(fetcher: fetcher)
        associations.allowsPrivate = rules.allowsPrivate
        associations.isFresh = inquiry.isFresh
        let questions = [Verdict.Question(link: inquiry.url), Verdict.Question()]
        let workflow = associations.workflow(for: site, on: Set(AppPlatform.allCases), questions: questions) { [tell] file in
            tell(.inquired(inquiry, .file(file)))
        }
        run(workflow, for: inquiry) { content in
            guard let verdicts = content[VerifyingSlot.verdicts], verdicts.count == questions.count else { return nil }
            return .verdict(VerdictAnswer(link: verdicts[0], site: verdicts[1]))
        }
    }

    /// Starts it, and tells of its steps and of its end.
    ///
    /// - Parameter claims: Who claims the links of the hops that were reached, where the last was not.
    private func run(
        _ workflow: Workflow, for inquiry: Inquiry, claims: (@Sendable ([LinkLayers.Hop]) -> Future<[LinkClaims?]>)? = nil,
        answer: @escaping @Sendable (WorkflowContent) -> InquiryNews?
    ) {
        running = workflow
        tell(.inquired(inquiry, .planned(workflow.steps.map(\.name))))
        workflow.onStep(on: .immediate) { [tell] _, event in
            switch event.kind {
            case .started: tell(.inquired(inquiry, .started(event.step.name)))
            case .finished: tell(.inquired(inquiry, .finished(event.step.name)))
            // Why is told with the end.
            case .failed: tell(.inquired(inquiry, .broke(event.step.name)))
            }
        }
        workflow.start().continueWith(.immediate) { [tell] end in
            switch end.outcome {
            case .success(let content): tell(.inquired(inquiry, answer(content) ?? .stopped))
            case .failure(let failure as FetchFailure):
                guard let claims, !failure.hops.isEmpty else { return tell(.inquired(inquiry, .failed(failure))) }
                claims(failure.hops).continueWith(.immediate) { found in
                    tell(.inquired(inquiry, .failed(failure, claims: found.result ?? [])))
                }
            // No step fails otherwise; were there one, nobody is to wait for ever.
            case .failure(let error):
                tell(.inquired(inquiry, .failed(FetchFailure(.brokenOff(host: inquiry.url.host ?? "", reason: "\(error)")))))
            case .cancelled, nil: tell(.inquired(inquiry, .stopped))
            }
        }
    }
}
