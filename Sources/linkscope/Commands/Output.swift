#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard output and standard error, with `write(2)`: a reader that has gone away ends the program quietly, and nothing is cut short.
nonisolated enum Output {
    static func line(_ text: String) {
        write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    static func error(_ text: String) {
        write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }

    static func bytes(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The buffer is only read, for the time of the call.
            let written = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno == EPIPE {
                Exit.leave(Exit.fine)
            } else if errno != EINTR && errno != EAGAIN {
                return
            }
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.write(descriptor, bytes, count)
        #else
            unsafe Darwin.write(descriptor, bytes, count)
        #endif
    }
}
