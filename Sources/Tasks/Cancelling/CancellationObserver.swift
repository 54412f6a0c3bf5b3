import Synchronization

/// A closure that runs when a token is cancelled: at most once, and never after it was removed.
final class CancellationObserver: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>
    private let storedSerial = Atomic<UInt64>(0)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    /// The observer's position in the order of registration, assigned under the lock of the token's state.
    var serial: UInt64 {
        get { storedSerial.load(ordering: .relaxed) }
        set { storedSerial.store(newValue, ordering: .relaxed) }
    }

    func run() {
        let action = action.withLock { $0.take() }
        action?()
    }

    /// Removes the closure and releases what it captured.
    func disarm() {
        let action = action.withLock { $0.take() }
        _ = action
    }
}
