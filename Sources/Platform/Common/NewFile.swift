/// A file that appears under its name only when it is complete.
///
/// The bytes go to a hidden temporary file in the same folder, which is renamed when complete and removed if the object is released first.
/// A file that is replaced keeps its permissions. A symbolic link is refused: in a folder that somebody else has filled, such as that of a
/// pull request, it could lead to any file of the user. A device or a pipe cannot be replaced: it is refused, or the bytes go into it at once.
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
    ///   - takesStreams: Whether the bytes may go into a device or a pipe, such as `/dev/stdout`. Writing waits for the reader of a pipe, so
    ///     this is only for commands, which Ctrl-C ends. A pipe that nobody reads is refused.
    ///   - followsLinks: Whether the file behind a symbolic link is replaced rather than refused. This is for the user's settings, which some
    ///     users keep in another folder.
    /// - Throws: `EEXIST` if the file exists and may not be replaced, or another error of the system.
    package init(
        path: String, replaces: Bool, mode: UInt32? = nil, takesStreams: Bool = false, followsLinks: Bool = false,
        writer: any FileWriting = SystemFileWriter()
    ) throws(SystemError) {
        self.replaces = replaces
        // The links of the system, such as `/dev/stdout`, are not those of a stranger.
        if !followsLinks, !path.isOfSystem, let link = try? FileStatus.of(path, followingLinks: false), link.kind == .link {
            try link.checkRegular()
        }
        let status = try? FileStatus.of(path, followingLinks: true)
        if let status {
            if !takesStreams || status.kind == .folder { try status.checkRegular() }
            if !replaces { throw SystemError("open", code: EEXIST) }
            if status.kind != .regular {
                self.path = path
                hidden = nil
                self.writer = StreamWriter()
                file = try OpenFile.open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
                _ = fcntl(file.descriptor, F_SETFL, fcntl(file.descriptor, F_GETFL) & ~O_NONBLOCK)
                return
            }
        }
        let path = status == nil || !followsLinks ? path : SystemCall.resolved(path) ?? path
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

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        try writer.writeAll(bytes, at: Int64(count), to: file.descriptor)
        count += bytes.count
    }

    /// Appends the last bytes, or all of them, and gives the file its name.
    package func finish(with bytes: [UInt8]) throws(SystemError) {
        try append(bytes.span)
        try finish()
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

/// A file without a name, for data that is too large for memory and is read back later. It disappears with the object.
package final class SpoolFile {
    package let file: OpenFile
    private let writer = SystemFileWriter()
    package private(set) var count = 0

    /// - Parameter path: A path in the folder of the file. The file has a hidden name beside it for a moment.
    package init(beside path: String) throws(SystemError) {
        let parts = PathParts(path)
        let hidden = "\(parts.folder).\(parts.name).\(getpid()).spool"
        unsafe unlink(hidden)
        file = try OpenFile.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        unsafe unlink(hidden)
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        try writer.writeAll(bytes, at: Int64(count), to: file.descriptor)
        count += bytes.count
    }

    /// Appends what a pipe or a device has until its end, and waits for it.
    package func append(everythingFrom descriptor: Int32) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: Self.piece)
        while true {
            // A pipe that is opened without waiting has no end until a writer has opened it.
            _ = try Readiness.wait([(descriptor, Readiness.readable)])
            let count = try retrying("read") { unsafe systemRead(descriptor, &piece, piece.count) }
            if count == 0 { return }
            try append(piece.span.extracting(..<count))
        }
    }

    private static let piece = 1 << 16

    /// Passes a part of the file on, piece by piece.
    package func read(_ range: Range<Int>, _ take: (Span<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try file.bytes(at: Int64(place), count: min(Self.piece, range.upperBound - place))
            if bytes.isEmpty { throw SystemError("read", code: EIO) }
            try take(bytes.span)
            place += bytes.count
        }
    }
}

extension String {
    /// Whether a path leads to what the system itself provides, such as `/dev/stdout` and the pipes that a shell makes for `<(…)`.
    package var isOfSystem: Bool { ["/dev/", "/proc/"].contains { utf8.starts(with: $0.utf8) } }
}

/// The folder and the name of a file, as its path has them.
package struct PathParts {
    /// The path up to its last slash, with the slash; empty if the path has none.
    package let folder: String
    /// What follows the last slash; empty if the path ends with one.
    package let name: String

    package init(_ path: String) {
        // Searches bytes, as the system does. In Swift, a slash and a combining accent after it would be one character.
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
        folder = String(path[..<start])
        name = String(path[start...])
    }

    /// The folder, as the system understands it: `.` if the path has none.
    package var openableFolder: String { folder.isEmpty ? "." : folder }

    /// Returns the absolute path; nil if the path is relative and the folder of the process is unknown.
    package static func absolute(_ path: String) -> String? {
        if path.hasPrefix("/") { return path }
        guard let folder = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }
}
