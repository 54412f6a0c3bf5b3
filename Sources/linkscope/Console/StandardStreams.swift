import Platform

/// The three file descriptors that a program starts with.
nonisolated enum StandardStreams {
    /// Opens those of the three descriptors that are closed. Otherwise a socket or a file could get one of these numbers and receive the
    /// program's output.
    ///
    /// Each descriptor is opened in the wrong mode, so that reading or writing it fails and the user still gets an error.
    static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` uses the lowest free number, which is this descriptor's number.
            _ = unsafe open("/dev/null", mode)
        }
    }
}
