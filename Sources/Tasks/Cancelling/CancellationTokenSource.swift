import Synchronization

/// An object that requests cancellation. Cancellable work observes the source's token.
///
///     let source = CancellationTokenSource()
///     let answer = ask().continueOnSuccessWith(token: source.token) { $0.count }
///     source.cancel()
///
/// Safe to use from any thread. No order of calls fails or traps: a disposed source keeps the state it had, and later calls
/// on it do nothing.
public final class CancellationTokenSource: Sendable {
    private let state = Locked(CancellationState())
    /// A copy of the state's `isCancelled` that is read without the lock; written only under it.
    private let cancelled = Atomic(false)
    /// The registrations at the tokens that this source is linked to. They do not keep this object alive.
    private let links = Locked<[CancellationTokenRegistration]>([])

    /// Creates a source that is not cancelled.
    public init() {}

    /// Creates a source that is also cancelled as soon as one of `tokens` is cancelled.
    ///
    /// The link lasts as long as the source or its token is alive.
    public init(linkedTo tokens: [CancellationToken]) {
        for token in tokens {
            let link = token.onCancellation { [weak self] in self?.cancel() }
            links.withLock { $0.append(link) }
        }
    }

    deinit {
        unlink()
    }

    /// The token to hand out. All copies share the source's state.
    public var token: CancellationToken { CancellationToken(source: self) }

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { cancelled.load(ordering: .acquiring) }

    /// Requests cancellation. Observers run before this returns, in the order they were registered, outside any lock.
    ///
    /// Also drops a pending delayed cancellation. Later calls do nothing.
    public func cancel() {
        cancel { $0.cancel() }
    }

    private func cancel(_ event: (inout CancellationState) -> CancellationState.Farewell) {
        let farewell = state.withLock { state in
            let farewell = event(&state)
            cancelled.store(state.isCancelled, ordering: .releasing)
            return farewell
        }
        farewell.timer?.cancel()
        for observer in farewell.observers { observer.run() }
        if isCancellationRequested { unlink() }
    }

    /// Requests cancellation after `delay`. Replaces any pending delayed cancellation, even one that is due earlier.
    ///
    /// Works on any thread; no run loop is needed.
    /// - Parameters:
    ///   - delay: Zero cancels now. A negative delay only drops the pending delayed cancellation.
    ///   - timer: The timer that measures the delay.
    public func cancel(after delay: Duration, timer: any FutureTimer = .dispatch) {
        if delay == .zero { return cancel() }
        let replaced = state.withLock { $0.replaceDelay() }
        replaced.stop?.cancel()
        guard delay > .zero, state.withLock({ $0.isActive }) else { return }
        let number = replaced.number
        let started = timer.schedule(after: delay) { self.cancel { $0.cancel(delayNumber: number) } }
        let unwanted = state.withLock { $0.keep(started, delayNumber: number) }
        unwanted?.cancel()
    }

    /// Releases all observers and drops a pending delayed cancellation. After this the state never changes.
    public func dispose() {
        let farewell = state.withLock { $0.dispose() }
        farewell.timer?.cancel()
        for observer in farewell.observers { observer.drop() }
        unlink()
    }

    private func unlink() {
        let links = links.withLock { links in
            defer { links = [] }
            return links
        }
        for link in links { link.dispose() }
    }

    /// Registers an observer, or runs it if cancellation has been requested. Returns its serial number; nil if it is not registered.
    fileprivate func register(_ observer: OnceAction) -> UInt64? {
        switch state.withLock({ $0.register(observer) }) {
        case .registered(let serial): return serial
        case .runNow: observer.run()
        case .inert: observer.drop()
        }
        return nil
    }

    fileprivate func remove(serial: UInt64) {
        let removed = state.withLock { $0.remove(serial: serial) }
        _ = removed
    }
}

/// A value that tells work whether it has been cancelled.
public struct CancellationToken: Sendable {
    let source: CancellationTokenSource

    /// Whether cancellation has been requested.
    public var isCancellationRequested: Bool { source.isCancellationRequested }

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
        return CancellationTokenRegistration(source: source, observer: observer, serial: source.register(observer))
    }
}

/// The registration of a cancellation observer. Use it to remove the observer.
public struct CancellationTokenRegistration: Sendable {
    fileprivate weak let source: CancellationTokenSource?
    fileprivate let observer: OnceAction
    /// The observer's number at the token; nil if the observer was not registered.
    fileprivate let serial: UInt64?

    /// Removes the observer, unless it is running or has run. May be called at any time and repeatedly.
    public func dispose() {
        if let source, let serial { source.remove(serial: serial) }
        observer.drop()
    }
}
