#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The three file descriptors that a program starts with.
nonisolated enum StandardStreams {
    /// Opens the descriptors that are closed. Otherwise a socket or a file could get such a number and receive the program's output.
    ///
    /// Reading or writing the opened descriptors fails, so that the user still gets an error.
    static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` takes the lowest free number, which is this one.
            _ = unsafe open("/dev/null", mode)
        }
    }
}
