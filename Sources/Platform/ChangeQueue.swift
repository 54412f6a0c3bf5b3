/// Reports that watched files have changed, with inotify on Linux and kqueue on macOS. It does not report which file has changed.
package struct ChangeQueue: ~Copyable {
    /// The descriptor to wait for. It is readable when something has changed and, after ``drain()``, again at the next change.
    package let descriptor: Int32
    /// The watches: their numbers on Linux, and open files on macOS, because kqueue watches descriptors and not paths.
    private var watched: [Int32] = []

    package init() throws(SystemError) {
        #if canImport(Darwin)
            descriptor = try retrying("kqueue") { kqueue() }
        #else
            descriptor = try retrying("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
        #endif
    }

    deinit {
        #if canImport(Darwin)
            for file in watched { close(file) }
        #endif
        close(descriptor)
    }

    #if canImport(Darwin)
        package mutating func forgetAll() {
            // Closing a file removes it from the queue.
            for file in watched { close(file) }
            watched.removeAll()
        }

        /// Watches the file or folder that is at this path now. The watch follows that file or folder, even if it is renamed.
        package mutating func watchFile(_ path: String) throws(SystemError) {
            try watch(path, NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB | NOTE_LINK)
        }

        /// Watches a folder for new names: of files that are created in the folder or moved into it.
        package mutating func watchNames(in folder: String) throws(SystemError) { try watchFile(folder) }

        /// Watches files for being written, replaced or removed. A file or a folder that does not exist is left out.
        ///
        /// - Parameter folders: The folders of the files.
        package mutating func watchWrites(to files: some Collection<String>, in folders: Set<String>) throws(SystemError) {
            // A watch on a folder reports only changes of names, so the files are watched too.
            for path in Array(files) + folders {
                do throws(SystemError) {
                    try watch(path, NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_LINK)
                } catch  where error.call == "open" {
                    continue
                }
            }
        }

        private mutating func watch(_ path: String, _ changes: Int32) throws(SystemError) {
            let file = try retrying("open") { unsafe open(path, O_EVTONLY | O_CLOEXEC) }
            watched.append(file)
            var change = unsafe kevent()
            unsafe change.ident = UInt(file)
            unsafe change.filter = Int16(EVFILT_VNODE)
            unsafe change.flags = UInt16(EV_ADD | EV_CLEAR)
            unsafe change.fflags = UInt32(changes)
            let queue = descriptor
            _ = try retrying("kevent") { unsafe kevent(queue, &change, 1, nil, 0, nil) }
        }

        /// Removes the changes so far from the queue.
        package func drain() {
            var taken = unsafe Array(repeating: kevent(), count: 16)
            var now = timespec()
            while unsafe kevent(descriptor, nil, 0, &taken, Int32(taken.count), &now) > 0 {}
        }
    #else
        package mutating func forgetAll() {
            for watch in watched { inotify_rm_watch(descriptor, watch) }
            watched.removeAll()
        }

        /// Watches the file that is at this path now. The watch follows that file, even if it is renamed.
        package mutating func watchFile(_ path: String) throws(SystemError) {
            try watch(path, UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF))
        }

        /// Watches a folder for new names: of files that are created in the folder or moved into it.
        package mutating func watchNames(in folder: String) throws(SystemError) {
            try watch(folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
        }

        /// Watches files for being written, replaced or removed. A folder that does not exist is left out.
        ///
        /// - Parameter folders: The folders of the files.
        package mutating func watchWrites(to _: some Collection<String>, in folders: Set<String>) throws(SystemError) {
            // A file that is still being written is incomplete, so a write is reported only when the file is closed.
            let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
            for folder in folders {
                do throws(SystemError) {
                    try watch(folder, mask)
                } catch  where [ENOENT, ENOTDIR].contains(error.code) {
                    continue
                }
            }
        }

        private mutating func watch(_ path: String, _ mask: UInt32) throws(SystemError) {
            let queue = descriptor
            watched.append(try retrying("inotify_add_watch") { unsafe inotify_add_watch(queue, path, mask) })
        }

        /// Removes the changes so far from the queue.
        package func drain() {
            var taken = [UInt8](repeating: 0, count: 4096)
            while unsafe read(descriptor, &taken, taken.count) > 0 {}
        }
    #endif
}
