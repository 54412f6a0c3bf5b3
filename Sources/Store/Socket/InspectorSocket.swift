import Listening
import Records
import Tasks

/// The socket through which other commands reach this inspector. It is an HTTP listener with the settings ``ListenerSettings/socket``.
package final class InspectorSocket: Sendable {
    package let path: String
    private let records: Records
    private let feed: EventFeed
    private let listener: HTTPListener
    private let identity: FileStatus?

    /// Listens in the folder (`Folders.runtime`), and creates it with mode 0700 if necessary. Removes the sockets of inspectors that have
    /// ended.
    ///
    /// - Parameters:
    ///   - isKept: Whether records are saved. If not, what `linkscope send` and the desktop deliver is held in memory, and what apps post is
    ///     refused.
    package init(
        folder: String, records: Records, isKept: Bool = true, pid: Int32 = getpid(), timeouts: HTTPListener.Timeouts = .socket,
        events: @escaping EventFeed.Lines
    ) throws(SocketError) {
        try failing(as: SocketError.folder, Folders.makePrivate(folder))
        let folder = SocketFolder(path: folder)
        folder.removeStale()
        let (file, path) = try folder.listen(pid: pid)
        identity = try? FileStatus.of(path, followingLinks: false)
        self.path = path
        self.records = records
        feed = EventFeed(events)
        do throws(SystemError) {
            let service = ListenerService(.socket, records: records, isKept: isKept)
            listener = try HTTPListener([file], service, feed: feed, timeouts: timeouts)
        } catch {
            unsafe unlink(path)
            throw .cannotListen(path: path, error)
        }
    }

    deinit {
        close()
    }

    /// Informs the clients that follow the event stream that there are new events.
    package func eventsAppended() { feed.appended() }

    /// Closes all connections and removes the socket.
    package func close() {
        guard listener.close() else { return }
        // If the socket file was removed in the meantime, another inspector may use its name now.
        if let identity, let now = try? FileStatus.of(path, followingLinks: false), now.isSameFile(as: identity) { unsafe unlink(path) }
        records.outbox?.wakeAll()
    }
}
