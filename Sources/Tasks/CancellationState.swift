// The state machine of a cancellation token. It is pure: each event changes the value and returns what the caller must do
// after releasing the lock that guards the value.
//
//     active ──cancel──► cancelled ──dispose──┐
//        └────────────dispose─────────────────┴──► disposed (remembers whether it was canceled)

/// The state of a token: whether it is canceled, its observers, and which delayed cancellation is current.
struct CancellationState: Sendable {
    private enum Phase: Sendable {
        case active
        case cancelled
        case disposed(wasCancelled: Bool)
    }

    private var phase = Phase.active
    private var observers = TokenObservers()
    /// Counts the calls that replace or drop a delayed cancellation, so that an outdated timer can be recognized.
    private var delayNumber: UInt64 = 0
    private var delay: FutureTimerEntry?
    /// The source that this state belongs to. It is held while a delayed cancellation is pending and there are observers, because there may
    /// be no other reference to the source.
    private var kept: CancellationTokenSource?

    /// The observers and the timer that were removed from the state. The caller runs, stops or releases them outside the lock.
    struct Farewell: Sendable {
        /// The observers, with the last one registered first.
        var observers: [CancellationObserver] = []
        var timer: FutureTimerEntry?
    }

    enum RegisterAnswer {
        case registered(serial: UInt64)
        /// The token is already canceled: run the observer now.
        case runNow
        /// The source was disposed before it was canceled: the observer will never run.
        case inert
    }

    var isCancelled: Bool {
        switch phase {
        case .active: false
        case .cancelled: true
        case .disposed(let wasCancelled): wasCancelled
        }
    }

    var isActive: Bool {
        if case .active = phase { true } else { false }
    }

    mutating func register(_ observer: CancellationObserver, at source: CancellationTokenSource) -> RegisterAnswer {
        switch phase {
        case .active:
            if delay != nil { kept = source }
            return .registered(serial: observers.add(observer))
        case .cancelled, .disposed(wasCancelled: true): return .runNow
        case .disposed(wasCancelled: false): return .inert
        }
    }

    /// Removes an observer and returns it, so that it is released outside the lock.
    mutating func remove(serial: UInt64) -> CancellationObserver? {
        let removed = observers.remove(serial: serial)
        if observers.isEmpty { kept = nil }
        return removed
    }

    /// Cancels the token. Returns the observers to run, or none if the token was no longer active.
    mutating func cancel() -> Farewell {
        guard case .active = phase else { return Farewell() }
        phase = .cancelled
        return leave()
    }

    /// Cancels the token because a delayed cancellation is due. Does nothing if that delay has been replaced since.
    mutating func cancel(delayNumber: UInt64) -> Farewell {
        delayNumber == self.delayNumber ? cancel() : Farewell()
    }

    /// Disposes of the token. Returns the observers and the timer to release. The observers must not run.
    mutating func dispose() -> Farewell {
        phase = .disposed(wasCancelled: isCancelled)
        return leave()
    }

    private mutating func leave() -> Farewell {
        delayNumber += 1
        kept = nil
        return Farewell(observers: observers.removeAll(), timer: delay.take())
    }

    /// Replaces the delayed cancellation. Returns the number of the new delay and the timer of the old delay, which the
    /// caller must stop.
    mutating func replaceDelay() -> (number: UInt64, stop: FutureTimerEntry?) {
        delayNumber += 1
        kept = nil
        return (delayNumber, delay.take())
    }

    /// Stores the timer of a delayed cancellation. If that delay is no longer current, returns the timer, which the caller
    /// must stop.
    mutating func keep(_ timer: FutureTimerEntry, delayNumber: UInt64, of source: CancellationTokenSource) -> FutureTimerEntry? {
        guard delayNumber == self.delayNumber, isActive else { return timer }
        delay = timer
        if !observers.isEmpty { kept = source }
        return nil
    }
}

/// The observers of a token in the order of their registration, as a value without side effects.
///
/// Removing an observer releases it at once. Its empty place stays in the list until more than half of the places are empty, so a removal
/// costs only a binary search.
struct TokenObservers: Sendable {
    private struct Place: Sendable {
        let serial: UInt64
        var observer: CancellationObserver?
    }

    private var places: [Place] = []
    private var lastSerial: UInt64 = 0
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds an observer. Returns the number by which it is removed.
    mutating func add(_ observer: CancellationObserver) -> UInt64 {
        lastSerial += 1
        places.append(Place(serial: lastSerial, observer: observer))
        count += 1
        return lastSerial
    }

    /// Removes an observer and returns it, so that it is released outside the lock.
    mutating func remove(serial: UInt64) -> CancellationObserver? {
        let index = indexOfFirst(from: serial)
        guard index < places.count, places[index].serial == serial, let removed = places[index].observer.take() else { return nil }
        count -= 1
        if count == 0 { places = [] }
        if places.count > 2 * count + 8 { places.removeAll { $0.observer == nil } }
        return removed
    }

    /// Removes all observers and returns them, the last one registered first.
    mutating func removeAll() -> [CancellationObserver] {
        defer { (places, count) = ([], 0) }
        return places.reversed().compactMap(\.observer)
    }

    /// Returns the index of the first place whose number is `serial` or higher.
    private func indexOfFirst(from serial: UInt64) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].serial < serial { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What happens when a token is canceled. It happens at most once, and never after the observer was dropped.
final class CancellationObserver: Sendable {
    enum Reaction: Sendable {
        /// Runs code of the user.
        case run(@Sendable () -> Void)
        /// Tells an object directly. This saves a closure that would hold the object.
        case tell(any TokenFollower)
        /// Cancels a source that is linked to the token.
        case cancel(Link)
    }

    /// A linked source, which the token does not keep alive.
    struct Link: Sendable {
        weak let source: CancellationTokenSource?
    }

    private let reaction: Locked<Reaction?>

    init(_ reaction: Reaction) {
        self.reaction = Locked(reaction)
    }

    /// Returns what must happen now; nil if it has happened or must not happen any more.
    func take() -> Reaction? {
        reaction.withLock { $0.take() }
    }

    /// Releases the closure and what it captured.
    func drop() {
        _ = take()
    }
}

/// An object that ends when its token is canceled.
protocol TokenFollower: AnyObject, Sendable {
    func tokenWasCancelled()
}
