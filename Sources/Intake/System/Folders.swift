#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where the program keeps what is its user's alone.
package enum Folders {
    /// Why a folder is not used.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var path: String
        package var reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// `$XDG_STATE_HOME/linkscope/sessions`, or the same in `~/.local/state`.
    package static func sessions(environment: [String: String]) throws(Problem) -> String {
        if let state = absolute(environment["XDG_STATE_HOME"]) { return state + "/linkscope/sessions" }
        guard let home = absolute(environment["HOME"]) else {
            throw Problem(path: "~/.local/state", reason: "neither XDG_STATE_HOME nor HOME names an absolute folder")
        }
        return home + "/.local/state/linkscope/sessions"
    }

    /// `$XDG_RUNTIME_DIR/linkscope` where that folder exists, else `/tmp/linkscope-UID`.
    package static func runtime(environment: [String: String]) -> String {
        if let runtime = absolute(environment["XDG_RUNTIME_DIR"]),
            let status = try? FileStatus.of(runtime, followingLinks: true), status.kind == .folder,
            // A socket's path has about a hundred bytes, and a name like "/4194304.99.sock" follows.
            runtime.utf8.count <= 70
        {
            return runtime + "/linkscope"
        }
        return "/tmp/linkscope-\(geteuid())"
    }

    /// The XDG rule: a path that is not absolute is to be ignored.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Makes the folder, mode 0700, and those above it; refuses one that others could write to or read.
    package static func makePrivate(_ path: String) throws(Problem) {
        makeParents(of: path)
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(path: path, reason: "cannot be made: \(SystemError.last("mkdir").reason)")
        }
        try checkPrivate(path)
    }

    /// Refuses what is not a folder of ours that nobody else may enter. A link is not followed: who made it could turn it.
    package static func checkPrivate(_ path: String) throws(Problem) {
        let status: FileStatus
        do {
            status = try FileStatus.of(path, followingLinks: false)
        } catch {
            throw Problem(path: path, reason: error.reason)
        }
        guard status.kind == .folder else { throw Problem(path: path, reason: "is not a folder; move it away") }
        guard status.owner == geteuid() else { throw Problem(path: path, reason: "belongs to another user; it is not used") }
        guard status.permissions & 0o077 == 0 else {
            throw Problem(path: path, reason: "is open to other users; `chmod 700 \(path)` makes it safe")
        }
    }

    private static func makeParents(of path: String) {
        for slash in path.indices where path[slash] == "/" && slash != path.startIndex {
            // A failure shows when the folder itself is made.
            unsafe mkdir(String(path[..<slash]), 0o700)
        }
    }
}
