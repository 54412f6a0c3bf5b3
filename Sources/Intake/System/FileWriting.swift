/// The operations with which the journal writes to its file. Tests use an implementation that simulates a full disk.
package protocol FileWriting: Sendable {
    /// Writes some of the bytes at an offset, like `pwrite`, and returns their number.
    func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int
    func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError)
    /// Returns when everything that was written is on the disk.
    func synchronize(_ descriptor: Int32) throws(SystemError)
}

/// Writes to a real file.
package struct SystemFileWriter: FileWriting {
    package init() {}

    package func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int {
        try retrying("write") {
            unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        }
    }

    package func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError) {
        _ = try retrying("ftruncate") { ftruncate(descriptor, off_t(size)) }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // `fsync` of macOS leaves the bytes in the memory of the disk.
            _ = try retrying("fcntl") { fcntl(descriptor, F_BARRIERFSYNC) }
        #else
            _ = try retrying("fdatasync") { fdatasync(descriptor) }
        #endif
    }
}

/// The handling of the file size limit, which the program sets for the whole process before it writes a journal.
package enum FileSizeLimit {
    /// Ignores SIGXFSZ, so that a write beyond the file size limit (`ulimit -f`) fails with an error and does not end the program.
    package static func ignoreSignal() {
        _ = signal(SIGXFSZ, SIG_IGN)
    }
}
