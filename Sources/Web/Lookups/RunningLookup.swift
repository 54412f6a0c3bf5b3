import AppLinks
import Deciding
import HTTPTransport
package import Tasks

/// The results of a lookup so far. They grow with each answer.
package protocol LookupFindings: Sendable {
    /// Records how the lookup ended, and the reason why results are missing, if any.
    mutating func close(_ ending: LookupEnding)
}

package enum LookupEnding: Sendable, Hashable {
    case finished
    case stopped
    /// No server, browser or name service answered during this time.
    case unanswered(after: Duration)

    /// The problem to report for missing results; nil for a lookup that finished.
    var problem: FetchProblem? {
        switch self {
        case .finished: nil
        case .stopped: .stopped
        case .unanswered(let patience): .tooSlow(seconds: patience.seconds, bytes: nil)
        }
    }
}

/// A running lookup: its results so far, and a future of its results at the end.
///
/// A lookup ends exactly once: when it has finished, when it is stopped, or when no answer has come for a while. In each case, the lookup
/// keeps its results so far.
///
///     running ──finish──────────────► finished ─┐
///        │ ────stop, token──────────► stopped ──┼─► found settles
///        └─────no answers───────────► unanswered┘
package final class RunningLookup<Found: LookupFindings>: Sendable {
    private struct State: Sendable {
        var found: Found
        var isOver = false
        /// Removes the lookup from the clock and from the token.
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
    ///   - clock: Ends the lookup if there is no answer for too long.
    ///   - token: Stops the lookup.
    ///   - observer: Called for each event until the lookup ends.
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

    /// A future that succeeds with the results when the lookup ends. The future never fails and is never cancelled.
    package var found: Future<Found> { promise.future }

    /// A token that is cancelled when the lookup ends, so that the work for the lookup ends too.
    var token: CancellationToken { source.token }

    /// Ends the lookup at once with its results so far.
    package func stop() { end(.stopped) }

    /// Adds an answer to the results, and returns the results. If the lookup has ended, does not change them and returns nil.
    @discardableResult
    func add(_ change: (inout Found) -> Void) -> Found? {
        clock.heard()
        return state.withLock { state in
            if state.isOver { return nil }
            change(&state.found)
            return state.found
        }
    }

    /// Passes an event to the observer, unless the lookup has ended.
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

    /// Calls `atEnd` with the result of the work for the lookup. If the work was cancelled, ends the lookup as stopped instead.
    func follow<Value: Sendable>(
        _ work: Future<Value>, about subject: String, atEnd: @escaping @Sendable (Result<Value, FetchFailure>) -> Void
    ) {
        work.continueWith(.immediate) { end in
            switch end.outcome {
            case .success(let value): atEnd(.success(value))
            case .failure(let failure as FetchFailure): atEnd(.failure(failure))
            case .failure(let error): atEnd(.failure(FetchFailure(.brokenOff(host: subject, reason: "\(error)"))))
            // The work was cancelled. It gives no more results, so the lookup ends as stopped.
            case .cancelled, nil: self.end(.stopped)
            }
        }
    }
}
