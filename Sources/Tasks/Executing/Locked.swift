public import Synchronization

/// A state that one thread at a time may touch: `Mutex`, and a mark that the thread sanitizer can see.
///
/// On Linux a contended `Mutex` is handed over by the kernel, out of the sanitizer's sight, which then takes two holders
/// for racers. The mark is stored when a holder leaves and loaded when the next one enters: on ordinary hardware two plain
/// moves, and the same order spelt out for the tool.
///
/// Inlinable, for every target keeps a state of its own in one: generic code would ask for the type of that state at every turn. That takes a
/// type that is usable from inline: a function of one that is merely `package` is compiled once, for all types.
@usableFromInline package struct Locked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>
    @usableFromInline let mark = Atomic(false)

    @inlinable package init(_ state: State) {
        mutex = Mutex(state)
    }

    /// Runs `body` while no other thread does. No callbacks in there.
    @inlinable package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in
            _ = mark.load(ordering: .acquiring)
            defer { mark.store(true, ordering: .releasing) }
            return body(&state)
        }
    }
}
