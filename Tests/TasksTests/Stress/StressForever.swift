import Tasks

/// A future that stays pending while many rounds race against it. What they leave at it must not pile up.
final class StressForever: Sendable {
    /// How many objects may be left at the future: those of one round that were not swept yet.
    static let limit = 400

    let objects = LiveObjects()
    private let promise = Promise<Parcel>()

    /// Adds observers that are spent when `future` has settled.
    func race(_ future: Future<Parcel>) {
        let mine = future.continueWith { [objects] _ in Parcel(number: 0, object: objects.make()) }
        _ = Future.whenAny([promise.future, mine])
        _ = Future.race([mine, promise.future])
        promise.future.wait(atMost: .zero)
    }
}
