import Platform
import Testing

@Suite("System calls that differ between Linux and macOS")
struct SystemCallTests {
    @Test("a file knows its path, and when it was changed last")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a")
        let descriptor = try retrying("open") { unsafe open(path, O_RDWR) }
        defer { close(descriptor) }
        // On macOS, /tmp is a symbolic link.
        #expect(SystemCall.path(of: descriptor)?.hasSuffix(path) == true)
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 5_000_000)]
        #expect(unsafe futimens(descriptor, &times) == 0)
        var status = stat()
        #expect(unsafe fstat(descriptor, &status) == 0)
        #expect(status.modified.tv_sec == 1_700_000_000 && status.modified.tv_nsec == 5_000_000)
        #expect(SystemCall.synchronize(descriptor) == 0)
    }

    @Test("what is closed has no path and cannot be synchronized")
    func closed() throws {
        #expect(SystemCall.path(of: -1) == nil)
        #expect(SystemCall.synchronize(-1) == -1 && errno == EBADF)
    }

    @Test("sending to a socket whose other end is closed fails, and raises no signal")
    func silence() async {
        // Other tests ignore SIGPIPE in their process.
        await #expect(processExitsWith: .success) {
            _ = signal(SIGPIPE, SIG_DFL)
            var ends: [Int32] = [-1, -1]
            #expect(unsafe socketpair(AF_UNIX, SystemCall.streamSocket, 0, &ends) == 0)
            SystemCall.silenceSocket(ends[0])
            close(ends[1])
            var byte: UInt8 = 1
            // SIGPIPE would end this process.
            #expect(unsafe send(ends[0], &byte, 1, SystemCall.sendFlags) == -1 && errno == EPIPE)
            close(ends[0])
        }
    }

    @Test("a signal is ignored, has its usual effect, or a handler")
    func signals() {
        _ = signal(SIGUSR2, SIG_IGN)
        #expect(SystemCall.isIgnored(SIGUSR2))
        _ = signal(SIGUSR2, SIG_DFL)
        #expect(!SystemCall.isIgnored(SIGUSR2))
        _ = signal(SIGUSR2) { _ in }
        #expect(!SystemCall.isIgnored(SIGUSR2))
        _ = signal(SIGUSR2, SIG_DFL)
        #expect(!SystemCall.isIgnored(-1))
    }

    /// Starts a script in a process group of its own, which inherits only its standard streams.
    private func start(_ script: String) throws -> pid_t {
        var actions = SystemCall.makeSpawnActions()
        var attributes = SystemCall.makeSpawnAttributes()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for descriptor in 0...2 as ClosedRange<Int32> { unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor) }
        let flags = unsafe Int32(POSIX_SPAWN_SETPGROUP) | SystemCall.inheritOnly([0, 1, 2], &actions)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe ["sh", "-c", script].map { (text: String) in unsafe strdup(text) }
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments + [nil], [nil])
        guard code == 0 else { throw SystemError("posix_spawn", code: code) }
        return process
    }

    @Test("a program inherits only the descriptors that it is given")
    func inherited() throws {
        let open = unsafe open("/dev/null", O_RDONLY)
        defer { close(open) }
        let process = try start("[ ! -e /dev/fd/\(open) ]")
        var status: Int32 = -1
        #expect(unsafe waitpid(process, &status, 0) == process)
        #expect(status == 0)
    }

    @Test("a group has a running process until its last one has ended, also before its parent has waited for it")
    func group() throws {
        let process = try start("exec sleep 600")
        #expect(SystemCall.hasRunningProcess(process))
        kill(-process, SIGKILL)
        var information = unsafe siginfo_t()
        #expect(unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0)
        #expect(!SystemCall.hasRunningProcess(process))
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        #expect(!SystemCall.hasRunningProcess(process))
    }
}
