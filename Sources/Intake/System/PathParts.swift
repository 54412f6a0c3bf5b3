/// The folder and the name of a file, as its path has them.
package struct PathParts {
    /// The path up to its last slash, with the slash; empty if the path has none.
    package let folder: String
    /// What follows the last slash; empty if the path ends with one.
    package let name: String

    package init(_ path: String) {
        // The system knows only bytes: a slash is a slash even if an accent follows it, which would make both one character.
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
        folder = String(path[..<start])
        name = String(path[start...])
    }

    /// The folder, as the system understands it: `.` if the path has none.
    package var openableFolder: String { folder.isEmpty ? "." : folder }
}
