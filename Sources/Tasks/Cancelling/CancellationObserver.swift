import Synchronization

/// One closure that wants to hear of a cancellation: run at most once, and not after it was taken away.
final class CancellationObserver: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>
    private let storedSerial = Atomic<UInt64>(0)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    /// Its place in the order of registration, given under the lock of the token's state.
    var serial: UInt64 {
        get { storedSerial.load(ordering: .relaxed) }
        set { storedSerial.store(newValue, ordering: .relaxed) }
    }

    func run() {
        let action = action.withLock { $0.take() }
        action?()
    }

    /// Takes the closure away; what it holds is let go of.
    func disarm() {
        let action = action.withLock { $0.take() }
        _ = action
    }
}
