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
