package import AppLinks
package import Deciding
package import HTTPTransport
import LinkLayers
package import Tasks

/// Looks up the pages of links, and for each https hop to a page the apps that claim the hop's link.
///
///     let lookups = PageLookups(fetcher: fetcher, rules: LookupRules(), token: source.token)
///     let lookup = lookups.start(url) { event in … }     // each step and each hop as it happens
///     let found = await lookup.found.settled()           // always a success; found.ending is the way it ended
///
/// The host of a hop is asked as soon as the hop has been answered. Links of the same host share one request for its files.
package struct PageLookups: Sendable {
    private let resolver: PageAppLinkResolver
    private let claims: ClaimFetcher?
    private let clock: LookupClock
    private let token: CancellationToken?

    /// - Parameters:
    ///   - scripts: Runs the scripts of the pages; nil reads the pages as the servers send them.
    ///   - token: Stops all lookups.
    ///   - timer: Measures the time without an answer.
    package init(
        fetcher: any PageFetching, rules: LookupRules, scripts: (any ScriptRunning)? = nil, token: CancellationToken? = nil,
        timer: any FutureTimer = ThreadTimer()
    ) {
        var resolver = PageAppLinkResolver(fetcher: fetcher, rules: rules)
        resolver.scripts = scripts
        self.resolver = resolver
        claims = rules.asksForClaims ? ClaimFetcher(fetcher: fetcher, rules: rules, token: token) : nil
        clock = LookupClock(patience: rules.patience, timer: timer)
        self.token = token
    }

    /// Starts to look up a link.
    ///
    /// - Parameter observer: Called for each step and each hop, on the thread on which it happens.
    package func start(_ url: LinkURL, observer: LookupObserver? = nil) -> RunningLookup<FoundPage> {
        let lookup = RunningLookup(FoundPage(url), clock: clock, token: token, observer: observer)
        lookup.tell(.planned(resolver.steps + (claims == nil ? [] : [.claims])))
        let page = resolver.resolution(of: url, token: lookup.token) { [claims] event in
            switch event {
            case .hop(let hop): Self.add(hop, to: lookup, claims)
            case .pageSoFar(let page, _): Self.tellSoFar(lookup.add { $0.add(withoutScripts: page) }, of: lookup)
            default: lookup.tell(event)
            }
        }
        lookup.follow(page, about: url.absoluteString) { [claims] page in
            if claims != nil { lookup.tell(.started(.claims)) }
            let found = lookup.add { $0.conclude(page) }
            if found?.isComplete == true { Self.finish(lookup, claims) } else { Self.tellSoFar(found, of: lookup) }
        }
        return lookup
    }

    /// Adds a hop, and asks its host which apps claim the hop's link.
    private static func add(_ hop: RedirectHop, to lookup: RunningLookup<FoundPage>, _ claims: ClaimFetcher?) {
        let answer = claims?.claims(of: hop)
        guard let found = lookup.add({ $0.add(hop, asksForClaims: answer != nil) }) else { return }
        let index = found.claims.count - 1
        lookup.tell(.hop(hop))
        answer?.continueWith(.immediate) { end in
            let found = lookup.add { $0.add(end.result, ofHop: index) }
            if found?.isComplete == true { finish(lookup, claims) }
        }
    }

    /// Passes to the observer the results that would remain if the lookup were stopped now.
    private static func tellSoFar(_ found: FoundPage?, of lookup: RunningLookup<FoundPage>) {
        guard var found, lookup.observer != nil else { return }
        found.close(.stopped)
        if case .success(let page) = found.page { lookup.tell(.pageSoFar(page, claims: found.claims)) }
    }

    private static func finish(_ lookup: RunningLookup<FoundPage>, _ claims: ClaimFetcher?) {
        if claims != nil { lookup.tell(.finished(.claims)) }
        lookup.end(.finished)
    }
}

/// The results of a page lookup so far: the hops to the page, the apps that claim the link at each hop, and the content of the page.
package struct FoundPage: LookupFindings {
    /// The link that the lookup is about.
    package let url: LinkURL
    /// How the lookup ended; nil while it runs.
    package private(set) var ending: LookupEnding?
    /// For each hop, the apps that claim the hop's link. Nil if no app can claim the link, if its host could not be asked, or if no answer
    /// has come yet.
    package private(set) var claims: [LinkClaims?] = []
    private var answers: [RedirectHop] = []
    private var answer: Result<PageResolution, FetchFailure>?
    /// Whether the page may still change, because it is being fetched or its scripts are running.
    private var isPageOpen = true
    /// The number of hops for which the answer about claims has not come yet.
    private var openClaims = 0

    init(_ url: LinkURL) {
        self.url = url
    }

    /// The page, or the error that ended the lookup without a page.
    package var page: Result<PageResolution, FetchFailure> {
        answer ?? .failure(FetchFailure(ending?.problem ?? .stopped, hops: answers))
    }

    package var hops: [RedirectHop] {
        switch page {
        case .success(let resolution): resolution.page.hops
        case .failure(let failure): failure.hops
        }
    }

    /// Whether there is neither a hop nor a result for the page.
    package var isEmpty: Bool { hops.isEmpty && answer == nil }

    var isComplete: Bool { !isPageOpen && openClaims == 0 }

    // MARK: Answers

    /// Adds a server's answer as the last hop.
    mutating func add(_ hop: RedirectHop, asksForClaims: Bool) {
        answers.append(hop)
        claims.append(nil)
        if asksForClaims { openClaims += 1 }
    }

    /// Adds the apps that claim the link of a hop. Pass nil if the host of the hop could not be asked.
    mutating func add(_ found: LinkClaims?, ofHop index: Int) {
        claims[index] = found
        openClaims -= 1
    }

    /// Adds the page as the server sent it. Its scripts run next.
    mutating func add(withoutScripts page: PageResolution) { answer = .success(page) }

    /// Adds the final page, or the error that ended the lookup without a page.
    mutating func conclude(_ result: Result<PageResolution, FetchFailure>) {
        answer = result
        isPageOpen = false
    }

    package mutating func close(_ ending: LookupEnding) {
        self.ending = ending
        guard let problem = ending.problem, case .success(let page)? = answer else { return }
        let missing = isPageOpen ? "the page's scripts did not run" : "some hosts did not answer which apps claim the link"
        let finding = PageFinding(problem.code, .warning, "\(problem.description) The result is incomplete: \(missing).")
        answer = .success(page.adding(finding))
    }
}
