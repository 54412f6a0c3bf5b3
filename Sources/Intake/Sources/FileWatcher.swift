import Platform

/// Waits for changes to a file without polling.
///
/// While the name exists, the file is watched and not its folder, because other programs may change the folder often. When the name is
/// gone, the folder is watched until the name appears again.
struct FileWatcher: ~Copyable {
    enum Answer: Sendable { case changed, timeout, cancelled }

    private let path: String
    private let cancel: Wake
    private var queue: ChangeQueue

    init(path: String, cancel: Wake) throws(SystemError) {
        self.path = path
        self.cancel = cancel
        queue = try ChangeQueue()
    }

    /// Waits until the file changes, the time has passed, or `cancel` is signaled.
    func wait(milliseconds: Int32? = nil) throws(SystemError) -> Answer {
        let ready = try Readiness.wait(
            [(cancel.descriptor, Readiness.readable), (queue.descriptor, Readiness.readable)], milliseconds: milliseconds)
        if ready[0] != 0 { return .cancelled }
        guard ready[1] != 0 else { return .timeout }
        queue.drain()
        return .changed
    }

    /// Watches the file that has the path now.
    mutating func watchFile() throws(SystemError) {
        queue.forgetAll()
        try queue.watchFile(path)
    }

    /// Watches the folder for the name to appear again.
    mutating func watchFolder() throws(SystemError) {
        queue.forgetAll()
        try queue.watchNames(in: PathParts(path).openableFolder)
    }
}
