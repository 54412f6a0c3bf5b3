import Foundation

/// A program of README, as a test has it: what stands between `// README: begin NAME` and `// README: end`.
package struct ReadmeProgram: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let text: String

    package var description: String { "\(name):\n\(text)" }

    /// The programs in a file of tests, each without the indentation it has there.
    package static func all(in file: String = #filePath) throws -> [ReadmeProgram] {
        let parts = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "// README: begin ").dropFirst()
        return parts.map { part in
            let lines = part.components(separatedBy: "// README: end")[0].components(separatedBy: "\n")
            let body = lines.dropFirst().map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
            return ReadmeProgram(
                name: lines[0], text: body.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// The programs in the `ReadmeTests.swift` of every target of tests.
    package static func everywhere() throws -> [ReadmeProgram] {
        let tests = repository.appending(path: "Tests")
        return try FileManager.default.contentsOfDirectory(atPath: tests.path(percentEncoded: false)).sorted().flatMap { folder in
            let file = tests.appending(path: "\(folder)/ReadmeTests.swift").path(percentEncoded: false)
            return FileManager.default.fileExists(atPath: file) ? try all(in: file) : []
        }
    }

    /// What README shows as Swift, program by program.
    package static func shown() throws -> [String] {
        try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
            .components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "\n```")[0] }
    }

    private static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }
}
