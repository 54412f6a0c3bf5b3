package import Associations
package import Pages

/// Is told what happens in a lookup, on whatever thread it happens.
package typealias LookupObserver = @Sendable (LookupEvent) -> Void

/// What happens in a lookup before it ends.
package enum LookupEvent: Sendable {
    /// The names of its steps, in order.
    case planned([String])
    case started(step: String)
    case finished(step: String)
    /// The step failed. Why is part of what was found.
    case failed(step: String)
    /// A server answered on the way to the page.
    case hop(RedirectHop)
    /// The page is there, but its scripts have not run, or not all hosts have answered: what is known if the lookup is stopped now.
    case pageSoFar(PageResolution, claims: [LinkClaims?])
    /// An association file came, or could not be fetched.
    case file(ServedFile)
}
