// Uses the C library, because neither the standard library nor Dispatch has thread-local values.
import Platform

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
