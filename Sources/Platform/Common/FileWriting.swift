/// The operations with which the journal writes to its file. Tests use an implementation that simulates a full disk.
package protocol FileWriting: Sendable {
    /// Writes some of the bytes at an offset, like `pwrite`, and returns their number.
    func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int
    func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError)
    /// Returns when everything that was written is on the disk.
    func synchronize(_ descriptor: Int32) throws(SystemError)
}

extension FileWriting {
    /// Writes all bytes at an offset. If this fails, some of them may be written.
    package func writeAll(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = try write(bytes.extracting(done...), at: offset + Int64(done), to: descriptor)
            if count <= 0 { throw SystemError("write", code: EIO) }
            done += count
        }
    }
}

/// Writes into a device or a pipe, which has no offsets.
package struct StreamWriter: FileWriting {
    package init() {}

    package func write(_ bytes: Span<UInt8>, at _: Int64, to descriptor: Int32) throws(SystemError) -> Int {
        try retrying("write") { unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) } }
    }

    // A stream keeps nothing that could be cut or brought to the disk.
    package func truncate(_: Int32, to _: Int64) {}
    package func synchronize(_: Int32) {}
}

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
        _ = try retrying("fdatasync") { SystemCall.synchronize(descriptor) }
    }
}

/// The handling of the file size limit, which the program sets for the whole process before it writes a journal.
package enum FileSizeLimit {
    /// Ignores SIGXFSZ, so that a write beyond the file size limit (`ulimit -f`) fails with an error and does not end the program.
    package static func ignoreSignal() {
        _ = signal(SIGXFSZ, SIG_IGN)
    }
}

/// The system's function, whose name the methods of writers hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
