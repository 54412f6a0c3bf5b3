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

    deinit {
        if place != 0 { reportIfUnseen() }
    }

    private final func reportIfUnseen() {
        // A broken promise has been reported as such.
        guard !isSeen, isSettled, case .failure(let error)? = written, !(error is BrokenPromise) else { return }
        FutureReports.report(.unseenError(error), of: "Future<\(Value.self)>", madeAt: place)
    }

    /// The outcome, if it is there.
    @inlinable final var outcome: Outcome<Value>? {
        guard isSettled else { return nil }
        if place != 0 { noteSeen() }
        return written
    }

    override func breakPromise(_ reason: BrokenPromise.Reason) {
        let error = BrokenPromise(reason, place: FutureReports.place(place))
        guard trySettle(.failure(error)), place != 0 else { return }
        FutureReports.report(.droppedPromise, of: "Future<\(Value.self)>", madeAt: place)
    }

    /// Notes where this was made, if anybody will want to know.
    @inlinable
    final func note(_ place: RawPlace) {
        if FutureReports.isOn { noteWhileOn(place) }
    }

    @usableFromInline
    final func noteWhileOn(_ place: RawPlace) {
        self.place = FutureReports.number(of: place)
    }

    /// Settles unless somebody was faster; answers whether it won. Observers run before it returns.
    @inlinable
    final func trySettle(_ outcome: Outcome<Value>) -> Bool {
        guard let newest = claim() else { return false }
        let chain = settle(outcome, claimed: newest)
        if !chain.isEmpty { ThreadRun.run(chain) }
        return true
    }

    /// Writes and publishes the outcome; answers the observers to run. For the one who claimed.
    @inlinable
    final func settle(_ outcome: Outcome<Value>, claimed newest: UInt) -> ObserverChain {
        written = outcome
        return publish(claimed: newest)
    }

    /// Writes and publishes the outcome; answers the observers to run. For the only one who can.
    @inlinable
    final func settleClaimed(_ outcome: Outcome<Value>) -> ObserverChain {
        written = outcome
        return publish()
    }
}
