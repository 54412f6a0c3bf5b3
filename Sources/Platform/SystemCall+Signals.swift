extension SystemCall {
    /// Returns whether the process ignores a signal.
    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        // `SIG_IGN` is the address 1, which is no function. A handler is as large as an `Int`, and it is only compared, not called.
        #if canImport(Darwin)
            return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #else
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #endif
    }
}
