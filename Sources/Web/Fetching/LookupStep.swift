package import AppLinks
package import Deciding
import HTTPTransport
import Tasks

/// A step of a lookup. The raw value is the text that the user reads while the step runs.
package enum LookupStep: String, Sendable {
    // The steps of a page lookup, in order.
    case fetch = "fetch the page"
    case decode = "decode its text"
    case read = "read its elements"
    case scripts = "run its scripts"
    case conclude = "make the App Links"
    case claims = "check which apps claim the link"

    // The steps of a site lookup, in order.
    case aasa = "fetch apple-app-site-association"
    case legacyAASA = "look for the file at the root, as iOS 9 did"
    case appleCopy = "ask Apple for its copy"
    case assetLinks = "fetch assetlinks.json"
    case includes = "fetch the files it includes"
    case verdict = "decide the verdict"

    init(_ kind: ServedFile.Kind) {
        switch kind {
        case .aasa: self = .aasa
        case .legacyAASA: self = .legacyAASA
        case .appleCopy: self = .appleCopy
        case .assetLinks: self = .assetLinks
        case .include: self = .includes
        }
    }

    /// Runs the step, and tells the observer when it starts and how it ends.
    func run<Value>(_ observer: LookupObserver, _ body: () throws -> Value) rethrows -> Value {
        observer(.started(self))
        do {
            let value = try body()
            observer(.finished(self))
            return value
        } catch {
            observer(.failed(self))
            throw error
        }
    }

    /// Starts the step, and tells the observer when it starts and how its future ends. A cancellation is not reported.
    func follow<Value: Sendable>(_ observer: @escaping LookupObserver, _ start: () -> Future<Value>) -> Future<Value> {
        observer(.started(self))
        return start().continueWithFuture(.immediate) { end in
            if !end.isCancelled { observer(end.error == nil ? .finished(self) : .failed(self)) }
            return end
        }
    }
}

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
