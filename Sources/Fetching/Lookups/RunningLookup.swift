import Pages
package import Tasks

/// What a lookup has found so far: a value that grows with each answer.
package protocol LookupFindings: Sendable {
    /// Notes how the lookup ended, and fills in why something is missing.
    mutating func close(_ ending: LookupEnding)
}

/// How a lookup ended.
package enum LookupEnding: Sendable, Hashable {
    case finished
    /// The user stopped it.
    case stopped
    /// No server, browser or name service answered any more; for so long the lookup waited.
    case unanswered(after: Duration)
}

/// One running lookup: what it has found so far, and the future of what it will have found.
///
/// A lookup always ends, and ends once: when it has finished, when it is stopped, or when nothing has answered for a while. However it ends, it
/// keeps what it has found by then.
///
///     running ──finish──────────────► finished ─┐
///        │ ────stop, token──────────► stopped ──┼─► found settles
///        └─────silence of the clock─► unanswered┘
package final class RunningLookup<Found: LookupFindings>: Sendable {
    private struct State: Sendable {
        var found: Found
        var isOver = false
        /// Undoes what waits for the end of the lookup.
        var undo: (@Sendable () -> Void)?
    }

    private let state: Locked<State>
    private let clock: LookupClock
    let observer: LookupObserver?
    private let promise = Promise<Found>()
    private let source = CancellationTokenSource()

    /// Starts a lookup that has found `found` so far.
    ///
    /// - Parameters:
    ///   - clock: Decides when a silence has lasted too long.
    ///   - token: Stops the lookup.
    ///   - observer: Is told what happens until the lookup ends.
    init(_ found: Found, clock: LookupClock, token: CancellationToken?, observer: LookupObserver?) {
        state = Locked(State(found: found))
        self.clock = clock
        self.observer = observer
        let number = clock.add { [weak self, patience = clock.patience] in self?.end(.unanswered(after: patience)) }
        let registration = token?.onCancellation { [weak self] in self?.stop() }
        let undo: @Sendable () -> Void = {
            clock.remove(number)
            registration?.dispose()
        }
        let isOver = state.withLock { state in
            state.undo = undo
            return state.isOver
        }
        if isOver { undo() }
    }

    /// Settles with what was found when the lookup ends. It never fails, and nobody cancels it.
    package var found: Future<Found> { promise.future }

    /// Is cancelled when the lookup ends, so that the work for it ends too.
    var token: CancellationToken { source.token }

    /// Ends the lookup at once with what it has found so far.
    package func stop() { end(.stopped) }

    /// Adds an answer to what was found. Returns all that is found now, or nil, and changes nothing, when the lookup is over.
    @discardableResult
    func add(_ change: (inout Found) -> Void) -> Found? {
        clock.heard()
        return state.withLock { state in
            if state.isOver { return nil }
            change(&state.found)
            return state.found
        }
    }

    /// Tells the observer, unless the lookup is over.
    func tell(_ event: LookupEvent) {
        clock.heard()
        guard let observer, !state.withLock({ $0.isOver }) else { return }
        observer(event)
    }

    func end(_ ending: LookupEnding) {
        let last = state.withLock { state -> State? in
            if state.isOver { return nil }
            state.isOver = true
            state.found.close(ending)
            return state
        }
        guard let last else { return }
        last.undo?()
        promise.trySet(last.found)
        source.cancel()
    }

    /// Calls `atEnd` with what came of the work for the lookup. Not called when the lookup has ended by then.
    func follow<Value: Sendable>(
        _ work: Future<Value>, about subject: String, atEnd: @escaping @Sendable (Result<Value, FetchFailure>) -> Void
    ) {
        work.continueWith(.immediate) { end in
            switch end.outcome {
            case .success(let value): atEnd(.success(value))
            case .failure(let failure as FetchFailure): atEnd(.failure(failure))
            case .failure(let error): atEnd(.failure(FetchFailure(.brokenOff(host: subject, reason: "\(error)"))))
            // The work was given up: nothing more comes, and the lookup says so.
            case .cancelled, nil: self.end(.stopped)
            }
        }
    }
}
