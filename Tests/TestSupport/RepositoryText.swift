package import Foundation

/// Returns the text of a file of this repository, such as a page that a test compares with the program.
///
/// - Parameter path: The path from the top of the repository.
package func repositoryText(_ path: String) throws -> String { try String(contentsOf: repositoryURL(path), encoding: .utf8) }

/// Returns where a file or folder of this repository is.
package func repositoryURL(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
}

/// Returns the texts of all files below a folder of this repository, by their paths from that folder.
package func repositoryTexts(below folder: String) throws -> [String: String] {
    let top = repositoryURL(folder)
    let files = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
    var texts: [String: String] = [:]
    for file in files {
        let url = top.appending(path: file)
        if (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
            texts[file] = try String(contentsOf: url, encoding: .utf8)
        }
    }
    return texts
}
