import Intake
import Platform

/// The folders in which a shell looks for programs.
package struct SearchPath: Sendable {
    private let folders: [String]

    /// Relative folders are left out: in them, anyone could have put a program.
    package init(_ environment: [String: String]) {
        folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/")
        }
    }

    /// Returns the first executable file with this name; nil if no folder has one. An absolute path is used as it is.
    package func program(named name: String) -> String? { files(named: name).first { Self.isProgram($0) } }

    func files(named name: String) -> [String] {
        if name.hasPrefix("/") { return [name] }
        return name.isEmpty || name.contains("/") ? [] : folders.map { $0 + "/" + name }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }
}
