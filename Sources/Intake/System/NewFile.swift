/// A file that appears under its name only when it is complete.
///
/// The bytes go to a hidden temporary file in the same folder, which is renamed when complete and removed if the object is released first.
/// A file that is replaced keeps its permissions, and the file behind a symbolic link is replaced rather than the link. A device or a pipe
/// cannot be replaced: it is refused, or the bytes go into it at once.
package final class NewFile {
    private let path: String
    /// The path of the temporary file; nil if the bytes go into a device or a pipe.
    private let hidden: String?
    private let replaces: Bool
    private let file: OpenFile
    private let writer: any FileWriting
    private var isFinished = false
    package private(set) var count = 0

    /// - Parameters:
    ///   - replaces: Whether an existing file may be replaced.
    ///   - mode: The permissions of the file; nil for those that new files of the user have.
    ///   - takesStreams: Whether the bytes may go into a device or a pipe, such as `/dev/stdout`. Opening a pipe waits for its reader, so this
    ///     is only for commands, which Ctrl-C ends.
    /// - Throws: `EEXIST` if the file exists and may not be replaced, or another error of the system.
    package init(
        path: String, replaces: Bool, mode: UInt32? = nil, takesStreams: Bool = false, writer: any FileWriting = SystemFileWriter()
    ) throws(SystemError) {
        self.replaces = replaces
        let status = try? FileStatus.of(path, followingLinks: true)
        if let status {
            if !takesStreams || status.kind == .folder { try status.checkRegular() }
            if !replaces { throw SystemError("open", code: EEXIST) }
            if status.kind != .regular {
                self.path = path
                hidden = nil
                self.writer = StreamWriter()
                file = try OpenFile.open(path, O_WRONLY | O_NOCTTY)
                return
            }
        }
        let path = status == nil ? path : Self.resolved(path)
        let parts = PathParts(path)
        let mode = mode ?? status?.permissions
        self.path = path
        self.writer = writer
        let hidden = "\(parts.folder).\(parts.name).\(getpid()).part"
        self.hidden = hidden
        unsafe unlink(hidden)
        file = try OpenFile.open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode == nil ? 0o666 : 0o600)
        if let mode { _ = try retrying("fchmod") { fchmod(file.descriptor, mode_t(truncatingIfNeeded: mode)) } }
    }

    deinit {
        if !isFinished, let hidden { unsafe unlink(hidden) }
    }

    /// Returns the path without symbolic links.
    private static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        try writer.writeAll(bytes, at: Int64(count), to: file.descriptor)
        count += bytes.count
    }

    /// Gives the file its name.
    package func finish() throws(SystemError) {
        guard let hidden else { return }
        if replaces {
            try OpenFile.rename(hidden, to: path)
        } else {
            do throws(SystemError) {
                // Unlike `rename`, `link` never replaces a file that somebody has created in the meantime.
                _ = try retrying("link") { unsafe link(hidden, path) }
                unsafe unlink(hidden)
            } catch  where [EPERM, ENOTSUP, ENOSYS].contains(error.code) {
                // Some file systems, such as FAT, have no hard links.
                if (try? FileStatus.of(path, followingLinks: false)) != nil { throw SystemError("link", code: EEXIST) }
                try OpenFile.rename(hidden, to: path)
            }
        }
        isFinished = true
    }
}
