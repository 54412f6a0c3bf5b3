import AppLinks
import Deciding
import DeviceTools
import Devices
import HTTPTransport
import Inspector
import Panes
import Tasks
import Web

/// The rules for what the inspector may do on the network.
nonisolated struct NetworkRules: Sendable {
    var allowsPrivate = false
    var connectTo: [String] = []
    /// The path of the Chromium that runs the scripts of pages. If it is nil, linkscope looks for one in the usual places.
    var chromium: String?
}

extension InspectorOptions {
    var network: NetworkRules { NetworkRules(allowsPrivate: allowPrivate, connectTo: connectTo, chromium: browser.chromium) }
}

/// Runs the inspector's lookups, one at a time, and posts their events and results.
///
/// The fetcher is created for the first lookup.
final class LookupRunner {
    private let rules: NetworkRules
    private let environment: [String: String]
    private let post: @Sendable (Message) -> Void
    private lazy var fetcher = Fetcher(settings: settings)
    private var running: CancellationTokenSource?
    private var scripts: ScriptRunner?
    private let tools: ToolRunner
    /// The questions to devices. A tool that is cancelled still takes a moment to end.
    private var asking: [Future<Void>] = []

    init(_ rules: NetworkRules, environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
        self.rules = rules
        self.environment = environment
        tools = ToolRunner(environment: environment)
        self.post = post
    }

    private var settings: FetchSettings { .user(environment, connectTo: rules.connectTo) }

    /// Stops the previous lookup as well.
    func run(_ lookup: Lookup) {
        stop()
        let source = CancellationTokenSource()
        running = source
        let rules = LookupRules(
            permissions: FetchPermissions(anyAddress: rules.allowsPrivate, to: lookup.permissions), isFresh: lookup.isFresh)
        let tell: @Sendable (LookupNews) -> Void = { [post] in post(.lookup(lookup, $0)) }
        switch lookup.kind {
        case .page:
            let scripts = lookup.runsScripts ? scriptRunner() : nil
            let lookups = PageLookups(fetcher: fetcher, rules: rules, scripts: scripts, token: source.token)
            let running = lookups.start(lookup.url) { tell(LookupNews($0)) }
            running.found.continueOnSuccessWith(.immediate) { tell(LookupNews($0)) }
        case .verdict:
            guard let site = WebSite(of: lookup.url) else {
                return tell(.failed(FetchFailure(.badURL(lookup.url.text, reason: "it has no site"))))
            }
            let lookups = SiteLookups(fetcher: fetcher, rules: rules, token: source.token)
            let questions = [Verdict.Question(link: lookup.url), Verdict.Question()]
            guard let request = lookup.device else {
                let running = lookups.start(site, questions: questions) { tell(LookupNews($0)) }
                running.found.continueOnSuccessWith(.immediate) { tell(LookupNews($0)) }
                return
            }
            let running = lookups.start(site, questions: questions) { event in
                var news = LookupNews(event)
                if case .planned(let steps) = news { news = .planned(steps + [Self.deviceStep]) }
                tell(news)
            }
            // The device is asked while the files of the site are fetched.
            let devices = Devices(tools.stopped(by: source.token))
            let asking = devices.answer { devices throws(DeviceTrouble) in try devices.verify(request) }
            self.asking.removeAll { $0.isCompleted }
            self.asking.append(asking.continueWith(.immediate) { _ in })
            running.found.continueOnSuccessWith(.immediate) { found in
                let news = LookupNews(found)
                guard case .verdict(let answer) = news else { return tell(news) }
                tell(.started(Self.deviceStep))
                asking.continueOnSuccessWith(.immediate) { tell(.verdict(answer.joined(with: $0))) }
            }
        }
    }

    nonisolated private static let deviceStep = "ask the Android device"

    /// Stops the running lookup. The lookup ends at once with the results so far. Its transfers end soon after, on the fetcher's thread.
    func stop() {
        running?.cancel()
        running = nil
    }

    /// Stops the running lookup. The returned futures settle when no browser and no tool is running any more.
    func end() -> [Future<Void>] {
        stop()
        return asking + [scripts?.drained()].compactMap(\.self)
    }

    /// Returns the runner for scripts. If Chromium was not found before, this method looks for it again.
    private func scriptRunner() -> ScriptRunner {
        if let scripts, case .success = scripts.browser { return scripts }
        let made = ScriptRunner(finding: rules.chromium, settings: settings)
        scripts = made
        return made
    }
}

extension LookupNews {
    nonisolated init(_ event: LookupEvent) {
        switch event {
        case .planned(let steps): self = .planned(steps.map(\.rawValue))
        case .started(let step): self = .started(step.rawValue)
        case .finished(let step): self = .finished(step.rawValue)
        case .failed(let step): self = .broke(step.rawValue)
        case .hop(let hop): self = .hop(hop)
        case .pageSoFar(let page, let claims): self = .pageSoFar(PageAnswer(page, claims: claims))
        case .file(let file): self = .file(file)
        }
    }

    nonisolated init(_ found: FoundPage) {
        switch (found.ending, found.page) {
        case (.stopped, _): self = .stopped
        case (_, .success(let resolution)): self = .page(PageAnswer(resolution, claims: found.claims))
        case (_, .failure(let failure)): self = .failed(failure, claims: found.claims)
        }
    }

    /// - Parameter found: The result of a lookup with two questions: the first about the link, the second about the site.
    nonisolated init(_ found: FoundVerdicts) {
        switch (found.ending, found.verdicts) {
        case (.stopped, _): self = .stopped
        case (_, .success(let verdicts)): self = .verdict(VerdictAnswer(link: verdicts[0], site: verdicts[1]))
        case (_, .failure(let failure)): self = .failed(failure)
        }
    }
}
