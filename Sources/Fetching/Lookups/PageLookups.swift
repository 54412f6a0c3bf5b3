package import AppLinks
import Pages
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
    ///   - fetcher: Fetches the pages, and the files of their hosts.
    ///   - rules: The permissions and options of the lookups.
    ///   - scripts: Runs the scripts of the pages; nil reads the pages as the servers send them.
    ///   - token: Stops all lookups.
    ///   - timer: Measures the time without an answer.
    package init(
        fetcher: any PageFetching, rules: LookupRules, scripts: (any ScriptRunning)? = nil, token: CancellationToken? = nil,
        timer: any FutureTimer = .thread
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
    /// - Parameters:
    ///   - url: The link.
    ///   - observer: Called for each step and each hop, on the thread on which it happens.
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
