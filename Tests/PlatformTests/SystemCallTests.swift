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

    /// Starts a script in a process group of its own, which inherits only its standard streams.
    private static func start(_ script: String) throws -> ChildProcess {
        let streams = (0...2 as ClosedRange<Int32>).map { ChildProcess.FileAction.copy($0, to: $0) }
        return try ChildProcess("/bin/sh", ["sh", "-c", script], environment: [:], files: streams, isSeparate: true)
    }

    @Test("a program inherits only the descriptors that it is given")
    func inherited() throws {
        let open = unsafe open("/dev/null", O_RDONLY)
        defer { close(open) }
        #expect(try Self.start("[ ! -e /dev/fd/\(open) ]").wait() == .exited(0))
    }

    @Test("a program inherits no descriptor that another thread opens while the program starts")
    func inheritedMeanwhile() async {
        // In a process of its own, no other test opens files.
        await #expect(processExitsWith: .success) {
            let next = unsafe open("/dev/null", O_RDONLY)
            close(next)
            #expect(startThread(blocksSignals: true) { while true { close(unsafe open("/dev/null", O_RDONLY)) } } == 0)
            for _ in 0..<300 {
                let program = try Self.start("[ ! -e /dev/fd/\(next) ]")
                #expect(program.wait() == .exited(0))
            }
        }
    }

    @Test("a group has a running process until its last one has ended, also before its parent has waited for it")
    func group() throws {
        let process = try Self.start("exec sleep 600")
        #expect(SystemCall.hasRunningProcess(process.id))
        kill(-process.id, SIGKILL)
        process.waitForEnd()
        #expect(process.hasEnded && !SystemCall.hasRunningProcess(process.id))
        #expect(process.wait() == .signalled(SIGKILL))
        #expect(!SystemCall.hasRunningProcess(process.id))
    }
}
