import Records
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads the records of a regular file where they lie, on a thread of its own, and follows the file as it grows.
package final class FileSource: Sendable {
    /// As it was given: what the program calls this source.
    package let name: String
    let path: String
    let records: Records
    let isFollowing: Bool
    let patience: Int32
    let reopened: ReopenedFile?
    private let wake: Wake
    private let isCancelledFlag = Atomic(false)

    /// - Parameters:
    ///   - follow: Whether to stay and deliver what is appended.
    ///   - patience: How long an unfinished last line may wait for its newline before it is taken as a record, in milliseconds.
    package init(path: String, records: Records, follow: Bool = true, patience: Int32 = 200) throws(SystemError) {
        name = path
        self.path = Self.absolute(path)
        self.records = records
        isFollowing = follow
        self.patience = patience
        reopened = nil
        wake = try Wake()
    }

    /// Goes on with a file that a reopened session had read.
    package init(_ reopened: ReopenedFile, records: Records, follow: Bool = true, patience: Int32 = 200) throws(SystemError) {
        name = reopened.path
        path = reopened.path
        self.records = records
        isFollowing = follow
        self.patience = patience
        self.reopened = reopened
        wake = try Wake()
    }

    /// Begins to read; what goes wrong is told as the source's state.
    package func start() {
        do throws(SystemError) {
            try BackgroundThread.start { [self] in
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

    /// Ends the reading soon; what has been delivered stays.
    package func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        wake.signal()
        records.outbox.wakeAll()
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }

    func tell(_ state: SourceState) {
        records.outbox.put(.source(name: name, state))
    }

    /// The journal must find the file again from another folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }
}
