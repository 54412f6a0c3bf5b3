import Records
import Synchronization
import Tasks

/// Reads the records of a regular file on its own thread, and follows the file as it grows. The records are not copied to the journal.
package final class FileSource: Sendable {
    /// The name given by the user, which identifies the source.
    package let name: String
    let path: String
    package let records: Records
    let isFollowing: Bool
    let patience: Int32
    let reopened: ReopenedFile?
    /// The copy of a stream that is read in place of the file at the path; nil if the file itself is read.
    let copy: OpenFile?
    private let wake: Wake
    private let isCancelledFlag = Atomic(false)

    private init(
        name: String, path: String, records: Records, follow: Bool, patience: Int32, reopened: ReopenedFile? = nil, copy: OpenFile? = nil
    ) throws(SystemError) {
        self.name = name
        self.path = path
        self.records = records
        isFollowing = follow
        self.patience = patience
        self.reopened = reopened
        self.copy = copy
        wake = try Wake()
    }

    /// - Parameters:
    ///   - follow: Whether to keep waiting for new data at the end.
    ///   - patience: The time in milliseconds after which an incomplete last line becomes a record without its newline.
    package convenience init(path: String, records: Records, follow: Bool = true, patience: Int32 = 200) throws(SystemError) {
        // The journal needs an absolute path, because the session may be continued in another folder.
        let absolute = PathParts.absolute(path) ?? path
        try self.init(name: path, path: absolute, records: records, follow: follow, patience: patience)
    }

    /// Reads the copy of a stream with this name.
    convenience init(_ copy: SpoolFile, of name: String, records: Records) throws(SystemError) {
        try self.init(name: name, path: name, records: records, follow: false, patience: 0, copy: copy.file)
    }

    /// Continues with a file that a reopened session was reading.
    package convenience init(_ reopened: ReopenedFile, records: Records) throws(SystemError) {
        try self.init(name: reopened.path, path: reopened.path, records: records, follow: true, patience: 200, reopened: reopened)
    }

    /// Starts reading. Errors are reported as the state of the source.
    package func start() {
        records.read(from: name, at: path, thread: "file") { [self] () throws(SystemError) in
            var reading = FileReading(self, wake: wake)
            try reading.run()
        }
    }

    /// Requests the thread to stop reading. Records that were delivered are kept.
    package func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        wake.signal()
        records.outbox?.wakeAll()
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }
}

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

/// Waits until a file in some folders has been written, replaced or removed, without polling.
package struct FolderWatcher: ~Copyable {
    private var queue: ChangeQueue

    package init() throws(SystemError) { queue = try ChangeQueue() }

    /// Waits until a file has changed since the folders were watched or the last wait. Does not tell which file has changed.
    package func wait() throws(SystemError) {
        _ = try Readiness.wait([(queue.descriptor, Readiness.readable)])
        queue.drain()
    }

    /// Watches these files, and no others. A folder that does not exist is left out.
    package mutating func watch(_ paths: some Collection<String>) throws(SystemError) {
        queue.forgetAll()
        try queue.watchWrites(to: paths, in: Set(paths.map { PathParts($0).openableFolder }))
    }
}
