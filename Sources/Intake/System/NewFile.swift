/// A file that appears under its name only when it is complete.
///
/// The bytes go to a hidden temporary file in the same folder, which is renamed when complete and removed if the object is released first.
package final class NewFile {
    private let path: String
    private let hidden: String
    private let replaces: Bool
    private let file: OpenFile
    private let writer: any FileWriting
    private var isFinished = false
    package private(set) var count = 0

    /// - Parameters:
    ///   - replaces: Whether an existing file may be replaced.
    ///   - mode: The permissions of the file; nil for those that new files of the user have.
    /// - Throws: `EEXIST` if the file exists and may not be replaced, or another error of the system.
    package init(
        path: String, replaces: Bool, mode: UInt32? = nil, writer: any FileWriting = SystemFileWriter()
    ) throws(SystemError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { path[...$0] } ?? ""
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        if let status = try? FileStatus.of(path, followingLinks: true) {
            if status.kind == .folder { throw SystemError("open", code: EISDIR) }
            if !replaces { throw SystemError("open", code: EEXIST) }
        }
        self.path = path
        self.replaces = replaces
        self.writer = writer
        hidden = "\(folder).\(name).\(getpid()).part"
        unsafe unlink(hidden)
        file = try OpenFile.open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode == nil ? 0o666 : 0o600)
        if let mode { _ = try retrying("fchmod") { fchmod(file.descriptor, mode_t(truncatingIfNeeded: mode)) } }
    }

    deinit {
        if !isFinished { unsafe unlink(hidden) }
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let written = try writer.write(bytes.extracting(done...), at: Int64(count + done), to: file.descriptor)
            if written <= 0 { throw SystemError("write", code: EIO) }
            done += written
        }
        count += done
    }

    /// Gives the file its name.
    package func finish() throws(SystemError) {
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
