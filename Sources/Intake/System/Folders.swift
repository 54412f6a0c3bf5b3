/// The folders for the user's private data.
package enum Folders {
    /// The reason why a folder cannot be used.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var path: String
        package var reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// Returns `$XDG_STATE_HOME/linkscope/sessions`, or the same folder in `~/.local/state`.
    package static func sessions(environment: [String: String]) throws(Problem) -> String {
        if let state = absolute(environment["XDG_STATE_HOME"]) { return state + "/linkscope/sessions" }
        guard let home = absolute(environment["HOME"]) else {
            throw Problem(path: "~/.local/state", reason: "neither XDG_STATE_HOME nor HOME is an absolute path")
        }
        return home + "/.local/state/linkscope/sessions"
    }

    /// Returns `$XDG_RUNTIME_DIR/linkscope` if that folder exists, otherwise `/tmp/linkscope-UID`.
    package static func runtime(environment: [String: String]) -> String {
        if let runtime = absolute(environment["XDG_RUNTIME_DIR"]),
            let status = try? FileStatus.of(runtime, followingLinks: true), status.kind == .folder,
            // A socket path may have about a hundred bytes, and a name like "/4194304.99.sock" is added.
            runtime.utf8.count <= 70
        {
            return runtime + "/linkscope"
        }
        return "/tmp/linkscope-\(geteuid())"
    }

    /// XDG requires that relative paths are ignored.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Creates the folder and its parents with mode 0700. Throws if other users can read or write the folder.
    package static func makePrivate(_ path: String) throws(Problem) {
        makeParents(of: path)
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(path: path, reason: "cannot be created: \(SystemError.last("mkdir").reason)")
        }
        try checkPrivate(path)
    }

    /// Throws unless the path is a folder that belongs to the user and that nobody else can enter. Symbolic links are refused, because
    /// their owner could redirect them.
    package static func checkPrivate(_ path: String) throws(Problem) {
        let status: FileStatus
        do {
            status = try FileStatus.of(path, followingLinks: false)
        } catch {
            throw Problem(path: path, reason: error.reason)
        }
        guard status.kind == .folder else { throw Problem(path: path, reason: "this is not a folder; move it away") }
        guard status.owner == geteuid() else { throw Problem(path: path, reason: "the folder belongs to another user, so it is not used") }
        guard status.permissions & 0o077 == 0 else {
            throw Problem(path: path, reason: "the folder is open to other users; `chmod 700 \(path)` makes it private")
        }
    }

    private static func makeParents(of path: String) {
        for slash in path.indices where path[slash] == "/" && slash != path.startIndex {
            // If this fails, creating the folder itself will fail too, and report the error.
            unsafe mkdir(String(path[..<slash]), 0o700)
        }
    }
}
