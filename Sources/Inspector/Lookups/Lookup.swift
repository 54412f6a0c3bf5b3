package import AppLinks
package import Associations
package import Pages

/// What the user asks the network about a web link. Nothing else is ever asked: a link that arrives is only read.
package struct Lookup: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Its page: which app it opens on which device.
        case page
        /// The association files of its site: whether it opens in an app, and why not.
        case verdict
    }

    package var kind: Kind
    package var url: LinkURL
    /// Counts all of a session, so that a late answer to an earlier one is not heard.
    package var number: Int
    /// Whether nothing is to come from the cache.
    package var isFresh: Bool
    /// Whether the page is read after its scripts have run.
    package var runsScripts = false
}

/// What becomes of an lookup, as it does.
package enum LookupNews: Sendable {
    /// The steps that it takes, in order.
    case planned([String])
    case started(String)
    case finished(String)
    /// A step came to nothing; what is there all the same is still being asked.
    case broke(String)
    /// A server has answered.
    case hop(RedirectHop)
    /// An association file has come, or it is clear that it cannot be had.
    case file(ServedFile)
    /// The page is there, and its scripts or the hosts are still waited for: the answer if the lookup is stopped now, marked as stopped.
    case pageSoFar(PageAnswer)
    /// It has ended, with a page.
    case page(PageAnswer)
    /// It has ended, with a verdict.
    case verdict(VerdictAnswer)
    /// It has ended without an answer, and why; with who claims the link of each hop, where that was asked.
    case failed(FetchFailure, claims: [LinkClaims?] = [])
    /// It has ended before there was an answer, and not because the user stopped it here.
    case stopped
}
