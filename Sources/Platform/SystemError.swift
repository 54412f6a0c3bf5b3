/// A failed system call and the reason.
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

extension SystemError {
    /// Whether the disk is full, or the user's quota or the maximum file size is reached.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
