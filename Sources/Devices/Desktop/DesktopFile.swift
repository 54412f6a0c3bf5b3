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
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw problem("open") }
            guard try status(followingLinks: false) == nil else { throw HandlerError(path: path, reason: Self.dangling) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw problem("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw HandlerError(path: path, reason: "this is not a regular file") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe systemRead(descriptor, &chunk, chunk.count)
            if count < 0 {
                guard errno == EINTR else { throw problem("read") }
            } else if count == 0 {
                return bytes
            } else {
                bytes += chunk[..<count]
                guard bytes.count <= Self.limit else {
                    throw HandlerError(path: path, reason: "the file is larger than \(Self.limit >> 20) MiB")
                }
            }
        }
    }

    /// Replaces the text of the file, or creates the file in an existing folder.
    ///
    /// - Parameter mode: The permissions of a new file; nil for those that new files of the user have.
    func replace(_ bytes: [UInt8], mode: UInt32? = nil) throws(HandlerError) {
        let target = try target()
        let old = try DesktopFile(path: target).status(followingLinks: true)
        do throws(SystemError) {
            let file = try NewFile(path: target, replaces: true, mode: old.map { UInt32($0.st_mode) & 0o7777 } ?? mode)
            try file.append(bytes.span)
            try file.finish()
        } catch {
            throw HandlerError(path: path, reason: error.reason)
        }
    }

    /// Removes the file. A symbolic link is removed, and the file to which it leads stays.
    func remove() throws(HandlerError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw problem("unlink") }
    }

    /// The path of the file itself, without symbolic links.
    private func target() throws(HandlerError) -> String {
        guard try status(followingLinks: false) != nil else { return path }
        // The buffer that `realpath` allocates is copied and freed.
        guard let resolved = unsafe realpath(path, nil) else {
            guard errno == ENOENT else { throw problem("realpath") }
            throw HandlerError(path: path, reason: Self.dangling)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static let dangling = "this is a symbolic link to a file that does not exist; create the file or remove the link"

    /// Returns the status of the file; nil if it does not exist.
    private func status(followingLinks: Bool) throws(HandlerError) -> stat? {
        var status = stat()
        if unsafe (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 { return status }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw problem("stat")
    }

    private func problem(_ call: String) -> HandlerError { HandlerError(path: path, reason: SystemError(call, code: errno).reason) }
}

// `SettingsFile` has a method with the name of the system call, so it calls this function.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
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
                throw HandlerError(path: folder, reason: "cannot be created: \(SystemError("mkdir", code: errno).reason)")
            }
        }
        return created
    }

    /// Removes the folders that are empty, the last one first.
    static func removeEmpty(_ paths: [String]) {
        for path in paths.reversed() { unsafe rmdir(path) }
    }
}

/// A lock on a folder, which other processes of linkscope take too. It is released with the object.
final class FileLock {
    private let descriptor: Int32

    /// Waits until no other process has the lock.
    init(folder: String) throws(HandlerError) {
        descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HandlerError(path: folder, reason: SystemError("open", code: errno).reason) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw HandlerError(path: folder, reason: SystemError("flock", code: errno).reason) }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
