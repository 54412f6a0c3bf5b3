import Foundation
import Pages

/// Starts a program that inherits only three pipes: its standard error, descriptor 3 for reading, and descriptor 4 for writing.
enum ProcessSpawn {
    static func start(
        _ path: String, _ arguments: [String], _ variables: [String], errors: Descriptor, reads: Descriptor, writes: Descriptor
    ) throws(ScriptProblem) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // The copies have numbers above 4, so that no `dup2` overwrites a pipe that is still to be copied.
        let pipes = try [errors, reads, writes].map { pipe throws(ScriptProblem) in try Self.copy(of: pipe) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        for (pipe, number) in zip(pipes, [STDERR_FILENO, 3, 4]) {
            unsafe posix_spawn_file_actions_adddup2(&actions, pipe.number, number)
        }
        var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        #if canImport(Darwin)
            flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
            for number in Self.inherited { unsafe posix_spawn_file_actions_addclose(&actions, number) }
        #endif
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        var process: pid_t = 0
        // The file actions refer to the copies by number, so the copies must stay open until the program is started.
        let code = withExtendedLifetime(pipes) {
            unsafe withCStrings(arguments) { arguments in
                unsafe withCStrings(variables) { variables in
                    unsafe posix_spawn(&process, path, &actions, &attributes, arguments, variables)
                }
            }
        }
        guard code == 0 else { throw .notStarted(path: path, reason: ScriptProblem.reason(code)) }
        return process
    }

    #if !canImport(Darwin)
        /// The descriptors that the program would inherit because a library opened them without `O_CLOEXEC`.
        private static var inherited: [Int32] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap { Int32($0) }.filter { number in
                let flags = fcntl(number, F_GETFD)
                return number > 4 && flags >= 0 && flags & FD_CLOEXEC == 0
            }
        }
    #endif

    private static func copy(of descriptor: Descriptor) throws(ScriptProblem) -> Descriptor {
        let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 10)
        guard number >= 0 else { throw .last("fcntl") }
        return Descriptor(adopting: number, blocks: true)
    }
}
