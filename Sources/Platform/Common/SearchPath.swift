/// The folders in which a shell looks for programs.
package struct SearchPath: Sendable {
    private let folders: [String]

    /// Relative folders are left out: in them, anyone could have put a program.
    ///
    /// - Parameter more: The folders to search after those of `PATH`.
    package init(_ environment: [String: String], _ more: [String] = []) {
        let path = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        folders = path.filter { $0.hasPrefix("/") } + more
    }

    /// Returns the first executable file with this name; nil if no folder has one. An absolute path is used as it is.
    package func program(named name: String) -> String? { files(named: name).first(where: Self.isProgram) }

    package func files(named name: String) -> [String] {
        if name.hasPrefix("/") { return [name] }
        return name.isEmpty || name.contains("/") ? [] : folders.map { $0 + "/" + name }
    }

    package static func isProgram(_ path: String) -> Bool {
        guard let status = try? FileStatus.of(path, followingLinks: true), status.kind == .regular else { return false }
        return unsafe access(path, X_OK) == 0
    }
}
