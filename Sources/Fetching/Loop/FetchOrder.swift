import LinkLayers
import Tasks

/// A fetch as the thread gets it.
struct FetchOrder: Sendable {
    let id: Int
    let request: FetchRequest
    let promise: Promise<FetchedPage>
    let onHop: (@Sendable (Hop) -> Void)?
    /// The place at the token, kept to be given back at the end.
    let registration: CancellationTokenRegistration?

    func end(_ outcome: Outcome<FetchedPage>) {
        registration?.dispose()
        promise.trySet(outcome: outcome)
    }
}
