import Foundation
import JSONDocument
import Tasks
import Testing
import Workflows

/// Steps that load and save files.
final class FileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workflows-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("bk-080: a missing file fails with the error of the file system")
    func bk080() async {
        let workflow = Workflow([.loadFile(from: folder.appendingPathComponent("nothing"))])
        let error = await workflow.runToEnd().error as? CocoaError
        #expect(error?.code == .fileReadNoSuchFile)
    }

    @Test("bk-082, bk-084: saving creates folders; loading replaces the data in the slot; a file may be empty", arguments: ["text", ""])
    func roundTrip(text: String) async throws {
        let file = folder.appendingPathComponent("a/b/page.txt")
        let saved = Workflow([.data(text), .saveFile(to: file)])
        #expect(try await saved.output() == Data(text.utf8))
        #expect(try Data(contentsOf: file) == Data(text.utf8))

        let loaded = Workflow([.data("something else"), .loadFile(from: file)])
        #expect(try await loaded.output() == Data(text.utf8))
    }

    @Test("bk-086: saving without data writes nothing and fails")
    func bk086() async throws {
        let file = folder.appendingPathComponent("page.txt")
        let workflow = Workflow([.saveFile("save page", to: file)])
        let error = try #require(await workflow.runToEnd().error)
        #expect(error as? WorkflowError == .noInput(step: "save page", slot: "data"))
        #expect(error.localizedDescription.contains("save page"))
        #expect((error as NSError).domain == "com.backelite.bktask.ErrorDomain")
        #expect((error as NSError).code == 0)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("a file that cannot be saved fails the workflow")
    func failedSave() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("file")
        try Data("a".utf8).write(to: file)
        let workflow = Workflow([.data("text"), .saveFile(to: file.appendingPathComponent("below a file"))])
        #expect(await workflow.runToEnd().error != nil)
        #expect(try Data(contentsOf: file) == Data("a".utf8))
    }

    @Test("copies load the same file with the same options")
    func copies() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("file")
        try Data("a".utf8).write(to: file)
        let workflow = Workflow([.loadFile(from: file, options: .alwaysMapped)])
        #expect(try await workflow.copy().output() == Data("a".utf8))
    }
}

/// Steps that parse JSON.
struct JSONTests {
    @Test("bk-088: parsing writes the object and keeps the data")
    func bk088() async throws {
        let workflow = Workflow([.data(#"{"b": [1, null], "a": "x"}"#), .parseJSON()])
        #expect(try await workflow.output() == (["b": [1, .null], "a": "x"] as JSONValue))
        #expect(workflow.content?[.data]?.isEmpty == false)
    }

    @Test("bk-090: without input there is no output", arguments: [[], [WorkflowStep.data("")]])
    func bk090(before: [WorkflowStep]) async {
        let workflow = Workflow(before + [.parseJSON()])
        let outcome = await workflow.runToEnd()
        #expect(outcome.succeeded)
        #expect(outcome.value?.output(as: JSONValue.self) == nil)
        #expect(outcome.value?.output(as: Data.self) == nil)
    }

    @Test("bk-092: a bare value fails unless it is allowed")
    func bk092() async throws {
        let text = WorkflowStep.data(#""text""#)
        let error = try #require(await Workflow([text, .parseJSON("read")]).runToEnd().error)
        #expect(error as? WorkflowError == .fragment(step: "read"))
        #expect((error as NSError).code == CocoaError.propertyListReadCorrupt.rawValue)
        #expect(try await Workflow([text, .parseJSON(allowsFragments: true)]).output() == JSONValue.string("text"))
    }

    @Test("bk-094: null gives no output if fragments are allowed")
    func bk094() async {
        let outcome = await Workflow([.data("null"), .parseJSON(allowsFragments: true)]).runToEnd()
        #expect(outcome.succeeded)
        #expect(outcome.value?.output(as: JSONValue.self) == nil)
    }

    @Test("invalid JSON fails with the place of the error", arguments: ["{", "[1,]", "{\"a\":1} x", "\u{FEFF}{}", "nul"])
    func malformed(text: String) async throws {
        let outcome = await Workflow([.data(text), .parseJSON("read", allowsFragments: true)]).runToEnd()
        let error = try #require(outcome.error as? WorkflowError)
        guard case .notJSON(step: "read", finding: _?) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.description.contains("line 1, column "))
    }

    @Test("JSON beyond the limits of depth or size fails, too")
    func limits() async {
        let limits = JSONDocument.Limits(depth: 4, size: 100)
        for text in [String(repeating: "[", count: 5) + String(repeating: "]", count: 5), "[\(String(repeating: " ", count: 100))]"] {
            let outcome = await Workflow([.data(text), .parseJSON(limits: limits)]).runToEnd()
            #expect(outcome.error is WorkflowError)
        }
    }
}
