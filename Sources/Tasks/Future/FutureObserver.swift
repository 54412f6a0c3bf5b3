// Who waits for a future.
//
// An observer carries its own link, so waiting costs no allocation besides the observer; and the future that a
// continuation makes is itself the observer of its antecedent. Links are addresses that own a reference: what has been
// piled up is either handed on or released, one after the other, never by a chain of destructors.

/// Something that is told, once, that a future has settled.
@usableFromInline
class FutureObserver: @unchecked Sendable {
    // Unchecked: every stored property of an observer is written either before it is put on a pile (a release) or by
    // the one thread that took it from there (an acquire), so no two threads ever hold it for writing. For the same reason
    // nobody checks for overlapping access at run time: none of these accesses lasts longer than a load or a store.

    /// The next in the pile or chain, owned; 0 = none.
    @safe @exclusivity(unchecked)
    @usableFromInline final var link: UInt = 0

    @inlinable
    init() {}

    @inlinable
    deinit {}

    /// The future it waited for has settled; `react` will follow. Called by whoever took the pile.
    @usableFromInline
    func antecedentDidSettle(_ antecedent: FutureObserver) {}

    /// Do what was waited for; answers the observers that this settled in turn.
    @usableFromInline
    func react() -> ObserverChain { .empty }

    /// Do the part an executor was asked to run; answers the observers that this settled in turn.
    @usableFromInline
    func perform() -> ObserverChain { .empty }

    /// It is about to be put on a queue, where `perform` will be called if `takeOver` still answers true.
    @usableFromInline
    func handOver() {}

    /// Whether the caller is the one to call `perform`, rather than somebody who was faster.
    @usableFromInline
    func takeOver() -> Bool { true }

    /// How many runs may be nested on one thread for this to run at once, rather than when the stack is lower.
    @usableFromInline var nestingLimit: Int { ThreadRun.nestingLimit }

    /// Whether nobody waits any more, so that it may be taken from the pile.
    @usableFromInline var isSpent: Bool { false }

    /// The address of this object, owning one reference.
    @inlinable
    final func retainedAddress() -> UInt {
        UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque())
    }

    /// The object at an address made by `retainedAddress`, and with it the reference the address owned.
    @inlinable
    static func take(_ address: UInt) -> FutureObserver? {
        // The address came out of `retainedAddress` and owns a reference that nobody has taken yet.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer).takeRetainedValue()
    }

    /// Uses the object at an address made by `retainedAddress`, which keeps its reference: no other is made for `body`.
    @inlinable
    static func with<Result>(_ address: UInt, _ body: (FutureObserver) -> Result) -> Result? {
        // As above; whoever owns the address is the caller, and keeps it while `body` runs.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
    }

    /// The object at an address made by `retainedAddress`, which keeps its reference.
    @inlinable
    static func peek(_ address: UInt) -> FutureObserver? {
        // As above; the reference stays with the address.
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<FutureObserver>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// Observers in the order they are to run; owns a reference to each.
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

    /// Turns a pile (newest on top) into a chain (oldest first), telling each that `antecedent` has settled.
    @usableFromInline
    init(pile newest: UInt, antecedent: FutureObserver) {
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
