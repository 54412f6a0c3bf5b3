/// Waits for changes to a file without polling.
///
/// While the name exists, the file is watched and not its folder, because other programs may change the folder often. When the name is
/// gone, the folder is watched until the name appears again.
struct FileWatcher: ~Copyable {
    enum Answer: Sendable { case changed, timeout, cancelled }

    private let path: String
    private let cancel: Wake
    private let events: OpenFile
    #if canImport(Darwin)
        /// The descriptor that is watched, because kqueue watches descriptors and not paths.
        private var watched: OpenFile?
    #else
        private var watch: Int32 = -1
    #endif

    init(path: String, cancel: Wake) throws(SystemError) {
        self.path = path
        self.cancel = cancel
        #if canImport(Darwin)
            events = OpenFile(adopting: try retrying("kqueue") { kqueue() })
        #else
            events = OpenFile(adopting: try retrying("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        #endif
    }

    /// Waits until the file changes, the time has passed, or `cancel` is signaled.
    func wait(milliseconds: Int32? = nil) throws(SystemError) -> Answer {
        let ready = try Readiness.wait(
            [(cancel.descriptor, Readiness.readable), (events.descriptor, Readiness.readable)], milliseconds: milliseconds)
        if ready[0] != 0 { return .cancelled }
        guard ready[1] != 0 else { return .timeout }
        drain()
        return .changed
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    #if canImport(Darwin)
        mutating func watchFile() throws(SystemError) { try watch(path) }
        mutating func watchFolder() throws(SystemError) { try watch(folder) }

        private mutating func watch(_ path: String) throws(SystemError) {
            let file = try OpenFile.open(path, O_EVTONLY)
            var change = kevent()
            change.ident = UInt(file.descriptor)
            change.filter = Int16(EVFILT_VNODE)
            change.flags = UInt16(EV_ADD | EV_CLEAR)
            change.fflags = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB | NOTE_LINK)
            let queue = events.descriptor
            _ = try retrying("kevent") { unsafe kevent(queue, &change, 1, nil, 0, nil) }
            // The assignment closes the descriptor that was watched before, and closing removes it from the queue.
            watched = file
        }

        private func drain() {
            var taken = [kevent](repeating: kevent(), count: 16)
            var now = timespec()
            while unsafe kevent(events.descriptor, nil, 0, &taken, Int32(taken.count), &now) > 0 {}
        }
    #else
        /// Watches the file that has the path now.
        mutating func watchFile() throws(SystemError) {
            try watch(path, UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF))
        }

        /// Watches the folder for the name to appear again.
        mutating func watchFolder() throws(SystemError) {
            try watch(folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
        }

        private mutating func watch(_ path: String, _ mask: UInt32) throws(SystemError) {
            if watch >= 0 { inotify_rm_watch(events.descriptor, watch) }
            watch = -1
            let queue = events.descriptor
            watch = try retrying("inotify_add_watch") { unsafe inotify_add_watch(queue, path, mask) }
        }

        private func drain() {
            var taken = [UInt8](repeating: 0, count: 4096)
            while unsafe read(events.descriptor, &taken, taken.count) > 0 {}
        }
    #endif
}
