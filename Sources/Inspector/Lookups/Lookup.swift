package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// A lookup on the network that the user started for a web link. A link that arrives never starts one.
package struct Lookup: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Fetches the link's page: which app it opens on which device.
        case page
        /// Fetches the association files of the link's site: whether it opens in an app, and why not.
        case verdict

        /// The key that shows what is known, and that starts the lookup again.
        var key: String { self == .page ? "F" : "V" }

        /// The most answers kept. A verdict holds its files, which may be megabytes.
        var mostAnswers: Int { self == .page ? 32 : 4 }
    }

    package var kind: Kind
    package var url: LinkURL
    /// A number unique in the session, so that a late answer to an earlier lookup is ignored.
    package var number: Int
    /// Whether the cache is ignored.
    package var isFresh: Bool
    /// Whether the page is read after its scripts have run.
    package var runsScripts = false

    /// The key that starts the lookup.
    var key: String { runsScripts ? "J" : kind.key }
}

/// News of a lookup while it runs and when it ends.
package enum LookupNews: Sendable {
    /// The names of its steps, in order.
    case planned([String])
    case started(String)
    case finished(String)
    /// A step failed. Later steps still run where they can.
    case broke(String)
    /// A server has answered.
    case hop(RedirectHop)
    /// An association file has arrived or could not be fetched.
    case file(ServedFile)
    /// The page, while its scripts are still running or its hosts are still asked. It is the answer if the lookup is stopped now.
    case pageSoFar(PageAnswer)
    /// It has ended with a page.
    case page(PageAnswer)
    /// It has ended with a verdict.
    case verdict(VerdictAnswer)
    /// It has failed. `claims` says for each hop which apps claim its link, if that was looked up.
    case failed(FetchFailure, claims: [LinkClaims?] = [])
    /// It has ended without an answer although the user did not stop it.
    case stopped
}
