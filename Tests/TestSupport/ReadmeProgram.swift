import Foundation

/// A program of the README, of the page about the libraries or of a guide, as a test contains it: the lines between `// README: begin NAME` and `// README: end`.
package struct ReadmeProgram: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let text: String

    package var description: String { "\(name):\n\(text)" }

    /// Returns the programs in a test file, without their indentation there.
    package static func all(in file: String = #filePath) throws -> [ReadmeProgram] {
        let parts = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "// README: begin ").dropFirst()
        return parts.map { part in
            let lines = part.components(separatedBy: "// README: end")[0].components(separatedBy: "\n")
            let body = lines.dropFirst().map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
            return ReadmeProgram(
                name: lines[0], text: body.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Returns the programs in the `ReadmeTests.swift` of all test targets.
    package static func everywhere() throws -> [ReadmeProgram] {
        let tests = repositoryURL("Tests")
        return try FileManager.default.contentsOfDirectory(atPath: tests.path(percentEncoded: false)).sorted().flatMap { folder in
            let file = tests.appending(path: "\(folder)/ReadmeTests.swift").path(percentEncoded: false)
            return FileManager.default.fileExists(atPath: file) ? try all(in: file) : []
        }
    }

    /// Returns the Swift code blocks of the README, or of a guide.
    ///
    /// - Parameter page: The path of the page in the repository.
    package static func shown(in page: String = "README.md") throws -> [String] {
        try repositoryText(page)
            .components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "\n```")[0] }
    }
}
