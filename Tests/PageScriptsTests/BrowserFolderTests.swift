import Foundation
import Pages
import Testing

@testable import PageScripts

@Suite("The folder of a browser")
struct BrowserFolderTests {
    @Test("it is for its user alone while it is there, and gone with all that is in it afterwards")
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

    @Test("what a program left that was killed, the next one takes away; neither what is in use, nor what only looks like it")
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
            // Not as we make them: others may look into it.
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

    @Test("where none can be made, that is said with the place")
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

    /// Near the root: a longer path than Chromium's socket has room for is passed over.
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
        "what it says of itself stands behind how it ended; its log of small troubles does not",
        arguments: [
            (Int32(0), "", ""), (0, "[1:1:ERROR:a.cc] no bus\n", ""), (0x0300, "", "it exited with code 3."),
            (0x0100, "[1:1:ERROR:a.cc] no bus\nNo such flag\n", "it exited with code 1. No such flag"),
            (0x0500, "[1:1:FATAL:z.cc] No usable sandbox!\nlater\n", "it exited with code 5. [1:1:FATAL:z.cc] No usable sandbox!"),
            (11, "line 9: unexpected operator\n", "it crashed with signal 11."),
            (9, "", "it was killed (signal 9), perhaps because memory ran out."),
        ])
    func reasons(status: Int32, said: String, reason: String) {
        var ending = BrowserEnding(status: status)
        ending.lastWords = Array(said.utf8)
        #expect(ending.problem == .ended(reason: reason))
    }
}
