// The observers of a future.
//
// An observer carries its own link, so waiting allocates nothing but the observer, and the future that a continuation makes
// is itself the observer of its antecedent. Links are addresses that own a reference. Observers in a pile are either passed
// on or released one after the other, never by nested destructors.

/// An object that is notified, once, that a future has settled.
// `@unchecked`: every stored property of an observer is written either before it is put on a pile (a release) or by the one thread that
// took the pile (an acquire), so no two threads ever write it at the same time. Exclusivity checks are off because each access is a
// single load or store.
@usableFromInline
class FutureObserver: @unchecked Sendable {
    /// The address of the next observer in the pile or chain, owning a reference; 0 for none.
    @safe @exclusivity(unchecked)
    @usableFromInline final var link: UInt = 0

    @inlinable
    init() {}

    @inlinable
    deinit {}

    /// Tells the observer that its future has settled; `react` follows. Called by the thread that took the pile.
    @usableFromInline
    func antecedentDidSettle(_ antecedent: FutureCell) {}

    /// Runs the observer, or submits it to its executor. Returns the observers of what it settled.
    @usableFromInline
    func react() -> ObserverChain { .empty }

    /// Runs the part that an executor was asked to run. Returns the observers of what it settled.
    @usableFromInline
    func perform() -> ObserverChain { .empty }

    /// Called before the observer is put on a queue, where `perform` is called if `takeOver` then returns true.
    @usableFromInline
    func handOver() {}

    /// Claims the handed-over observer. Returns whether the caller must call `perform`: false means that another thread has claimed it.
    @usableFromInline
    func takeOver() -> Bool { true }

    /// How many runs may be nested on a thread before this observer is deferred instead of run at once.
    @usableFromInline var nestingLimit: Int { ThreadRun.nestingLimit }

    /// Whether nothing waits for this observer any more, so that it may be removed from the pile.
    @usableFromInline var isSpent: Bool { false }

    /// Returns the address of this object, owning one reference.
    @inlinable
    final func retainedAddress() -> UInt {
        UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque())
    }

    /// Returns the object at an address made by `retainedAddress`, together with the reference the address owned.
    @inlinable
    static func take(_ address: UInt) -> FutureObserver? {
        // The address came from `retainedAddress`, and nothing else has taken the reference it owns.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer).takeRetainedValue()
    }

    /// Calls `body` with the object at an address made by `retainedAddress`. The address keeps its reference; none is added.
    @inlinable
    static func with<Result>(_ address: UInt, _ body: (FutureObserver) -> Result) -> Result? {
        // See `take`; the caller owns the address and keeps it while `body` runs.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
    }

    /// Returns the object at an address made by `retainedAddress`. The address keeps its reference.
    @inlinable
    static func peek(_ address: UInt) -> FutureObserver? {
        // See `take`; the reference stays with the address.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// Observers in the order they must run; owns a reference to each.
@usableFromInline
@frozen
struct ObserverChain: Sendable {
    @usableFromInline var first: UInt
    @usableFromInline var last: UInt

    @inlinable
    init(first: UInt, last: UInt) {
        self.first = first
        self.last = last
    }

    @inlinable static var empty: ObserverChain { ObserverChain(first: 0, last: 0) }
    @inlinable var isEmpty: Bool { first == 0 }

    /// Turns a pile (newest first) into a chain (oldest first), telling each observer that `antecedent` has settled.
    @usableFromInline
    init(pile newest: UInt, antecedent: FutureCell) {
        self = .empty
        last = newest
        var address = newest
        while address != 0 {
            let older = FutureObserver.with(address) { observer in
                let older = observer.link
                observer.link = first
                observer.antecedentDidSettle(antecedent)
                return older
            }
            first = address
            address = older ?? 0
        }
    }

    mutating func popFirst() -> FutureObserver? {
        guard let observer = FutureObserver.take(first) else { return nil }
        first = observer.link
        observer.link = 0
        if first == 0 { last = 0 }
        return observer
    }

    mutating func append(_ chain: ObserverChain) {
        if chain.isEmpty { return }
        FutureObserver.with(last) { $0.link = chain.first }
        if isEmpty { first = chain.first }
        last = chain.last
    }

    mutating func append(_ observer: FutureObserver) {
        let address = observer.retainedAddress()
        append(ObserverChain(first: address, last: address))
    }

    mutating func prepend(_ chain: ObserverChain) {
        if chain.isEmpty { return }
        var joined = chain
        joined.append(self)
        self = joined
    }
}

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
