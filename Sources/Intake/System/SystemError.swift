#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A system call that failed: which, and why.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Made right after the call, before another one changes `errno`.
    static func last(_ call: String) -> SystemError {
        SystemError(call, code: errno)
    }

    /// What the system calls it: "No space left on device".
    package var reason: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    package var description: String { "\(reason) (\(call))" }
}

/// Repeats a call that a signal interrupted, and makes -1 an error.
func retrying<Result: SignedInteger>(_ call: String, _ body: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call, code: code) }
    }
}

extension SystemError {
    /// No room: the disk, the user's share of it, or the largest size of a file.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
