/// A closure that runs at most once, and never after it was dropped.
final class OnceAction: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    func run() {
        let action = action.withLock { $0.take() }
        action?()
    }

    /// Releases the closure and what it captured.
    func drop() {
        let action = action.withLock { $0.take() }
        _ = action
    }
}
