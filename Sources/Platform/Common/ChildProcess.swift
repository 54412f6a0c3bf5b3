/// A program that linkscope has started. Until ``wait()`` returns, no other process gets its ID.
package struct ChildProcess: Sendable {
    /// How the program gets one of its descriptors.
    package enum FileAction: Sendable {
        case open(String, flags: Int32, as: Int32)
        case copy(Int32, to: Int32)
    }

    package let id: pid_t

    /// Starts a program. The program blocks no signal, and every signal has its default effect.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, beginning with the name of the program.
    ///   - files: The actions, which are performed in this order. A copy must not overwrite a descriptor that a later copy needs.
    ///   - isSeparate: Whether the program leads a process group of its own, and inherits only the descriptors of `files`,
    ///     whose numbers then begin with 0 and have no gap.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], files: [FileAction], isSeparate: Bool
    ) throws(SystemError) {
        var actions = SystemCall.makeSpawnActions()
        var attributes = SystemCall.makeSpawnAttributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for file in files {
            switch file {
            case .open(let path, let flags, let number): unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
            case .copy(let original, let number): unsafe posix_spawn_file_actions_adddup2(&actions, original, number)
            }
        }
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        if isSeparate {
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
            unsafe posix_spawnattr_setpgroup(&attributes, 0)
            unsafe flags |= SystemCall.inheritOnly(files.count, &actions)
        }
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        // If linkscope's parent ignored this signal, the system would discard how a program ended before linkscope waits for it.
        _ = signal(SIGCHLD, SIG_DFL)
        var id: pid_t = 0
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        let code = unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawn(&id, path, &actions, &attributes, arguments, variables)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn", code: code) }
        self.id = id
    }

    package var hasEnded: Bool { ends(WNOHANG) }

    /// Waits until the program has ended. Its ID stays its own.
    package func waitForEnd() { while !ends(0), errno == EINTR {} }

    private func ends(_ options: Int32) -> Bool {
        var facts = unsafe siginfo_t()
        return unsafe waitid(P_PID, id_t(id), &facts, WEXITED | WNOWAIT | options) == 0 && facts.si_signo != 0
    }

    /// Waits until the program has ended, and returns how. Call this once for each program.
    package func wait() -> ProcessEnding {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
        return ProcessEnding(status: status)
    }
}

package enum ProcessEnding: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)

    /// - Parameter status: The status from `waitpid`.
    init(status: Int32) { self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F) }
}

/// Calls `body` with the strings as a null-terminated array of C strings. The array is valid only during the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let pointers = unsafe copies + [nil]
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        // The array is not empty, because it contains at least the null pointer.
        guard let base = buffer.baseAddress else { preconditionFailure("a list without its end") }
        return unsafe body(base)
    }
}
