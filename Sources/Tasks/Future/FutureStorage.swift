/// The object behind a future and its promise.
// `@unchecked` like `FutureCell`; this class adds no state.
@usableFromInline
class FutureStorage<Value: Sendable>: FutureCell, @unchecked Sendable {
    @inlinable @inline(__always)
    override init(_ marks: FutureMarks = .plain) {
        super.init(marks)
    }

    @inlinable
    init(_ outcome: consuming Outcome<Value>) {
        super.init(.plain)
        begin(write(outcome))
    }

    @inlinable
    deinit {}

    @inline(never)
    @usableFromInline
    override func destroyPayload(_ ending: FutureEnding) {
        empty(ending)
    }

    @inline(never)
    @usableFromInline
    override func reportIfUnseen(_ ending: FutureEnding) {
        // A broken promise has already been reported as a dropped promise.
        guard !isSeen, case .failure(let error) = read(ending), !(error is BrokenPromise) else { return }
        FutureReports.report(.unseenError(error), of: "Future<\(Value.self)>", madeAt: place)
    }

    /// The outcome, if the future has settled. Reading it counts as looking at the error.
    @inlinable @inline(__always) final var outcome: Outcome<Value>? {
        let outcome = written
        if outcome != nil, place != 0 { noteSeen() }
        return outcome
    }

    /// The outcome, if the future has settled. Reading it does not count as looking at the error.
    @inlinable @inline(__always) final var written: Outcome<Value>? {
        ending.map { read($0) }
    }

    @inline(never)
    @usableFromInline
    override func breakPromise(_ reason: BrokenPromise.Reason) {
        if staysPending { return }
        let error = BrokenPromise(reason, place: FutureReports.place(place))
        guard trySettle(.failure(error)), place != 0 else { return }
        FutureReports.report(.droppedPromise, of: "Future<\(Value.self)>", madeAt: place)
    }

    /// Records where the future was made, if reports are on.
    @inlinable
    final func note(_ place: RawPlace) {
        if FutureReports.isOn { noteWhileOn(place) }
    }

    @inline(never)
    @usableFromInline
    final func noteWhileOn(_ place: RawPlace) {
        self.place = FutureReports.number(of: place)
    }

    /// Settles the future unless it has settled; returns whether this call did. Observers run before this returns.
    @inlinable @inline(__always)
    final func trySettle(_ outcome: Outcome<Value>) -> Bool {
        guard let newest = claim() else { return false }
        let chain = settle(outcome, claimed: newest)
        if !chain.isEmpty { ThreadRun.run(chain) }
        return true
    }

    /// Writes and publishes the outcome; returns the observers to run. Only for the thread that claimed.
    @inlinable @inline(__always)
    final func settle(_ outcome: Outcome<Value>, claimed newest: UInt) -> ObserverChain {
        publish(write(outcome), claimed: newest)
    }

    /// Writes and publishes the outcome; returns the observers to run. Only for futures that a single thread can settle.
    @inlinable
    final func settleClaimed(_ outcome: Outcome<Value>) -> ObserverChain {
        publish(write(outcome))
    }
}
