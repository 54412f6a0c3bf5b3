import Synchronization

/// The state shared by a token source, its token and its registrations. One lock guards the state, and another guards the links to other
/// tokens.
@usableFromInline
final class CancellationStorage: Sendable {
    private let state = Locked(CancellationState())
    /// A copy of the state's `isCancelled` that is read without the lock; written only under it.
    private let cancelled = Atomic(false)
    /// The registrations at the tokens that this token is linked to.
    private let links = Locked<[CancellationTokenRegistration]>([])

    init() {}

    deinit {
        unlink()
    }

    /// Cancels this token when any of `tokens` is cancelled. The tokens do not keep this object alive.
    func follow(_ tokens: [CancellationToken]) {
        for token in tokens {
            let link = token.onCancellation { [weak self] in self?.cancel() }
            links.withLock { $0.append(link) }
        }
    }

    private func unlink() {
        let links = links.withLock { links in
            defer { links = [] }
            return links
        }
        for link in links { link.dispose() }
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Registers an observer, or runs it if the token is already cancelled. Returns its serial number; nil if it is not registered.
    func register(_ observer: OnceAction) -> UInt64? {
        switch state.withLock({ $0.register(observer) }) {
        case .registered(let serial): return serial
        case .runNow: observer.run()
        case .inert: observer.drop()
        }
        return nil
    }

    func remove(serial: UInt64) {
        let removed = state.withLock { $0.remove(serial: serial) }
        _ = removed
    }

    func cancel() {
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
        if isCancelled { unlink() }
    }

    func dispose() {
        let farewell = state.withLock { $0.dispose() }
        farewell.timer?.cancel()
        for observer in farewell.observers { observer.drop() }
        unlink()
    }

    func cancel(after delay: Duration, timer: any FutureTimer) {
        if delay == .zero { return cancel() }
        let replaced = state.withLock { $0.replaceDelay() }
        replaced.stop?.cancel()
        guard delay > .zero, state.withLock({ $0.isActive }) else { return }
        let number = replaced.number
        let started = timer.schedule(after: delay) { self.cancel { $0.cancel(delayNumber: number) } }
        let unwanted = state.withLock { $0.keep(started, delayNumber: number) }
        unwanted?.cancel()
    }
}
