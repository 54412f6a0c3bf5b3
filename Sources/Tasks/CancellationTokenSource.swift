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

    /// Creates a source that is not canceled.
    public init() {}

    /// Creates a source that is also canceled as soon as one of `tokens` is canceled.
    ///
    /// The link lasts as long as the source or its token is alive.
    public init(linkedTo tokens: [CancellationToken]) {
        for token in tokens {
            let link = token.registration(of: CancellationObserver(.cancel(CancellationObserver.Link(source: self))))
            links.withLock { $0.append(link) }
        }
    }

    deinit {
        // If a delayed cancellation is pending, there are no observers, because otherwise the state would keep this object alive. So
        // nothing can notice that the delayed cancellation is dropped.
        dispose()
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
        Self.run(leave(event))
    }

    /// Runs observers, the last one of the list first. Linked sources are canceled in this loop instead of by recursion, so that a long
    /// chain of them needs no stack.
    private static func run(_ observers: [CancellationObserver]) {
        var waiting = observers
        while let observer = waiting.popLast() {
            switch observer.take() {
            case .run(let action)?: action()
            case .tell(let follower)?: follower.tokenWasCancelled()
            case .cancel(let link)?: waiting += link.source?.leave { $0.cancel() } ?? []
            case nil: break
            }
        }
    }

    /// Applies `event`, which may cancel this source. Returns the observers to run.
    private func leave(_ event: (inout CancellationState) -> CancellationState.Farewell) -> [CancellationObserver] {
        let farewell = state.withLock { state in
            let farewell = event(&state)
            cancelled.store(state.isCancelled, ordering: .releasing)
            return farewell
        }
        farewell.timer?.cancel()
        if isCancellationRequested { unlink() }
        return farewell.observers
    }

    /// Requests cancellation after `delay`. Replaces any pending delayed cancellation, even one that is due earlier.
    ///
    /// Works on any thread; no run loop is needed. While the delay is pending and there are observers, the source is kept alive. Without
    /// observers, releasing the source and its tokens also releases the timer.
    /// - Parameters:
    ///   - delay: Zero cancels now. As in Bolts, -1 ms only drops the pending delayed cancellation. Any other negative delay is refused.
    ///   - timer: The timer that measures the delay.
    /// - Returns: False if the delay was refused. The pending delayed cancellation then stays as it is.
    @discardableResult
    public func cancel(after delay: Duration, timer: any FutureTimer = .dispatch) -> Bool {
        if delay == .zero {
            cancel()
            return true
        }
        let onlyDrops = delay == .milliseconds(-1)
        if delay < .zero, !onlyDrops { return false }
        let replaced = state.withLock { $0.replaceDelay() }
        replaced.stop?.cancel()
        if onlyDrops || !state.withLock({ $0.isActive }) { return true }
        let number = replaced.number
        let started = timer.schedule(after: delay) { [weak self] in self?.cancel { $0.cancel(delayNumber: number) } }
        let unwanted = state.withLock { $0.keep(started, delayNumber: number, of: self) }
        unwanted?.cancel()
        return true
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

    /// Registers an observer, or runs it if cancellation has been requested. Returns the observer's number, or nil if it was not registered.
    func register(_ observer: CancellationObserver) -> UInt64? {
        switch state.withLock({ $0.register(observer, at: self) }) {
        case .registered(let serial): return serial
        case .runNow: Self.run([observer])
        case .inert: observer.drop()
        }
        return nil
    }

    /// Removes an observer that `register` gave this number, unless it is running or has run.
    func remove(_ observer: CancellationObserver, serial: UInt64?) {
        // Released outside the lock.
        if let serial { _ = state.withLock { $0.remove(serial: serial) } }
        observer.drop()
    }
}

/// A value that tells work whether it has been canceled.
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
    /// Dropping the returned registration does not remove the observer. On a source that was disposed before it was canceled, `action` never
    /// runs.
    /// - Parameter action: Runs at most once, outside any lock, so it may register, dispose and cancel freely.
    @discardableResult
    public func onCancellation(_ action: @escaping @Sendable () -> Void) -> CancellationTokenRegistration {
        registration(of: CancellationObserver(.run(action)))
    }

    /// Blocks the calling thread until cancellation is requested, but no longer than `limit`; returns whether it was requested.
    @available(*, noasync, message: "a blocked thread may be the one that is needed")
    package func wait(atMost limit: Duration) -> Bool {
        let cancelled = Promise<Void>()
        cancelled.cancel(with: self)
        // A promise that is released fails its future, which would end the waiting.
        return withExtendedLifetime(cancelled) { cancelled.future.wait(atMost: limit) }
    }

    fileprivate func registration(of observer: CancellationObserver) -> CancellationTokenRegistration {
        let serial = source.register(observer)
        return CancellationTokenRegistration(source: source, observer: observer, serial: serial)
    }
}

/// The registration of a cancellation observer. Use it to remove the observer.
public struct CancellationTokenRegistration: Sendable {
    fileprivate weak let source: CancellationTokenSource?
    fileprivate let observer: CancellationObserver
    /// The observer's number at the token; nil if the observer was not registered.
    fileprivate let serial: UInt64?

    /// Removes the observer, unless it is running or has run. May be called at any time and repeatedly.
    public func dispose() {
        if let source { source.remove(observer, serial: serial) } else { observer.drop() }
    }
}

extension CancellationTokenSource: CustomStringConvertible {
    /// `CancellationTokenSource: active` or `CancellationTokenSource: cancelled`.
    public var description: String { "CancellationTokenSource: \(token.stateDescription)" }
}

extension CancellationToken: CustomStringConvertible {
    /// `CancellationToken: active` or `CancellationToken: cancelled`.
    public var description: String { "CancellationToken: \(stateDescription)" }

    fileprivate var stateDescription: String { isCancellationRequested ? "cancelled" : "active" }
}

extension Promise {
    /// Cancels the future when `token` is canceled; at once if it is already canceled. Does nothing if the future has settled.
    ///
    /// The token does not keep the promise or the future alive: a promise that is dropped still fails its future with a
    /// ``BrokenPromise``, however long the token lives. The registration ends when the future settles.
    ///
    /// After this call, the token can settle the promise, too, so use `trySet`: `set` traps once the token has been canceled.
    public func cancel(with token: CancellationToken) {
        let storage = storage
        let registration = token.onCancellation { [weak storage] in _ = storage?.trySettle(.cancelled) }
        // The closure keeps the token alive: a linked source that is released no longer follows the tokens it is linked to.
        future.whenEnded { withExtendedLifetime(token) { registration.dispose() } }
    }
}
