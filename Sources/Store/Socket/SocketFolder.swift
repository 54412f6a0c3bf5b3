// Each inspector has one socket, named after its process: `4711.sock`. If another inspector already uses this name, for example in a
// container that shares the folder, the name is `4711.1.sock`, and so on. A socket is bound under a hidden name, and gets its visible name
// only after it listens. So if no process listens on a visible socket, its inspector has ended, and the socket may be removed.

/// The folder with the sockets of running inspectors.
struct SocketFolder: Sendable {
    let path: String

    /// Returns all sockets in the folder, including those of inspectors that have ended.
    func sockets() -> [RunningInspector] {
        FolderListing.names(in: path).compactMap { name in
            guard !name.hasPrefix("."), name.hasSuffix(".sock"), let number = name.split(separator: ".").first,
                let pid = Int32(number), let status = try? FileStatus.of("\(path)/\(name)", followingLinks: false),
                status.kind == .socket, status.owner == geteuid()
            else { return nil }
            return RunningInspector(pid: pid, path: "\(path)/\(name)", startedAt: status.modifiedAt)
        }
    }

    /// Removes the sockets on which no process listens.
    func removeStale() {
        for socket in sockets() where !isAlive(socket.path) { unsafe unlink(socket.path) }
        // A crash after binding leaves a hidden socket, which is removed if its process has ended.
        for name in FolderListing.names(in: path) where name.hasPrefix(".") && name.hasSuffix(".sock") {
            guard let pid = name.dropFirst().split(separator: ".").first.flatMap({ Int32($0) }), pid > 0 else { continue }
            if kill(pid, 0) != 0, errno == ESRCH { unsafe unlink("\(path)/\(name)") }
        }
    }

    /// Returns whether an inspector listens on a socket, even if it is too busy to accept the connection.
    func isAlive(_ socket: String) -> Bool {
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: socket)
            return true
        } catch {
            return error.code != ECONNREFUSED && error.code != ENOENT
        }
    }

    /// Listens under the first free name for this process.
    func listen(pid: Int32) throws(SocketError) -> (listener: OpenFile, path: String) {
        for attempt in 0..<100 {
            let name = attempt == 0 ? "\(pid).sock" : "\(pid).\(attempt).sock"
            let hidden = "\(path)/.\(name)"
            do throws(SystemError) {
                let listener = try UnixSocket.listen(at: hidden)
                // Unlike `rename`, `link` fails if the name exists.
                var code = unsafe link(hidden, "\(path)/\(name)") == 0 ? 0 : errno
                // If the file system has no hard links for sockets, the socket is renamed. Renaming could replace the socket of another
                // inspector, but two inspectors almost never have the same name.
                if code != 0, code != EEXIST { code = unsafe rename(hidden, "\(path)/\(name)") == 0 ? 0 : errno }
                unsafe unlink(hidden)
                if code == 0 { return (listener, "\(path)/\(name)") }
                if code != EEXIST { throw SystemError("link", code: code) }
            } catch  where error.code == EADDRINUSE {
                continue
            } catch {
                throw .cannotListen(path: "\(path)/\(name)", error)
            }
        }
        throw .cannotListen(path: path, SystemError("bind", code: EADDRINUSE))
    }
}
