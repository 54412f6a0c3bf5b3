/// The folders for the user's private data.
package enum Folders {
    /// The reason why a folder cannot be used.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var path: String
        package var reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// The user's home folder; nil if `HOME` is not an absolute path.
    package static var home: String? { unsafe getenv("HOME").flatMap { absolute(unsafe String(cString: $0)) } }

    /// Returns the folder of the saved sessions, in the folder for the state.
    package static func sessions(environment: [String: String]) throws(Problem) -> String {
        try state(environment: environment) + "/sessions"
    }

    /// Returns `$XDG_STATE_HOME/linkscope`, or `~/.local/state/linkscope` if `XDG_STATE_HOME` is not an absolute path.
    package static func state(environment: [String: String]) throws(Problem) -> String {
        guard let state = base("XDG_STATE_HOME", inHome: ".local/state", environment: environment) else {
            throw Problem(path: "~/.local/state", reason: "neither XDG_STATE_HOME nor HOME is an absolute path")
        }
        return state + "/linkscope"
    }

    /// Returns a base folder of the XDG Base Directory Specification: the folder that the variable names, or the folder in the user's home.
    /// Returns nil if neither the variable nor `HOME` is an absolute path.
    package static func base(_ variable: String, inHome folder: String, environment: [String: String]) -> String? {
        absolute(environment[variable]) ?? absolute(environment["HOME"]).map { $0 + "/" + folder }
    }

    /// Returns the path of the user's settings: `$XDG_CONFIG_HOME/linkscope/config.yaml`, or `~/.config/linkscope/config.yaml`; nil if there is
    /// neither an absolute `XDG_CONFIG_HOME` nor an absolute `HOME`.
    package static func configuration(environment: [String: String]) -> String? {
        base("XDG_CONFIG_HOME", inHome: ".config", environment: environment).map { $0 + "/linkscope/config.yaml" }
    }

    /// Returns `$XDG_RUNTIME_DIR/linkscope` if `XDG_RUNTIME_DIR` is an existing folder with a short path. Otherwise returns
    /// `/tmp/linkscope-UID`.
    package static func runtime(environment: [String: String]) -> String {
        if let runtime = absolute(environment["XDG_RUNTIME_DIR"]),
            let status = try? FileStatus.of(runtime, followingLinks: true), status.kind == .folder,
            // The path of a socket is limited to about a hundred bytes, including a name such as `/4194304.99.sock`.
            runtime.utf8.count <= 70
        {
            return runtime + "/linkscope"
        }
        return "/tmp/linkscope-\(geteuid())"
    }

    /// Returns an absolute path without trailing slashes; nil for a relative path, because XDG requires that relative paths are ignored.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Creates the folder and its missing parents with mode 0700. Throws if the folder is not private, as checked by `checkPrivate`.
    package static func makePrivate(_ path: String) throws(Problem) {
        makeParents(of: path)
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(path: path, reason: "cannot be created: \(SystemError.last("mkdir").reason)")
        }
        try checkPrivate(path)
    }

    /// Throws unless the path is a folder that belongs to the user and gives no permissions to other users. A symbolic link is refused,
    /// because its owner could redirect it.
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
            // Errors are ignored, because most parents exist already. If a parent cannot be created, creating the folder fails and reports
            // the error.
            unsafe mkdir(String(path[..<slash]), 0o700)
        }
    }
}
