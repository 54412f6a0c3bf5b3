import Pages
import Tasks

/// A fetch as ordered by a caller. `FetchOrder` is a class, because orders move from list to list.
final class FetchOrder: Sendable {
    let id: Int
    let request: FetchRequest
    let promise: Promise<FetchedPage>
    let onHop: (@Sendable (RedirectHop) -> Void)?
    /// The registration with the cancellation token. It is removed when the fetch ends.
    let registration: CancellationTokenRegistration?

    init(
        id: Int, request: FetchRequest, promise: Promise<FetchedPage>, onHop: (@Sendable (RedirectHop) -> Void)?,
        registration: CancellationTokenRegistration?
    ) {
        self.id = id
        self.request = request
        self.promise = promise
        self.onHop = onHop
        self.registration = registration
    }

    func end(_ outcome: Outcome<FetchedPage>) {
        registration?.dispose()
        promise.trySet(outcome: outcome)
    }
}
