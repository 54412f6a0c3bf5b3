// Uses the C library, because neither the standard library nor Dispatch has thread-local values.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One object per thread, created on first use and released when the thread ends.
package struct ThreadLocal<Object: AnyObject>: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        // The destructor receives the object that `with` stored, retained.
        #if canImport(Darwin)
            let status = unsafe pthread_key_create(&key) { unsafe Unmanaged<AnyObject>.fromOpaque($0).release() }
        #else
            let status = unsafe pthread_key_create(&key) { stored in
                if let stored = unsafe stored { unsafe Unmanaged<AnyObject>.fromOpaque(stored).release() }
            }
        #endif
        // This fails only if the process has used up all its keys (at least 128); nothing could work then.
        precondition(status == 0, "no thread-local key left in this process")
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

/// Whether the calling thread is the main thread of the process.
func isMainThread() -> Bool {
    #if canImport(Darwin)
        return pthread_main_np() != 0
    #else
        // On Linux, the ID of the main thread equals the process ID. `gettid` is not visible to Swift, but the ID of a thread's
        // CPU clock contains the complement of the thread ID above three flag bits.
        var clock = clockid_t()
        guard unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return false }
        return ~(clock >> 3) == getpid()
    #endif
}

/// Lets the scheduler run another thread.
func yieldThread() {
    sched_yield()
}
