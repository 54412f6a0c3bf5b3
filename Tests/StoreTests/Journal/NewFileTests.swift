import Foundation
import Store
import Testing

@Suite("A file that appears only when it is complete")
struct NewFileTests {
    private let folder = TemporaryFolder()

    private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("the file has its name only after it is finished")
    func finish() throws {
        let path = folder.path + "/a.csv"
        let file = try NewFile(path: path, replaces: false)
        try file.append([1, 2].span)
        #expect(!names().contains("a.csv"))
        try file.append([3].span)
        try file.finish()
        #expect(names() == ["a.csv"] && FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    }

    @Test("an existing file stays, unless it may be replaced")
    func existing() throws {
        let path = folder.path + "/a.csv"
        try Data([9]).write(to: URL(filePath: path))
        #expect(throws: SystemError.self) { try NewFile(path: path, replaces: false) }
        #expect(FileManager.default.contents(atPath: path) == Data([9]))
        let file = try NewFile(path: path, replaces: true)
        try file.append([1].span)
        try file.finish()
        #expect(FileManager.default.contents(atPath: path) == Data([1]) && names() == ["a.csv"])
    }

    @Test("a file that somebody creates in the meantime is not replaced")
    func race() throws {
        let path = folder.path + "/a.csv"
        do {
            let file = try NewFile(path: path, replaces: false)
            try Data([9]).write(to: URL(filePath: path))
            #expect(throws: SystemError.self) { try file.finish() }
        }
        #expect(FileManager.default.contents(atPath: path) == Data([9]) && names() == ["a.csv"])
    }

    @Test("on a full disk nothing is left behind")
    func full() throws {
        do {
            let file = try NewFile(path: folder.path + "/a.csv", replaces: false, writer: FullDisk(room: 2))
            let error = #expect(throws: SystemError.self) { try file.append([1, 2, 3].span) }
            #expect(error?.isDiskFull == true)
        }
        #expect(names().isEmpty)
    }
}
