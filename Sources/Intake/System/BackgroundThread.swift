#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that may block. Not a dispatch queue: libdispatch looks at its blocked workers once a second, and idle means no wake-ups.
package enum BackgroundThread {
    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the body on a new detached thread, which takes no signals meant for the program.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        var previous = sigset_t()
        var blocked = signalsOfTheProgram()
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, &previous)
        let code = unsafe spawn(argument)
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
        if code != 0 {
            unsafe Unmanaged<Body>.fromOpaque(argument).release()
            throw SystemError("pthread_create", code: code)
        }
    }

    private static func spawn(_ argument: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = unsafe pthread_create(&thread, nil, runBody, argument)
            if code == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let code = unsafe pthread_create(&thread, nil, runBody, argument)
            if code == 0 { pthread_detach(thread) }
        #endif
        return code
    }

    /// All signals but those that a fault on this very thread raises.
    private static func signalsOfTheProgram() -> sigset_t {
        var set = sigset_t()
        unsafe sigfillset(&set)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { unsafe sigdelset(&set, fault) }
        return set
    }
}

#if canImport(Darwin)
    private func runBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<BackgroundThread.Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#else
    private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<BackgroundThread.Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#endif
