package import AppLinks
package import Associations
package import DeviceTools
package import Pages
package import Records

/// A lookup on the network that the user started for a web link. The arrival of a link never starts a lookup.
package struct Lookup: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// Fetches the link's page, to find which app the link opens on each kind of device.
        case page
        /// Fetches the association files of the link's site, to find whether the link opens in an app, and if not, why.
        case verdict

        /// The key that shows the answer, and that starts the lookup again.
        var key: String { self == .page ? "F" : "V" }

        /// The maximum number of answers that are kept. A verdict contains its files, which may have megabytes.
        var mostAnswers: Int { self == .page ? 32 : 4 }
    }

    package var kind: Kind
    package var url: LinkURL
    /// The link of the list for which the user started the lookup.
    package var link: RecordID
    /// The number of the lookup, which is unique in the session. With it, a late answer to an earlier lookup is recognized and ignored.
    package var number: Int
    /// Whether the cache is ignored.
    package var isFresh: Bool
    /// Whether the page is read after its scripts have run.
    package var runsScripts = false
    /// The question to an Android device, whose answer joins the verdict; nil if no device is asked.
    package var device: VerificationRequest?

    /// The key that starts the lookup.
    var key: String { runsScripts ? "J" : kind.key }
}

/// Progress of a lookup, and its end.
package enum LookupNews: Sendable {
    /// The names of the lookup's steps, in order.
    case planned([String])
    case started(String)
    case finished(String)
    /// A step failed. Later steps that do not need its result still run.
    case broke(String)
    /// A server has answered.
    case hop(RedirectHop)
    /// An association file has arrived or could not be fetched.
    case file(ServedFile)
    /// The page so far, while its scripts are running or hosts have not answered yet. If the lookup is stopped now, this page is the
    /// answer.
    case pageSoFar(PageAnswer)
    /// The lookup has ended with a page.
    case page(PageAnswer)
    /// The lookup has ended with a verdict.
    case verdict(VerdictAnswer)
    /// The lookup has failed. `claims` has, for each hop, the apps that claim its link. It is empty if the claims were not looked up.
    case failed(FetchFailure, claims: [LinkClaims?] = [])
    /// The lookup has ended without an answer, although the user did not stop it.
    case stopped
}
