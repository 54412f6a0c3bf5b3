import Records
import Synchronization
import Tasks

/// Reads the records of a regular file on its own thread, and follows the file as it grows. The records are not copied to the journal.
package final class FileSource: Sendable {
    /// The name given by the user, which identifies the source.
    package let name: String
    let path: String
    let records: Records
    let isFollowing: Bool
    let patience: Int32
    let reopened: ReopenedFile?
    /// The copy of a stream that is read in place of the file at the path; nil if the file itself is read.
    let copy: OpenFile?
    private let wake: Wake
    private let isCancelledFlag = Atomic(false)

    /// - Parameters:
    ///   - follow: Whether to keep waiting for new data at the end.
    ///   - patience: The time in milliseconds after which an incomplete last line becomes a record without its newline.
    package init(path: String, records: Records, follow: Bool = true, patience: Int32 = 200) throws(SystemError) {
        name = path
        self.path = Self.absolute(path)
        self.records = records
        isFollowing = follow
        self.patience = patience
        reopened = nil
        copy = nil
        wake = try Wake()
    }

    /// Reads the copy of a stream with this name.
    init(_ copy: SpoolFile, of name: String, records: Records) throws(SystemError) {
        self.name = name
        path = name
        self.records = records
        isFollowing = false
        patience = 0
        reopened = nil
        self.copy = copy.file
        wake = try Wake()
    }

    /// Continues with a file that a reopened session was reading.
    package init(_ reopened: ReopenedFile, records: Records, follow: Bool = true, patience: Int32 = 200) throws(SystemError) {
        name = reopened.path
        path = reopened.path
        self.records = records
        isFollowing = follow
        self.patience = patience
        self.reopened = reopened
        copy = nil
        wake = try Wake()
    }

    /// Starts reading. Errors are reported as the state of the source.
    package func start() {
        do throws(SystemError) {
            try WorkerThread.start("file") { [self] in
                do throws(SystemError) {
                    var reading = FileReading(self, wake: wake)
                    try reading.run()
                } catch {
                    tell(.failed(reason: "\(path): \(error.reason)"))
                }
            }
        } catch {
            tell(.failed(reason: error.description))
        }
    }

    /// Requests the thread to stop reading. Records that were delivered are kept.
    package func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        wake.signal()
        records.outbox.wakeAll()
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }

    func tell(_ state: SourceState) {
        records.tell(name, state)
    }

    /// Returns the absolute path. The journal needs it, because the session may be continued in another folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }
}
