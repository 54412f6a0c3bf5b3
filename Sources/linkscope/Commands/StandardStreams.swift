#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The three descriptors that a program begins with.
nonisolated enum StandardStreams {
    /// Takes the numbers of those that are closed, before a socket or a file gets one and finds our output in it.
    ///
    /// What stands there cannot be read or written, so that the user still hears of it.
    static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = unsafe open("/dev/null", mode)
        }
    }
}
