import Pages
import Tasks

/// A fetch that waits for the thread. It is a class, because it moves from list to list.
final class FetchOrder: Sendable {
    let id: Int
    let request: FetchRequest
    let promise: Promise<FetchedPage>
    let onHop: (@Sendable (RedirectHop) -> Void)?
    /// The registration with the cancellation token, removed at the end.
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
