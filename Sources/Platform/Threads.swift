// Uses the C library's threads. Foundation's `Thread` cannot report that it failed to start, and this target does not import
// Foundation.

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// Runs `body` on a new detached thread. Returns 0, or the code of `pthread_create` if no thread could be started.
///
/// - Parameter blocksSignals: Whether the thread blocks all signals except those that its own faults raise. A thread starts
///   with the signal mask of its creator. So the creator blocks these signals, too, until the thread exists; otherwise a
///   signal could arrive in between.
package func startThread(blocksSignals: Bool, _ body: @escaping @Sendable () -> Void) -> Int32 {
    // The thread owns one reference to this object. It takes the reference over when it starts.
    let argument = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    var before = sigset_t()
    if blocksSignals {
        var blocked = sigset_t()
        unsafe sigfillset(&blocked)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { unsafe sigdelset(&blocked, fault) }
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, &before)
    }
    #if canImport(Darwin)
        var thread: pthread_t?
        let code = unsafe pthread_create(&thread, nil, runThreadBody, argument)
        if code == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, runThreadBody, argument)
        if code == 0 { pthread_detach(thread) }
    #endif
    if blocksSignals { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    if code != 0 { unsafe Unmanaged<ThreadBody>.fromOpaque(argument).release() }
    return code
}

#if canImport(Darwin)
    private func runThreadBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#else
    private func runThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#endif

/// Returns a number that no other running thread has.
package func currentThreadID() -> UInt {
    #if canImport(Darwin)
        return UInt(bitPattern: unsafe pthread_self())
    #else
        return UInt(pthread_self())
    #endif
}

/// Names the calling thread for debuggers and system monitors.
package func nameThread(_ name: String) {
    #if canImport(Darwin)
        unsafe pthread_setname_np(name)
    #else
        // `pthread_setname_np` is not visible to Swift; the kernel cuts a name at 15 bytes.
        let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8.prefix(15))
        unsafe write(file, bytes, bytes.count)
        close(file)
    #endif
}

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

/// Lets the other threads and programs of the machine run before the calling thread. This cannot be undone.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
        // On Linux, 0 stands for the calling thread, not for the process. With a lower priority, a busy machine could keep the thread from
        // running while other threads wait for its locks.
        setpriority(.init(PRIO_PROCESS.rawValue), 0, 5)
    #endif
}
