#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How the journal touches its file; a test puts a full disk here.
package protocol FileWriting: Sendable {
    /// Writes some of the bytes at a place of the file, as `pwrite` does; how many.
    func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int
    func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError)
}

/// The real thing.
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
}

/// What the program does once, before it writes a journal.
package enum FileSizeLimit {
    /// Makes a write beyond the limit for file sizes (`ulimit -f`) an error that is told, instead of the signal SIGXFSZ that ends the program.
    package static func ignoreSignal() {
        _ = signal(SIGXFSZ, SIG_IGN)
    }
}
