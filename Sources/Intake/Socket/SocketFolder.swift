#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// One socket an inspector, named by its process: `4711.sock`. Where that name is taken by one that listens (an inspector in another container
// that shares the folder), `4711.1.sock`, and so on. A socket is bound under a hidden name and renamed once it listens, so that a name that
// is seen and that nobody listens on is always that of a dead inspector, and may be removed.

/// The folder where the sockets of running inspectors are.
struct SocketFolder: Sendable {
    let path: String

    /// Makes the folder, or refuses it.
    func prepare() throws(SocketError) {
        do throws(Folders.Problem) {
            try Folders.makePrivate(path)
        } catch {
            throw .folder(error)
        }
    }

    /// The sockets that are there, dead ones among them.
    func sockets() -> [(path: String, pid: Int32, startedAt: Int64)] {
        FolderListing.names(in: path).compactMap { name in
            guard !name.hasPrefix("."), name.hasSuffix(".sock"), let number = name.split(separator: ".").first,
                let pid = Int32(number), let status = try? FileStatus.of("\(path)/\(name)", followingLinks: false),
                status.kind == .socket, status.owner == geteuid()
            else { return nil }
            return ("\(path)/\(name)", pid, status.modifiedAt)
        }
    }

    /// Removes the sockets that nobody listens on.
    func removeStale() {
        for socket in sockets() where !isAlive(socket.path) { unsafe unlink(socket.path) }
        // What a crash left between binding and renaming.
        for name in FolderListing.names(in: path) where name.hasPrefix(".") && name.hasSuffix(".sock") {
            guard let pid = name.dropFirst().split(separator: ".").first.flatMap({ Int32($0) }), pid > 0 else { continue }
            if kill(pid, 0) != 0, errno == ESRCH { unsafe unlink("\(path)/\(name)") }
        }
    }

    /// Whether someone listens; one who has no time just now does.
    func isAlive(_ socket: String) -> Bool {
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: socket)
            return true
        } catch {
            return error.code != ECONNREFUSED && error.code != ENOENT
        }
    }

    /// Listens under the first name for that process that is free.
    func listen(pid: Int32) throws(SocketError) -> (listener: OpenFile, path: String) {
        for attempt in 0..<100 {
            let name = attempt == 0 ? "\(pid).sock" : "\(pid).\(attempt).sock"
            let hidden = "\(path)/.\(name)"
            do throws(SystemError) {
                let listener = try UnixSocket.listen(at: hidden)
                // `link` does not take a name that is there, as `rename` would.
                var code = unsafe link(hidden, "\(path)/\(name)") == 0 ? 0 : errno
                // A file system without links for sockets: a name that is taken is lost to its owner, which is as good as never.
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
