package import Associations
package import Pages

/// Receives the events of a lookup, on the thread on which they happen.
package typealias LookupObserver = @Sendable (LookupEvent) -> Void

/// An event of a lookup before its end.
package enum LookupEvent: Sendable {
    /// The steps of the lookup, in order.
    case planned([LookupStep])
    case started(LookupStep)
    case finished(LookupStep)
    /// The step failed. The reason is part of the lookup's findings.
    case failed(LookupStep)
    /// A server answered on the way to the page.
    case hop(RedirectHop)
    /// The page has arrived, but its scripts have not run or not all hosts have answered. If the lookup is stopped now, this is its result.
    case pageSoFar(PageResolution, claims: [LinkClaims?])
    /// An association file has arrived or could not be fetched.
    case file(ServedFile)
}
