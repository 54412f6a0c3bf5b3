package import Foundation

/// Returns the text of a file of this repository, such as a page that a test compares with the program.
///
/// - Parameter path: The path from the top of the repository.
package func repositoryText(_ path: String) throws -> String { try String(contentsOf: repositoryURL(path), encoding: .utf8) }

/// Returns where a file or folder of this repository is.
package func repositoryURL(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
}
