import AppLinks
import Associations
import Fetching
import Pages
import Reports
import Tasks

/// Resolves links for `linkscope resolve`: the page of each, and who claims it on the way there.
nonisolated struct LinkResolver: Sendable {
    var pages: PageAppLinkResolver
    /// Nil: nobody is asked who claims links.
    let claims: ClaimFetcher?
    let showsSecrets: Bool

    init(fetcher: Fetcher, allowsPrivate: Bool, isFresh: Bool, asksClaims: Bool, showsSecrets: Bool) {
        var pages = PageAppLinkResolver(fetcher: fetcher, allowsPrivate: allowsPrivate)
        pages.isFresh = isFresh
        self.pages = pages
        claims = asksClaims ? ClaimFetcher(fetcher: fetcher, allowsPrivate: allowsPrivate, isFresh: isFresh) : nil
        self.showsSecrets = showsSecrets
    }

    /// What there is to say of a link. The future fails only when it is given up.
    ///
    /// - Parameter onHop: Told of every answer as it comes, on the fetcher's thread.
    func report(
        on url: LinkURL, token: CancellationToken? = nil, onHop: (@Sendable (Hop) -> Void)? = nil
    ) -> Future<ResolutionReport> {
        let resolution = pages.resolution(of: url, token: token) { [claims] hop in
            claims?.ask(hop)
            onHop?(hop)
        }
        return resolution.continueWithFuture(.immediate) { [claims, showsSecrets] end in
            let result: Result<PageResolution, FetchFailure>
            let hops: [Hop]
            switch end.outcome {
            case .success(let resolution): (result, hops) = (.success(resolution), resolution.page.hops)
            case .failure(let error as FetchFailure): (result, hops) = (.failure(error), error.hops)
            case .failure(let error): throw error
            case .cancelled, nil: throw CancellationError()
            }
            let asked = claims?.claims(of: hops, token: token) ?? Future([])
            return asked.continueOnSuccessWith(.immediate) { claims in
                ResolutionReport(url, result, claims: claims, showsSecrets: showsSecrets)
            }
        }
    }
}
