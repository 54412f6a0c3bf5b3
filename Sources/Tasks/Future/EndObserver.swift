/// An observer that runs an action of the library's own when a future settles, without looking at how it ended.
// `@unchecked` like `FutureObserver`; the added state is immutable.
final class EndObserver: FutureObserver, @unchecked Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
        super.init()
    }

    override var nestingLimit: Int { ThreadRun.immediateNestingLimit }

    override func react() -> ObserverChain {
        action()
        return .empty
    }
}

extension Future {
    /// Runs `action` on the thread that settles this future, or now if it has settled. This does not count as looking at an error.
    func whenEnded(_ action: @escaping @Sendable () -> Void) {
        if isCompleted || !storage.pileUnseen(EndObserver(action)) { action() }
    }
}
