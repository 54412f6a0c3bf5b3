package import Associations
package import Pages

/// Is told what happens in a lookup, on whatever thread it happens.
package typealias LookupObserver = @Sendable (LookupEvent) -> Void

/// What happens in a lookup before it ends.
package enum LookupEvent: Sendable {
    /// Its steps, in order.
    case planned([LookupStep])
    case started(LookupStep)
    case finished(LookupStep)
    /// The step failed. Why is part of what was found.
    case failed(LookupStep)
    /// A server answered on the way to the page.
    case hop(RedirectHop)
    /// The page is there, but its scripts have not run, or not all hosts have answered: what is known if the lookup is stopped now.
    case pageSoFar(PageResolution, claims: [LinkClaims?])
    /// An association file came, or could not be fetched.
    case file(ServedFile)
}
