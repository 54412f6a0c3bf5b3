/// A failed system call and the reason.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Captures `errno`. Call it right after the system call, before another call changes `errno`.
    static func last(_ call: String) -> SystemError {
        SystemError(call, code: errno)
    }

    /// The system's description of the error: "No space left on device".
    package var reason: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    package var description: String { "\(reason) (\(call))" }
}

/// Repeats a call that was interrupted by a signal, and throws if it returns -1.
func retrying<Result: SignedInteger>(_ call: String, _ body: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call, code: code) }
    }
}

extension SystemError {
    /// Whether there is no space: on the disk, in the user's quota, or within the maximum file size.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
