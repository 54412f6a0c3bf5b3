/// Waits until a file in some folders has been written, replaced or removed, without polling.
package struct FolderWatcher: ~Copyable {
    private let events: OpenFile
    #if canImport(Darwin)
        /// The descriptors that are watched, because kqueue watches descriptors and not paths.
        private var watched: [OpenFile] = []
    #else
        private var watches: [Int32] = []
    #endif

    package init() throws(SystemError) {
        #if canImport(Darwin)
            events = OpenFile(adopting: try retrying("kqueue") { kqueue() })
        #else
            events = OpenFile(adopting: try retrying("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        #endif
    }

    /// Waits until a file has changed since the folders were watched or the last wait. Which one, the caller finds out.
    package func wait() throws(SystemError) {
        _ = try Readiness.wait([(events.descriptor, Readiness.readable)])
        drain()
    }

    /// Returns the folders of files, each once.
    private static func folders(of paths: some Sequence<String>) -> Set<String> {
        Set(
            paths.map { path in
                guard let slash = path.lastIndex(of: "/") else { return "." }
                return slash == path.startIndex ? "/" : String(path[..<slash])
            })
    }

    #if canImport(Darwin)
        /// Watches these files, and no others. A folder that does not exist is left out.
        package mutating func watch(_ paths: some Collection<String>) throws(SystemError) {
            watched.removeAll()
            for path in Array(paths) + Self.folders(of: paths) {
                guard let file = try? OpenFile.open(path, O_EVTONLY) else { continue }
                var change = kevent()
                change.ident = UInt(file.descriptor)
                change.filter = Int16(EVFILT_VNODE)
                change.flags = UInt16(EV_ADD | EV_CLEAR)
                change.fflags = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_LINK)
                let queue = events.descriptor
                _ = try retrying("kevent") { unsafe kevent(queue, &change, 1, nil, 0, nil) }
                watched.append(file)
            }
        }

        private func drain() {
            var taken = [kevent](repeating: kevent(), count: 16)
            var now = timespec()
            while unsafe kevent(events.descriptor, nil, 0, &taken, Int32(taken.count), &now) > 0 {}
        }
    #else
        /// Watches these files, and no others. A folder that does not exist is left out.
        package mutating func watch(_ paths: some Collection<String>) throws(SystemError) {
            for watch in watches { inotify_rm_watch(events.descriptor, watch) }
            watches.removeAll()
            // A file that is being written is of no use until it is closed.
            let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
            let queue = events.descriptor
            for folder in Self.folders(of: paths) {
                let watch = unsafe inotify_add_watch(queue, folder, mask)
                if watch >= 0 {
                    watches.append(watch)
                } else if errno != ENOENT, errno != ENOTDIR {
                    throw SystemError("inotify_add_watch", code: errno)
                }
            }
        }

        private func drain() {
            var taken = [UInt8](repeating: 0, count: 4096)
            while unsafe read(events.descriptor, &taken, taken.count) > 0 {}
        }
    #endif
}
