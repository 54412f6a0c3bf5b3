import Platform
import Testing

@Suite("Changes of files, which inotify or kqueue tell of")
struct ChangeQueueTests {
    /// A queue that can be asked whether something has changed. The system tells of a change before the call that makes it returns.
    private final class Changes {
        var queue: ChangeQueue

        init() throws { queue = try ChangeQueue() }

        /// Whether something has changed since the last time.
        var haveCome: Bool {
            var polled = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
            defer { queue.drain() }
            return unsafe poll(&polled, 1, 0) == 1
        }
    }

    @Test("a file that is watched tells of each write, and of nothing else")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a")
        let changes = try Changes()
        try changes.queue.watchFile(path)
        #expect(!changes.haveCome)
        try folder.write("a")
        #expect(changes.haveCome)
        #expect(!changes.haveCome)
        try folder.write("b")
        #expect(!changes.haveCome)
        unsafe unlink(path)
        #expect(changes.haveCome)
    }

    @Test("a file that is forgotten tells nothing")
    func forgotten() throws {
        let folder = try TemporaryFolder()
        let changes = try Changes()
        try changes.queue.watchFile(try folder.write("a"))
        changes.queue.forgetAll()
        changes.queue.drain()
        try folder.write("a")
        #expect(!changes.haveCome)
    }

    @Test("a folder that is watched tells of a new name")
    func names() throws {
        let folder = try TemporaryFolder()
        let changes = try Changes()
        try changes.queue.watchNames(in: folder.path)
        #expect(!changes.haveCome)
        try folder.write("a")
        #expect(changes.haveCome)
    }

    @Test("files that are written, replaced or removed, also where a folder does not exist")
    func writes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a")
        let changes = try Changes()
        try changes.queue.watchWrites(to: [path, "/tmp/no such folder/b"], in: [folder.path, "/tmp/no such folder"])
        #expect(!changes.haveCome)
        try folder.write("a")
        #expect(changes.haveCome)
        unsafe unlink(path)
        #expect(changes.haveCome)
    }

    @Test("a file that does not exist cannot be watched")
    func missing() throws {
        let folder = try TemporaryFolder()
        let changes = try Changes()
        do throws(SystemError) {
            try changes.queue.watchFile("\(folder.path)/a")
            Issue.record("a file that does not exist is watched")
        } catch {
            #expect(error.code == ENOENT)
        }
    }
}
