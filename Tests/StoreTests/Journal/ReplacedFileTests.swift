import Foundation
import Testing

@testable import Store

@Suite("Files that a complete file replaces")
struct ReplacedFileTests {
    let folder = TemporaryFolder()
    var home: String { folder.path }
    var path: String { folder.file("report") }

    private func write(_ text: String, takesStreams: Bool = false) throws {
        let file = try NewFile(path: path, replaces: true, takesStreams: takesStreams)
        try file.append(Array(text.utf8).span)
        try file.finish()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("it replaces a file, which keeps its permissions")
    func permissions() throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try write("new")
        #expect(try text(path) == "new")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == ["report"])
    }

    @Test("it refuses a symbolic link, or, for the user's settings, replaces the file behind it, and the link stays")
    func link() throws {
        try Data("old".utf8).write(to: URL(filePath: home + "/target"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
        for takesStreams in [false, true] {
            let error = #expect(throws: SystemError.self) { try write("new", takesStreams: takesStreams) }
            #expect(error?.reason == "this is a symbolic link, not a regular file")
        }
        #expect(try text(home + "/target") == "old")
        let file = try NewFile(path: path, replaces: true, followsLinks: true)
        try file.append(Array("new".utf8).span)
        try file.finish()
        #expect(try text(home + "/target") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "target")
    }

    @Test("for a command, it writes into a pipe and a device, and does not replace them")
    func pipe() throws {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // A pipe that is open for reading and writing waits for nobody.
        let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        try write("into the pipe", takesStreams: true)
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "into the pipe")
        #expect(try FileStatus.of(path, followingLinks: false).kind == .pipe)
        let null = try NewFile(path: "/dev/null", replaces: true, takesStreams: true)
        try null.append([1, 2, 3].span)
        try null.finish()
        #expect(try FileStatus.of("/dev/null", followingLinks: false).kind == .device)
    }

    @Test("for a command, a pipe that nobody reads is refused at once")
    func unreadPipe() {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let error = #expect(throws: SystemError.self) { try write("lost", takesStreams: true) }
        #expect(error?.code == ENXIO)
    }

    @Test("otherwise only regular files are written and read: the error says what the path leads to", arguments: [false, true])
    func refused(replaces: Bool) throws {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Also without this reader, nothing waits. With it, a file that takes pipes does not wait either, so this test always ends.
        let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        let socket = try UnixSocket.listen(at: home + "/socket")
        defer { withExtendedLifetime(socket) {} }
        try FileManager.default.createSymbolicLink(atPath: home + "/null", withDestinationPath: "/dev/null")
        for (name, what) in [("report", "a named pipe"), ("socket", "a socket"), ("null", "a device")] {
            let written = #expect(throws: SystemError.self) {
                try NewFile(path: home + "/" + name, replaces: replaces, followsLinks: true)
            }
            #expect(written?.reason == "this is \(what), not a regular file")
            let read = #expect(throws: SystemError.self) { try RegularFile.beginning(of: home + "/" + name, count: 1) }
            #expect(read?.reason == "this is \(what), not a regular file")
        }
        let folder = #expect(throws: SystemError.self) { try NewFile(path: home, replaces: replaces) }
        #expect(folder?.code == EISDIR)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == ["null", "report", "socket"])
    }

    @Test("a pipe that nobody writes to is refused at once")
    func unread() {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let error = #expect(throws: SystemError.self) { try RegularFile.beginning(of: path, count: 1) }
        #expect(error?.code == EINVAL)
    }
}
