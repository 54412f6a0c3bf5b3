/// What happens when a token is canceled. It happens at most once, and never after the observer was dropped.
final class CancellationObserver: Sendable {
    enum Reaction: Sendable {
        /// Runs code of the user.
        case run(@Sendable () -> Void)
        /// Tells an object directly. This saves a closure that would hold the object.
        case tell(any TokenFollower)
        /// Cancels a source that is linked to the token.
        case cancel(Link)
    }

    /// A linked source, which the token does not keep alive.
    struct Link: Sendable {
        weak let source: CancellationTokenSource?
    }

    private let reaction: Locked<Reaction?>

    init(_ reaction: Reaction) {
        self.reaction = Locked(reaction)
    }

    /// Returns what must happen now; nil if it has happened or must not happen any more.
    func take() -> Reaction? {
        reaction.withLock { $0.take() }
    }

    /// Releases the closure and what it captured.
    func drop() {
        _ = take()
    }
}

/// An object that ends when its token is canceled.
protocol TokenFollower: AnyObject, Sendable {
    func tokenWasCancelled()
}
