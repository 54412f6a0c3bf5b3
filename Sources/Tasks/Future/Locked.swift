import Platform
public import Synchronization

/// A `Mutex` around a state, with a mark that lets the thread sanitizer see the order of its holders.
///
/// On Linux the kernel hands over a contended `Mutex` where the sanitizer cannot see it, and the sanitizer then reports a race
/// between two holders. The mark is stored when a holder leaves and loaded when the next one enters; on common hardware
/// this costs two plain moves.
///
/// It is inlinable so that it is specialized for each target's state; generic code would look up the type of the state on
/// each use. Inlining requires `@usableFromInline`: a function that is only `package` is compiled once for all types.
@usableFromInline package struct Locked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>
    @usableFromInline let mark = Atomic(false)

    @inlinable package init(_ state: State) {
        mutex = Mutex(state)
    }

    /// Runs `body` while holding the lock. `body` must not call user code.
    @inlinable package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in
            _ = mark.load(ordering: .acquiring)
            defer { mark.store(true, ordering: .releasing) }
            return body(&state)
        }
    }
}

// Uses the C library, because neither the standard library nor Dispatch has thread-local values.
/// One object per thread, created on first use and released when the thread ends.
package struct ThreadLocal<Object: AnyObject>: Sendable {
    private let key: pthread_key_t

    package init() {
        // Without a key, nothing could work.
        guard let key = makeThreadKey() else { preconditionFailure("no thread-local key left in this process") }
        self.key = key
    }

    /// Calls `body` with this thread's object, which `make` creates on first use. The thread owns it, so `body` needs no retain.
    @inline(__always)
    package func with<Result>(orMake make: () -> Object, _ body: (Object) -> Result) -> Result {
        if let stored = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged<Object>.fromOpaque(stored)._withUnsafeGuaranteedRef { body($0) }
        }
        let object = make()
        unsafe pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
        return body(object)
    }
}
