package import AppLinks
package import Deciding
package import HTTPTransport
package import Tasks

/// Looks up the association files of sites, and decides from these files whether links open in the sites' apps.
package struct SiteLookups: Sendable {
    private let associations: AssociationFetcher
    private let thread = WorkerThread.forPages()
    private let clock: LookupClock
    private let token: CancellationToken?

    /// - Parameters:
    ///   - token: Stops all lookups.
    ///   - timer: Measures the time without an answer.
    package init(
        fetcher: any PageFetching, rules: LookupRules, token: CancellationToken? = nil, timer: any FutureTimer = ThreadTimer()
    ) {
        associations = AssociationFetcher(fetcher: fetcher, rules: rules)
        clock = LookupClock(patience: rules.patience, timer: timer)
        self.token = token
    }

    /// Returns the kinds of files that are fetched first. The files that assetlinks.json includes are fetched after assetlinks.json itself.
    package func kinds(of site: WebSite, for platforms: Set<AppPlatform>) -> [ServedFile.Kind] {
        associations.places(of: site, platforms).map(\.kind)
    }

    /// Starts to look up a site.
    ///
    /// - Parameter observer: Called for each step and each file, on the thread on which it happens.
    package func start(
        _ site: WebSite, on platforms: Set<AppPlatform> = Set(AppPlatform.allCases), questions: [Verdict.Question],
        observer: LookupObserver? = nil
    ) -> RunningLookup<FoundVerdicts> {
        let lookup = RunningLookup(FoundVerdicts(), clock: clock, token: token, observer: observer)
        // Each file has its own step, except that all included files share one step.
        let steps = kinds(of: site, for: platforms).map(LookupStep.init) + (platforms.contains(.android) ? [.includes] : [])
        lookup.tell(.planned(steps + (questions.isEmpty ? [] : [.verdict])))
        let files = associations.files(of: site, for: platforms, token: lookup.token) { event in
            if case .file(let file) = event { lookup.add { $0.files.append(file) } }
            lookup.tell(event)
        }
        let verdicts = files.continueOnSuccessWith(thread.executor) { files in
            LookupStep.verdict.run(lookup.tell) { questions.map { Verdict($0, files) } }
        }
        lookup.follow(verdicts, about: site.description) { verdicts in
            lookup.add { $0.answer = verdicts }
            lookup.end(.finished)
        }
        return lookup
    }
}

/// The results of a site lookup: its association files, and the verdicts made from them.
package struct FoundVerdicts: LookupFindings {
    /// The files in the order in which they arrived.
    package fileprivate(set) var files: [ServedFile] = []
    /// How the lookup ended; nil while it runs.
    package private(set) var ending: LookupEnding?
    fileprivate var answer: Result<[Verdict], FetchFailure>?

    /// A verdict for each question, or the error that ended the lookup without a verdict. If a file could not be fetched, there is
    /// still a verdict, with the failure among its causes.
    package var verdicts: Result<[Verdict], FetchFailure> { answer ?? .failure(FetchFailure(.stopped)) }

    package mutating func close(_ ending: LookupEnding) {
        self.ending = ending
        if answer == nil, let problem = ending.problem { answer = .failure(FetchFailure(problem)) }
    }
}
