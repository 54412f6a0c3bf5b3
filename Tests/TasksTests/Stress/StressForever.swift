import Tasks

/// A future that stays pending, and a token that is never cancelled, while many rounds use them. What they leave there must not pile up.
final class StressForever: Sendable {
    /// How many objects may be left at the future: those of one round that were not swept yet.
    static let limit = 400

    let objects = LiveObjects()
    private let promise = Promise<Parcel>()
    private let source = CancellationTokenSource()

    /// Adds observers that are spent when `future` has settled.
    func race(_ future: Future<Parcel>) {
        let mine = future.continueWith { [objects] _ in Parcel(number: 0, object: objects.make()) }
        _ = Future.whenAny([promise.future, mine])
        _ = Future.race([mine, promise.future])
        promise.future.wait(atMost: .zero)
    }

    /// Waits until the calling task is cancelled.
    func wait() async {
        _ = await promise.future.settled()
    }

    /// Observes the token for a moment.
    func useToken(_ held: LiveObjects.Object) {
        source.token.onCancellation { _ = held }.dispose()
        let promise = Promise<LiveObjects.Object>()
        promise.cancel(with: source.token)
        promise.set(held)
        let end = CancellationTokenSource(linkedTo: [source.token])
        end.token.onCancellation { _ = held }
    }
}
