/// The one object behind a future and its promise, which are two views of it.
@usableFromInline
class FutureStorage<Value: Sendable>: OutcomeHolder<Outcome<Value>?>, @unchecked Sendable {
    // Unchecked as its superclass.

    @inlinable
    init() {
        super.init(.pending, nil)
    }

    @inlinable
    init(_ outcome: Outcome<Value>) {
        super.init(.settled, outcome)
    }

    /// The outcome, if it is there.
    @inlinable final var outcome: Outcome<Value>? {
        isSettled ? written : nil
    }

    /// Settles unless somebody was faster; answers whether it won. Observers run before it returns.
    @inlinable
    final func trySettle(_ outcome: Outcome<Value>) -> Bool {
        switch transition({ $0.claim() }) {
        case .write:
            let chain = settleClaimed(outcome)
            if !chain.isEmpty { ThreadRun.run(chain) }
            return true
        case .refused:
            return false
        case .refusedWhileWriting:
            awaitWinner()
            return false
        }
    }

    /// Writes and publishes the outcome; answers the observers to run. For the one who claimed, or the only one who can.
    @inlinable
    final func settleClaimed(_ outcome: Outcome<Value>) -> ObserverChain {
        written = outcome
        return publish()
    }
}
