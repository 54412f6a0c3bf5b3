import Foundation
import Testing

@testable import Intake

@Suite("Files that a complete file replaces")
struct ReplacedFileTests {
    let folder = TemporaryFolder()
    var home: String { folder.path }
    var path: String { folder.file("report") }

    private func write(_ text: String) throws {
        let file = try NewFile(path: path, replaces: true)
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

    @Test("it replaces the file behind a symbolic link, and the link stays")
    func link() throws {
        try Data("old".utf8).write(to: URL(filePath: home + "/target"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
        try write("new")
        #expect(try text(home + "/target") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "target")
    }

    @Test("it writes into a pipe and a device, and does not replace them")
    func pipe() throws {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // A pipe that is open for reading and writing waits for nobody.
        let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        try write("into the pipe")
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "into the pipe")
        #expect(try FileStatus.of(path, followingLinks: false).kind == .other)
        let null = try NewFile(path: "/dev/null", replaces: true)
        try null.append([1, 2, 3].span)
        try null.finish()
        #expect(try FileStatus.of("/dev/null", followingLinks: false).kind == .other)
    }
}
