// The system's C library has a different name on each system. Because the import is re-exported, `import Platform` gives a file the library
// of its system.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif

// On macOS, the conversion of encodings is a library of its own.
#if canImport(iconv)
    @_exported public import iconv
#endif

/// The system calls that differ between Linux and macOS. Each has one name here, and does the same on both systems.
package enum SystemCall {}

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

    /// Returns a path without symbolic links. Returns nil and sets `errno` if there is no such file.
    package static func resolved(_ path: String) -> String? {
        // The buffer that `realpath` allocates is copied and freed.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
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

package enum HostSystem {
    #if os(macOS)
        package static let isMac = true
    #else
        package static let isMac = false
    #endif
}

package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package var call: String
    package var code: Int32
    /// What is wrong, if linkscope knows more than the system's description says.
    package var detail: String?

    package init(_ call: String, code: Int32, detail: String? = nil) {
        self.call = call
        self.code = code
        self.detail = detail
    }

    /// Returns an error with the current `errno`. Call this method right after the system call, before another call changes `errno`.
    package static func last(_ call: String) -> SystemError {
        SystemError(call, code: errno)
    }

    /// The detail or the system's description of the error, such as "No space left on device".
    package var reason: String {
        if let detail { return detail }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    package var description: String { "\(reason) (\(call))" }
}

/// Makes a system call, and repeats it while a signal interrupts it. Throws if the call returns -1 for another reason.
package func retrying<Result: SignedInteger>(_ call: String, _ body: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call, code: code) }
    }
}

/// Returns what `body` returns. Throws its error as the error that `convert` makes of it.
package func failing<Value, Cause: Error, Failure: Error>(
    as convert: (Cause) -> Failure, _ body: @autoclosure () throws(Cause) -> Value
) throws(Failure) -> Value {
    do throws(Cause) { return try body() } catch { throw convert(error) }
}

extension SystemError {
    /// Whether the disk is full, or the user's quota or the maximum file size is reached.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
