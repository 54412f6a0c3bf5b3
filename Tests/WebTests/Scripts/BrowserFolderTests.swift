import AppLinks
import Deciding
import Foundation
import Platform
import Testing

@testable import Web

@Suite("The folder of a browser")
struct BrowserFolderTests {
    @Test("only the user can access the folder, and it is removed with all its content")
    func own() throws {
        try inNewFolder { parent in
            let folder = try BrowserFolder(environment: ["TMPDIR": parent])
            #expect(folder.path.hasPrefix("\(parent)/linkscope-browser-"))
            #expect(try permissions(of: folder.path) == 0o700)
            try FileManager.default.createDirectory(atPath: "\(folder.path)/Default/Cache", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/Default/Cache/1"))
            folder.remove()
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
        }
    }

    @Test("the next program removes the folders of killed ones, but not folders in use or similar ones")
    func abandoned() throws {
        try inNewFolder { parent in
            let outside = "\(parent)/outside"
            let kept = ["linkscope-browser-1234567", "linkscope-browser-", "other-browser-123456"]
            for name in ["outside", "linkscope-browser-Ab12Cd"] + kept {
                try FileManager.default.createDirectory(
                    atPath: "\(parent)/\(name)", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
            try Data("x".utf8).write(to: URL(filePath: "\(outside)/file"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(parent)/linkscope-browser-Ab12Cd/link", withDestinationPath: outside)
            try FileManager.default.createSymbolicLink(atPath: "\(parent)/linkscope-browser-symlin", withDestinationPath: outside)
            try Data("x".utf8).write(to: URL(filePath: "\(parent)/linkscope-browser-a-file"))
            // linkscope does not create such a folder, because other users can read it.
            try FileManager.default.createDirectory(
                atPath: "\(parent)/linkscope-browser-public", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            let used = try BrowserFolder(environment: ["TMPDIR": parent])
            #expect(FileManager.default.fileExists(atPath: "\(parent)/linkscope-browser-Ab12Cd"), "it is new")
            BrowserFolder.removeAbandoned(in: parent, now: time(nil) + 3600)
            let expected = kept + ["outside", "linkscope-browser-symlin", "linkscope-browser-a-file", "linkscope-browser-public"]
            let left = Set(try FileManager.default.contentsOfDirectory(atPath: parent))
            #expect(left == Set(expected + [URL(filePath: used.path).lastPathComponent]))
            #expect(FileManager.default.fileExists(atPath: "\(outside)/file"))
            used.remove()
        }
    }

    @Test("if no folder can be created, the error names the place")
    func noRoom() {
        #expect(throws: ScriptProblem.self) { try BrowserFolder(environment: ["TMPDIR": "/nowhere"]) }
        do throws(ScriptProblem) {
            _ = try BrowserFolder(environment: ["TMPDIR": "/nowhere"])
        } catch {
            #expect(error.description.contains("mkdtemp in /nowhere") && error.description.contains("TMPDIR"))
        }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Creates a folder with a short path, because a path that is too long for Chromium's socket is skipped.
    private func inNewFolder(_ body: (String) throws -> Void) throws {
        let parent = "/tmp/folders-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: parent) }
        try body(parent)
    }
}

@Suite("The end of a browser")
struct BrowserEndingTests {
    @Test(
        "the message has the way it ended and its own error text, but not its log of minor errors",
        arguments: [
            (.exited(0), "", ""), (.exited(0), "[1:1:ERROR:a.cc] no bus\n", ""), (.exited(3), "", "it exited with code 3."),
            (.exited(1), "[1:1:ERROR:a.cc] no bus\nNo such flag\n", "it exited with code 1. No such flag"),
            (.exited(5), "[1:1:FATAL:z.cc] No usable sandbox!\nlater\n", "it exited with code 5. [1:1:FATAL:z.cc] No usable sandbox!"),
            (.signalled(11), "line 9: unexpected operator\n", "it crashed with signal 11."),
            (.signalled(9), "", "it was killed (signal 9), perhaps because memory ran out."),
        ] as [(ProcessEnding, String, String)])
    func reasons(end: ProcessEnding, said: String, reason: String) {
        var ending = BrowserEnding(ending: end)
        ending.lastWords = Array(said.utf8)
        #expect(ending.problem == .ended(reason: reason))
    }
}
