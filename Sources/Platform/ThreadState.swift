/// Whether the calling thread is the main thread of the process.
package func isMainThread() -> Bool {
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
package func yieldThread() {
    sched_yield()
}

/// Makes a key under which each thread can store one retained object. The object is released when the thread ends. Returns nil if the
/// process has used up all its keys (at least 128).
package func makeThreadKey() -> pthread_key_t? {
    var key = pthread_key_t()
    #if canImport(Darwin)
        let status = unsafe pthread_key_create(&key) { unsafe Unmanaged<AnyObject>.fromOpaque($0).release() }
    #else
        let status = unsafe pthread_key_create(&key) { stored in
            if let stored = unsafe stored { unsafe Unmanaged<AnyObject>.fromOpaque(stored).release() }
        }
    #endif
    return status == 0 ? key : nil
}
