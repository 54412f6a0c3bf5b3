import Platform

/// A file of the user's settings, which is read and replaced as a whole.
///
/// A program that reads the file finds the old text or the new one, never a part. A symbolic link stays: the file to which it leads is
/// replaced. The permissions of the file stay too.
struct DesktopFile: Sendable {
    /// The maximum size of a file, in bytes. The files of a desktop have a few kilobytes.
    private static let limit = 4 << 20

    let path: String

    /// Returns the bytes of the file; nil if there is no such file.
    func read() throws(HandlerError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try OpenFile.open(path, O_RDONLY | O_NONBLOCK)
            guard try file.status().kind == .regular else {
                throw SystemError("open", code: EINVAL, detail: "this is not a regular file")
            }
            let bytes = try file.bytes(at: 0, count: Self.limit + 1)
            guard bytes.count <= Self.limit else {
                throw SystemError("read", code: EFBIG, detail: "the file is larger than \(Self.limit >> 20) MiB")
            }
            return bytes
        } catch  where error.code == ENOENT {
            guard try status(followingLinks: false) == nil else { throw HandlerError(path: path, reason: Self.dangling) }
            return nil
        } catch {
            throw problem(error)
        }
    }

    /// Replaces the text of the file, or creates the file in an existing folder.
    ///
    /// - Parameter mode: The permissions of a new file; nil for those that new files of the user have.
    func replace(_ bytes: [UInt8], mode: UInt32? = nil) throws(HandlerError) {
        let target = try target()
        let old = try DesktopFile(path: target).status(followingLinks: true)
        try failing(as: problem, NewFile(path: target, replaces: true, mode: old?.permissions ?? mode).finish(with: bytes))
    }

    /// Removes the file. A symbolic link is removed, and the file to which it leads stays.
    func remove() throws(HandlerError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw problem(.last("unlink")) }
    }

    /// The path of the file itself, without symbolic links.
    private func target() throws(HandlerError) -> String {
        guard try status(followingLinks: false) != nil else { return path }
        if let resolved = SystemCall.resolved(path) { return resolved }
        guard errno == ENOENT else { throw problem(.last("realpath")) }
        throw HandlerError(path: path, reason: Self.dangling)
    }

    private static let dangling = "this is a symbolic link to a file that does not exist; create the file or remove the link"

    /// Returns the status of the file; nil if it does not exist.
    private func status(followingLinks: Bool) throws(HandlerError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus.of(path, followingLinks: followingLinks)
        } catch  where error.code == ENOENT || error.code == ENOTDIR {
            return nil
        } catch {
            throw problem(error)
        }
    }

    fileprivate func problem(_ error: SystemError) -> HandlerError { HandlerError(path: path, reason: error.reason) }
}

/// Folders of the user's settings.
enum DesktopFolder {
    /// Creates a folder and its missing parents, with the permissions that the XDG Base Directory Specification asks for. Returns the folders
    /// that were created, outermost first.
    static func make(_ path: String) throws(HandlerError) -> [String] {
        var created: [String] = []
        let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
        for end in ends {
            let folder = String(path[..<end])
            if unsafe mkdir(folder, 0o700) == 0 {
                created.append(folder)
            } else if errno != EEXIST, end == path.endIndex {
                throw HandlerError(path: folder, reason: "cannot be created: \(SystemError.last("mkdir").reason)")
            }
        }
        return created
    }

    /// Waits until no other process of linkscope has locked a folder, and locks it. The lock is released with the returned file.
    static func lock(_ path: String) throws(HandlerError) -> OpenFile {
        let problem = DesktopFile(path: path).problem
        let folder = try failing(as: problem, OpenFile.open(path, O_RDONLY))
        try failing(as: problem, folder.waitForLock(LOCK_EX))
        return folder
    }
}
