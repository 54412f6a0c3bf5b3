// The state machine of a cancellation token. Pure: each event changes the value and answers what is to be done, outside
// of the lock the value lives in.
//
//     active ──cancel──► cancelled ──dispose──┐
//        └────────────dispose─────────────────┴──► disposed (remembers whether it was cancelled)

/// What a token knows: whether it is cancelled, who wants to hear, and which delayed cancellation counts.
struct CancellationState: Sendable {
    private enum Phase: Sendable {
        case active
        case cancelled
        case disposed(wasCancelled: Bool)
    }

    private var phase = Phase.active
    private var observers = OrderedObservers()
    /// Counts the calls that replace or drop a delayed cancellation, so that a late timer finds that it is not meant.
    private var delayNumber: UInt64 = 0
    private var delay: FutureTimerEntry?

    /// What is to be done with things that have left the state.
    struct Farewell: Sendable {
        var observers: [CancellationObserver] = []
        var timer: FutureTimerEntry?
    }

    enum RegisterAnswer {
        case registered
        /// Cancelled already: run it now.
        case runNow
        /// Disposed: it will never run.
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

    mutating func register(_ observer: CancellationObserver) -> RegisterAnswer {
        switch phase {
        case .active:
            observers.append(observer)
            return .registered
        case .cancelled: return .runNow
        case .disposed: return .inert
        }
    }

    /// Answers the observer, so that it is let go of outside of the lock.
    mutating func remove(_ observer: CancellationObserver) -> CancellationObserver? {
        observers.remove(observer)
    }

    /// Answers the observers to run, in the order they came; none if it was over before.
    mutating func cancel() -> Farewell {
        guard case .active = phase else { return Farewell() }
        phase = .cancelled
        return leave()
    }

    /// A delayed cancellation has come due. It counts unless it was replaced meanwhile.
    mutating func cancel(delayNumber: UInt64) -> Farewell {
        delayNumber == self.delayNumber ? cancel() : Farewell()
    }

    /// Answers what is to be let go of, without running it.
    mutating func dispose() -> Farewell {
        phase = .disposed(wasCancelled: isCancelled)
        return leave()
    }

    private mutating func leave() -> Farewell {
        delayNumber += 1
        return Farewell(observers: observers.removeAll(), timer: delay.take())
    }

    /// A delayed cancellation replaces the one before; answers its number and the timer to stop.
    mutating func replaceDelay() -> (number: UInt64, stop: FutureTimerEntry?) {
        delayNumber += 1
        return (delayNumber, delay.take())
    }

    /// The timer of that delayed cancellation has been started; answers it back if it is not wanted any more.
    mutating func keep(_ timer: FutureTimerEntry, delayNumber: UInt64) -> FutureTimerEntry? {
        guard delayNumber == self.delayNumber, isActive else { return timer }
        delay = timer
        return nil
    }
}

/// Observers in the order they came, from which any can be taken at a cost that does not grow with their number.
struct OrderedObservers: Sendable {
    // Sorted by the observers' serial numbers; a removed one leaves a hole, and when half are holes they are closed.
    private var slots: ContiguousArray<(serial: UInt64, observer: CancellationObserver?)> = []
    private var holes = 0
    private var nextSerial: UInt64 = 1

    mutating func append(_ observer: CancellationObserver) {
        observer.serial = nextSerial
        slots.append((nextSerial, observer))
        nextSerial += 1
    }

    mutating func remove(_ observer: CancellationObserver) -> CancellationObserver? {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].serial < observer.serial { low = middle + 1 } else { high = middle }
        }
        guard low < slots.count, slots[low].observer === observer, let removed = slots[low].observer.take() else { return nil }
        holes += 1
        if holes > 8, holes * 2 > slots.count {
            slots.removeAll { $0.observer == nil }
            holes = 0
        }
        return removed
    }

    mutating func removeAll() -> [CancellationObserver] {
        let all = slots.compactMap { $0.observer }
        slots = []
        holes = 0
        return all
    }
}
