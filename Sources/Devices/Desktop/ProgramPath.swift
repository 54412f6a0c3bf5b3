import Platform

/// The path by which the desktop starts this program again.
package enum ProgramPath {
    /// Returns the absolute path by which the program was started, or else the path of its file.
    ///
    /// The former is often a symbolic link that stays at its place when a newer version is installed.
    ///
    /// - Parameter argument: The first argument of the program.
    package static func find(argument: String, environment: [String: String]) -> String? {
        var candidates: [String] = []
        if argument.contains("/") {
            if let path = PathParts.absolute(argument) { candidates.append(path) }
        } else {
            candidates += SearchPath(environment).files(named: argument)
        }
        // A system without `/proc` does not tell the path of the file that this process runs.
        let own = SystemCall.resolved("/proc/self/exe")
        if let own { candidates.append(own) }
        guard let file = own.flatMap(status) else { return candidates.first }
        return candidates.first { status($0)?.isSameFile(as: file) ?? false }
    }

    private static func status(_ path: String) -> FileStatus? { try? FileStatus.of(path, followingLinks: true) }
}
