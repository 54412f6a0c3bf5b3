package import Listening
import Records
package import Tasks

/// A source of records. It reads on its own thread and reports its state.
package protocol IntakeSource: Sendable {
    var name: String { get }
    var records: Records { get }
    func start()
    func cancel()
    /// After `cancel`, returns a future that settles when no program runs any more that the source has started.
    func ended() -> Future<Void>
    var refusals: ListenerCounts { get }
}

extension IntakeSource {
    package func ended() -> Future<Void> { Future(()) }
    package var refusals: ListenerCounts { ListenerCounts() }

    func tell(_ state: SourceState) { records.tell(name, state) }
}

extension FileSource: IntakeSource {}
extension StreamSource: IntakeSource {}

extension Records {
    /// Lets a source read on a thread of its own. Tells why reading has failed, or why there is no thread.
    ///
    /// - Parameters:
    ///   - place: What the source reads, for the user.
    ///   - atEnd: Called when the source reads no more.
    func read(
        from name: String, at place: String, thread: String, atEnd: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () throws(SystemError) -> Void
    ) {
        do throws(SystemError) {
            try WorkerThread(thread).run { [self] in
                defer { atEnd() }
                do throws(SystemError) { try body() } catch { tell(name, .failed(reason: "\(place): \(error.reason)")) }
            }
        } catch {
            tell(name, .failed(reason: error.description))
            atEnd()
        }
    }

    /// Returns the source for a path. The records of a regular file stay in the file. The records from a pipe or device are copied to the
    /// journal.
    package func source(path: String, follow: Bool = true) throws(SystemError) -> any IntakeSource {
        switch try FileStatus.of(path, followingLinks: true).kind {
        case .regular: return try FileSource(path: path, records: self, follow: follow)
        case .folder: throw SystemError("open", code: EISDIR)
        case .socket, .link, .pipe, .device, .other: return try StreamSource(path: path, records: self)
        }
    }

    /// Returns the source for standard input. If it is a regular file, its records stay in the file, and reading ends at its end.
    package func standardInput(descriptor: Int32 = STDIN_FILENO) throws(SystemError) -> any IntakeSource {
        if lseek(descriptor, 0, SEEK_CUR) == 0, let path = SystemCall.path(of: descriptor) {
            var status = stat()
            _ = try retrying("fstat") { unsafe fstat(descriptor, &status) }
            let given = FileStatus(status)
            if given.kind == .regular, let named = try? FileStatus.of(path, followingLinks: false), named.isSameFile(as: given) {
                return try FileSource(path: path, records: self, follow: false)
            }
        }
        return try StreamSource(descriptor: descriptor, records: self)
    }
}
