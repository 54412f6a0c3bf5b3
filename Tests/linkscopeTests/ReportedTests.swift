import Foundation
import JSONDocument
import TestSupport
import Testing

/// What people reported, as commands and files. `{home}` stands for the folder with the files, `{server}` for a server of them.
@Suite("What people reported", .waits, .timeLimit(.minutes(30)))
struct ReportedTests {
    @Test("each command shows what is right, and hides what is not")
    func vectors() async throws {
        let lines = try repositoryText("Tests/linkscopeTests/Vectors/reports.jsonl").split(separator: "\n")
        #expect(lines.count >= 93)
        for line in lines {
            let vector = try #require(JSONDocument(Array(line.utf8)).root)
            let output = try await output(of: vector)
            let (shown, hidden) = (vector.texts("shows"), vector.texts("hides"))
            #expect(!shown.isEmpty && shown.allSatisfy(output.contains), "\(line)\n\(output)")
            #expect(!hidden.contains(where: output.contains), "\(line)\n\(output)")
        }
    }

    private func output(of vector: JSONDocument.Node) async throws -> String {
        let home = try Home()
        let files = vector["files"].map { $0.members.map { ($0.key.stringValue ?? "", $0.value.stringValue ?? "") } } ?? []
        for (name, text) in files {
            try home.folder(name.split(separator: "/").dropLast().joined(separator: "/"))
            try home.file(name, text)
        }
        let commands = try #require(vector["commands"]).elements.map { $0.elements.compactMap(\.stringValue) }
        let isServed = commands.joined().contains { $0.hasPrefix("{server}") }
        let server = isServed ? try PageServer(Dictionary(uniqueKeysWithValues: files.map { ("/" + $0, PageAnswer.page($1)) })) : nil
        var output = ""
        for command in commands {
            let arguments = command.map {
                $0.replacing("{home}", with: home.path).replacing("{server}", with: server?.url("") ?? "")
            }
            let finished = try await home.run(arguments, input: try home.file("input", vector["input"]?.stringValue ?? ""))
            output += finished.output + finished.error
        }
        return output
    }
}

extension JSONDocument.Node {
    fileprivate func texts(_ key: String) -> [String] { self[key]?.elements.compactMap(\.stringValue) ?? [] }
}
