/// An object that requests cancellation. Cancellable work observes the source's token.
///
///     let source = CancellationTokenSource()
///     let answer = ask().continueOnSuccessWith(token: source.token) { $0.count }
///     source.cancel()
///
/// Safe to use from any thread. No order of calls fails or traps: a disposed source keeps the state it had, and later calls
/// on it do nothing.
public final class CancellationTokenSource: Sendable {
    private let storage = CancellationStorage()

    /// Creates a source that is not cancelled.
    public init() {}

    /// Creates a source that is also cancelled as soon as one of `tokens` is cancelled.
    ///
    /// The link lasts as long as the source or its token is alive.
    public init(linkedTo tokens: [CancellationToken]) {
        storage.follow(tokens)
    }

    /// The token to hand out. All copies share the source's state.
    public var token: CancellationToken { CancellationToken(storage: storage) }

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { storage.isCancelled }

    /// Requests cancellation. Observers run before this returns, in the order they were registered, outside any lock.
    ///
    /// Also drops a pending delayed cancellation. Later calls do nothing.
    public func cancel() {
        storage.cancel()
    }

    /// Requests cancellation after `delay`. Replaces any pending delayed cancellation, even one that is due earlier.
    ///
    /// Works on any thread; no run loop is needed.
    /// - Parameters:
    ///   - delay: Zero cancels now. A negative delay only drops the pending delayed cancellation.
    ///   - timer: The timer that measures the delay.
    public func cancel(after delay: Duration, timer: any FutureTimer = .dispatch) {
        storage.cancel(after: delay, timer: timer)
    }

    /// Releases all observers and drops a pending delayed cancellation. After this the state never changes.
    public func dispose() {
        storage.dispose()
    }
}

/// A value that tells work whether it has been cancelled.
public struct CancellationToken: Sendable {
    let storage: CancellationStorage

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { storage.isCancelled }

    /// Throws `CancellationError` if cancellation has been requested.
    public func throwIfCancellationRequested() throws {
        if isCancellationRequested { throw CancellationError() }
    }

    /// Runs `action` when cancellation is requested, on the requesting thread. If cancellation has already been requested,
    /// runs it at once.
    ///
    /// Dropping the returned registration does not remove the observer. On a disposed source `action` never runs.
    /// - Parameter action: Runs at most once, outside any lock, so it may register, dispose and cancel freely.
    @discardableResult
    public func onCancellation(_ action: @escaping @Sendable () -> Void) -> CancellationTokenRegistration {
        let observer = OnceAction(action)
        let serial = storage.register(observer)
        return CancellationTokenRegistration(storage: storage, observer: observer, serial: serial)
    }
}

/// The registration of a cancellation observer. Use it to remove the observer.
public struct CancellationTokenRegistration: Sendable {
    fileprivate weak let storage: CancellationStorage?
    fileprivate let observer: OnceAction
    /// The observer's number at the token; nil if the observer was not registered.
    fileprivate let serial: UInt64?

    /// Removes the observer, unless it is running or has run. May be called at any time and repeatedly.
    public func dispose() {
        if let storage, let serial { storage.remove(serial: serial) }
        observer.drop()
    }
}
