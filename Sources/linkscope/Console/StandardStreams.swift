#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The three file descriptors that a program starts with.
nonisolated enum StandardStreams {
    /// Opens those that are closed, before a socket or a file gets their number and receives our output.
    ///
    /// What is opened there can be neither read nor written, so that the user still gets the error.
    static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` takes the lowest free number, which is this one.
            _ = unsafe open("/dev/null", mode)
        }
    }
}
