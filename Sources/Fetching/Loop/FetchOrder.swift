import Pages
import Tasks

/// A fetch as ordered by a caller.
struct FetchOrder: Sendable {
    let id: Int
    let request: FetchRequest
    let promise: Promise<FetchedPage>
    let onHop: (@Sendable (RedirectHop) -> Void)?
    /// The registration with the cancellation token. It is removed when the fetch ends.
    let registration: CancellationTokenRegistration?

    func end(_ outcome: Outcome<FetchedPage>) {
        registration?.dispose()
        promise.trySet(outcome: outcome)
    }
}
