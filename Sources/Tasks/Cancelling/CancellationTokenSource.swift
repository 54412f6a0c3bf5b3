/// Whoever may give something up holds the source; whoever should notice gets its token.
///
///     let source = CancellationTokenSource()
///     let answer = ask().continueOnSuccessWith(token: source.token) { $0.count }
///     source.cancel()
///
/// Safe to use from any thread. Nothing here fails or stops the program, whatever the order of calls: a disposed source
/// keeps the state it had, and every later call on it does nothing.
public final class CancellationTokenSource: Sendable {
    private let storage = CancellationStorage()

    /// A source that is not cancelled.
    public init() {}

    /// A source that is cancelled as soon as one of `tokens` is, besides by its own `cancel()`.
    ///
    /// It follows them as long as somebody holds the source or its token; then they forget it.
    public init(linkedTo tokens: [CancellationToken]) {
        storage.follow(tokens)
    }

    /// The token to hand out. Copies are the same token.
    public var token: CancellationToken { CancellationToken(storage: storage) }

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { storage.isCancelled }

    /// Requests cancellation: observers run here and now, once, in the order they were registered, outside of any lock.
    ///
    /// Drops a delayed cancellation that is under way. The second time does nothing.
    public func cancel() {
        storage.cancel()
    }

    /// Requests cancellation once `delay` has passed; it replaces a delayed cancellation asked for before, even an earlier one.
    ///
    /// Works on any thread: no run loop is needed.
    /// - Parameters:
    ///   - delay: Zero cancels now. A negative one only drops the delayed cancellation asked for before.
    ///   - timer: The clock to go by.
    public func cancel(after delay: Duration, timer: any FutureTimer = .dispatch) {
        storage.cancel(after: delay, timer: timer)
    }

    /// Lets go of all observers and of a delayed cancellation; from here on nothing changes any more.
    public func dispose() {
        storage.dispose()
    }
}

/// A promise to look now and then whether the work is still wanted.
public struct CancellationToken: Sendable {
    let storage: CancellationStorage

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { storage.isCancelled }

    /// Throws `CancellationError` if cancellation has been requested.
    public func throwIfCancellationRequested() throws {
        if isCancellationRequested { throw CancellationError() }
    }

    /// Runs `action` when cancellation is requested, on the thread that does; at once if it has been already.
    ///
    /// Dropping the registration does not remove the observer. On a disposed source it never runs.
    /// - Parameter action: Run at most once, outside of any lock: it may register, dispose and cancel as it likes.
    @discardableResult
    public func onCancellation(_ action: @escaping @Sendable () -> Void) -> CancellationTokenRegistration {
        let observer = CancellationObserver(action)
        storage.register(observer)
        return CancellationTokenRegistration(storage: storage, observer: observer)
    }
}

/// An observer's place at a token, to take it away again.
public struct CancellationTokenRegistration: Sendable {
    private weak let storage: CancellationStorage?
    private let observer: CancellationObserver

    init(storage: CancellationStorage, observer: CancellationObserver) {
        self.storage = storage
        self.observer = observer
    }

    /// Removes the observer, unless it is running or has run. Allowed at any time, as often as you like.
    public func dispose() {
        if let storage { storage.remove(observer) } else { observer.disarm() }
    }
}
