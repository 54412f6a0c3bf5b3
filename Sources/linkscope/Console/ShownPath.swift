import Intake
import Secrets

/// How messages show the path of a file.
nonisolated enum ShownPath {
    /// Returns the path with `~` for the home folder, and with masked secrets.
    static func of(_ path: String) -> String {
        guard let home = Folders.home, path.hasPrefix(home + "/") else { return Secrets.masked(path) }
        return "~" + Secrets.masked(String(path.dropFirst(home.count)))
    }
}
