// A write to a connection that the other end has closed raises SIGPIPE, which would end the program. Linux prevents this for each write, and
// macOS for each descriptor.

extension SystemCall {
    /// The type of sockets that carry a stream, for `socket` and `getaddrinfo`.
    package static var streamSocket: Int32 {
        #if canImport(Darwin) || canImport(Musl)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    /// The flags with which `send` raises no signal.
    package static var sendFlags: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }

    /// Prepares a socket to raise no signal, where ``sendFlags`` cannot do so.
    package static func silenceSocket(_ descriptor: Int32) {
        #if canImport(Darwin)
            var on: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Prepares a pipe to raise no signal, if the system can do so. On Linux, only a thread that blocks the signal can write without one.
    package static func silencePipe(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        #endif
    }
}
