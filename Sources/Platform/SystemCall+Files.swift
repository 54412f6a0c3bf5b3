extension SystemCall {
    /// Brings everything that was written to a file to the disk. Returns -1 and sets `errno` if that fails. On macOS, the disk may keep the
    /// bytes in its memory for a while, but it stores them before anything that is written later.
    package static func synchronize(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // `fsync` of macOS leaves the bytes in the memory of the disk, which stores them in any order. The barrier keeps the order.
            fcntl(descriptor, F_BARRIERFSYNC)
        #else
            fdatasync(descriptor)
        #endif
    }

    /// Returns the path of an open file. The file may have been removed, and another file may have the path now, so compare the file at the
    /// path with the open file.
    package static func path(of descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        #if canImport(Darwin)
            guard unsafe fcntl(descriptor, F_GETPATH, &bytes) != -1 else { return nil }
            let count = bytes.firstIndex(of: 0) ?? bytes.count
        #else
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                // `readlink` writes at most `buffer.count` bytes, and a byte may be written as a character of C.
                return unsafe readlink("/proc/self/fd/\(descriptor)", base.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            guard count > 0, count < bytes.count else { return nil }
        #endif
        return String(validating: bytes[..<count], as: UTF8.self)
    }
}

extension stat {
    /// The time of the last change of the content.
    package var modified: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}
