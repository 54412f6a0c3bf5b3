import Intake
import Platform

/// Folders of the user's settings.
enum SettingsFolder {
    /// Creates a folder and its missing parents, with the permissions that the XDG Base Directory Specification asks for. Returns the folders
    /// that were created, outermost first.
    static func make(_ path: String) throws(HandlerError) -> [String] {
        var created: [String] = []
        let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
        for end in ends {
            let folder = String(path[..<end])
            if unsafe mkdir(folder, 0o700) == 0 {
                created.append(folder)
            } else if errno != EEXIST, end == path.endIndex {
                throw HandlerError(path: folder, reason: "cannot be created: \(SystemError("mkdir", code: errno).reason)")
            }
        }
        return created
    }

    /// Removes the folders that are empty, the last one first.
    static func removeEmpty(_ paths: [String]) {
        for path in paths.reversed() { unsafe rmdir(path) }
    }
}
