import CommandGuide
import Foundation
import Testing

/// A small program whose commands have every kind of argument, described in the form of the argument parser's description.
enum Tool {
    static func command() throws -> CommandDescription { try #require(CommandDescription(description: text(of: "tool.json"))) }

    static func pages() throws -> [String: String] {
        let edition = (version: "tool 1.2", date: "2026-01-31")
        return Dictionary(uniqueKeysWithValues: ManualPage.all(of: try command(), edition).map { ($0.file, $0.text) })
    }

    /// Returns a file of the folder Pages.
    static func text(of file: String) throws -> String {
        let folder = try #require(Bundle.module.url(forResource: "Pages", withExtension: nil))
        return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
}
