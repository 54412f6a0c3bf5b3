/// A descriptor that is closed when the last reference is released.
package final class OpenFile: Sendable {
    package let descriptor: Int32

    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a file with `O_CLOEXEC`. `mode` is used if the call creates the file.
    package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> OpenFile {
        OpenFile(adopting: try retrying("open") { systemOpen(path, flags | O_CLOEXEC, mode) })
    }

    /// Opens a regular file. A named pipe, a device, a socket and a folder are refused at once: opening a pipe could wait forever for its
    /// other end.
    package static func regular(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            let file = try open(path, flags | O_NONBLOCK | O_NOCTTY, mode: mode)
            try file.status().checkRegular()
            return file
        } catch  where error.code == ENXIO {
            // A socket cannot be opened, and a pipe without a reader cannot be opened for writing.
            try FileStatus.of(path, followingLinks: true).checkRegular()
            throw error
        }
    }

    /// Creates a pipe. Programs that are started later do not inherit its ends.
    package static func makePipe() throws(SystemError) -> (reader: OpenFile, writer: OpenFile) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("pipe") { SystemCall.makePipe(&ends) }
        return (OpenFile(adopting: ends[0]), OpenFile(adopting: ends[1]))
    }

    /// Makes reads and writes return at once instead of waiting.
    package func stopWaiting() { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

    /// Renames a file. A file that has the new name is replaced.
    package static func rename(_ path: String, to renamed: String) throws(SystemError) {
        _ = try retrying("rename") { systemRename(path, renamed) }
    }

    /// Makes the file the one that was changed last.
    package func touch() throws(SystemError) { _ = try retrying("futimens") { futimens(descriptor, nil) } }

    /// Locks the file with `flock` if no other process holds a lock that excludes this one. Returns whether the file is locked.
    ///
    /// - Parameter kind: `LOCK_EX` or `LOCK_SH`.
    package func lock(_ kind: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try retrying("flock") { flock(descriptor, kind | LOCK_NB) }
            return true
        } catch  where error.code == EWOULDBLOCK {
            return false
        }
    }

    /// Locks the file with `flock`, and waits for other locks to end.
    package func waitForLock(_ kind: Int32) throws(SystemError) { _ = try retrying("flock") { flock(descriptor, kind) } }

    package func unlock() { flock(descriptor, LOCK_UN) }

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retrying("fstat") { unsafe fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// Reads at an offset. Returns fewer bytes than requested only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try retrying("pread") { unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done)) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    package func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        // `read` fills at most the buffer and returns how many bytes it has written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(SystemError) {
                unsafe initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
                initialized = 0
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads from a pipe or a socket as many bytes as there are, up to a limit. Returns none at the end. Returns nil if there are none at the
    /// moment and the descriptor does not wait.
    package func receive(atMost most: Int) throws(SystemError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: most)
        do throws(SystemError) {
            let count = try retrying("read") { unsafe systemRead(descriptor, &bytes, most) }
            bytes.removeLast(most - count)
            return bytes
        } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
            return nil
        }
    }
}

// Types with a method named `read`, `rename` or `open` cannot call the system function of this name directly. So they call these functions.
package func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
private func systemRename(_ path: String, _ renamed: String) -> Int32 { unsafe rename(path, renamed) }
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }

/// The status of a file: the results of `stat` that this target needs.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable { case regular, folder, socket, link, pipe, device, other }

    package var kind: Kind
    package var device: UInt64
    package var inode: UInt64
    package var size: Int64
    package var owner: UInt32
    package var permissions: UInt32
    /// Milliseconds since 1970.
    package var modifiedAt: Int64

    package init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFSOCK: kind = .socket
        case S_IFLNK: kind = .link
        case S_IFIFO: kind = .pipe
        case S_IFCHR, S_IFBLK: kind = .device
        default: kind = .other
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        owner = status.st_uid
        permissions = UInt32(status.st_mode) & 0o7777
        let modified = status.modified
        modifiedAt = Int64(modified.tv_sec) * 1000 + Int64(modified.tv_nsec) / 1_000_000
    }

    /// Returns the status of a path. Symbolic links are followed only if `followingLinks` is true.
    package static func of(_ path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retrying("stat") { unsafe followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Throws an error that says what this is, unless it is a regular file.
    package func checkRegular() throws(SystemError) {
        let name: String
        switch kind {
        case .regular: return
        case .folder: throw SystemError("open", code: EISDIR)
        case .socket: name = "a socket"
        case .link: name = "a symbolic link"
        case .pipe: name = "a named pipe"
        case .device: name = "a device"
        case .other: throw SystemError("open", code: EINVAL, detail: "this is not a regular file")
        }
        throw SystemError("open", code: EINVAL, detail: "this is \(name), not a regular file")
    }
}

/// Reads files that can only be regular files.
package enum RegularFile {
    /// Returns the first bytes of a file; fewer if the file is shorter. Never waits for the writer of a pipe.
    package static func beginning(of path: String, count: Int) throws(SystemError) -> [UInt8] {
        let file = try OpenFile.regular(path, O_RDONLY)
        // One byte more, so that a file that grows is not taken for a shorter one.
        return try file.bytes(at: 0, count: min(count, Int(clamping: try file.status().size).advanced(by: 1)))
    }
}

/// A file of the user that another library opens by its path, such as a database.
package enum PrivateFile {
    /// Creates the file with mode 0600 if it does not exist. A symbolic link is refused.
    package static func create(_ path: String) throws(SystemError) {
        _ = try OpenFile.regular(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    }

    /// Returns the first bytes of a file; fewer if the file is shorter.
    package static func beginning(of path: String, count: Int) throws(SystemError) -> [UInt8] {
        try OpenFile.regular(path, O_RDONLY | O_NOFOLLOW).bytes(at: 0, count: count)
    }

    package static func remove(_ path: String) { unsafe unlink(path) }
}
