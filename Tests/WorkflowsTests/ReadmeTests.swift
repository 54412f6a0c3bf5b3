import Foundation
import JSONDocument
import Testing
import Workflows

/// README's example program for this library; see `ReadmeProgram`.
@Suite struct ReadmeTests {
    @Test func workflows() async throws {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        let file = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString).json")
        try Data(#"[{"name":"Shop"},{"name":"News"}]"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // README: begin workflows
        let workflow = Workflow([
            .loadFile(from: file),
            .parseJSON(),
            .closure("names") { (json: JSONValue?) in json?.arrayValue?.compactMap { $0["name"]?.stringValue } },
        ])
        workflow.onStep { _, event in log("\(event.step.name): \(event.kind)") }
        let names: [String]? = try await workflow.run().output()
        print(names ?? [])  // ["Shop", "News"]
        let again: [String]? = try await workflow.copy().run().output()
        // README: end
        #expect(printed == [#"["Shop", "News"]"#])
        #expect(again == names)
    }
}

private func log(_ line: String) {
    #expect(!line.isEmpty)
}
