// What needs the C library: neither the standard library nor Dispatch has a value per thread.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One object per thread, made when first asked for and released when the thread ends.
package struct ThreadLocal<Object: AnyObject>: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        // The destructor gets what `set` stored: a retained object.
        #if canImport(Darwin)
            let status = unsafe pthread_key_create(&key) { unsafe Unmanaged<AnyObject>.fromOpaque($0).release() }
        #else
            let status = unsafe pthread_key_create(&key) { stored in
                if let stored = unsafe stored { unsafe Unmanaged<AnyObject>.fromOpaque(stored).release() }
            }
        #endif
        // Fails only if the process has used up all its keys (at least 128); nothing here can work then.
        precondition(status == 0, "no thread-local key left in this process")
        self.key = key
    }

    /// Uses this thread's object; `make` makes it the first time. The thread holds it: no reference is made for `body`.
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

/// Whether the calling thread is the one the process started with.
func isMainThread() -> Bool {
    #if canImport(Darwin)
        return pthread_main_np() != 0
    #else
        // Linux: the main thread's number is the process's. `gettid` is not visible to Swift, but the kernel's number of a
        // thread's CPU clock holds the complement of it above three flag bits.
        var clock = clockid_t()
        guard unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return false }
        return ~(clock >> 3) == getpid()
    #endif
}

/// Lets other threads go first.
func yieldThread() {
    sched_yield()
}
