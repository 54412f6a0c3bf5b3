import Synchronization
import Tasks

// The protocol is made of lines of text. The first line that a client sends is its request:
//
//    deliver [desktop]   followed by lines, until the client closes its writing side. A line is one record, or one record for each link if
//                        it has other text around links. With `desktop`, a line is always one record. The answer is "ok N" when all N
//                        records are in the journal, or "error REASON". An incomplete line, without a newline, is not accepted.
//    deliver --batches http
//                        followed by batches, each a line with the number of its bytes and then that many bytes, which are whole lines with
//                        one record each. Each batch is stored as a whole or not at all, and is answered before the next one is read: "ok N"
//                        when its N records are in the journal, or "error REASON". The connection may be silent between batches.
//    events [--follow]   answered with one JSON object a line. With --follow, the stream continues with new events.
//
// Each connection has its own thread, so a slow, silent or malicious client does not delay other clients. There are at most `maximum`
// connections. Each connection holds one group or one batch of records, or one page of events, in memory.

/// The socket through which other commands reach this inspector.
package final class InspectorSocket: Sendable {
    /// Lines of events, and the cursor after the last of these events.
    package typealias EventPage = (lines: [[UInt8]], next: Int)

    /// Requests up to `limit` lines, starting at `cursor`. The first cursor is 0. `answer` must be called exactly once, on any thread. This
    /// is a callback and not an async function, because an async function would start the threads of the global executor, which wake the
    /// process every second. The answer is a function that makes the lines, so that records are read on the thread of the connection.
    package typealias EventLines =
        @Sendable (
            _ cursor: Int, _ limit: Int, _ answer: @escaping @Sendable (@escaping @Sendable () -> EventPage) -> Void
        ) -> Void

    struct State {
        var connections = 0
        var nextFollower = 0
        var followers: [Int: Wake] = [:]
        var isClosed = false
    }

    static let maximum = 32

    package let path: String
    let records: Records
    /// What happens to the lines of `deliver` if there is no journal.
    let unwritable: Records.Unwritable
    let events: EventLines
    let idleTimeout: Int32
    /// The wake that is signaled once, when the socket is closed.
    let cancel: Wake
    let state = Mutex(State())
    private let listener: OpenFile
    private let identity: FileStatus?

    /// Listens in the folder (`Folders.runtime`), and creates it with mode 0700 if necessary. Removes the sockets of inspectors that have
    /// ended.
    ///
    /// - Parameters:
    ///   - isKept: Whether records are saved. If not, `deliver` holds them in memory, and batches are refused.
    ///   - idleTimeout: The time in milliseconds after which a silent sender is disconnected.
    package init(
        folder: String, records: Records, isKept: Bool = true, pid: Int32 = getpid(), idleTimeout: Int32 = 30_000,
        events: @escaping EventLines
    ) throws(SocketError) {
        let folder = SocketFolder(path: folder)
        try folder.prepare()
        folder.removeStale()
        (listener, path) = try folder.listen(pid: pid)
        identity = try? FileStatus.of(path, followingLinks: false)
        self.records = records
        unwritable = isKept ? .refuse : .hold
        self.events = events
        self.idleTimeout = idleTimeout
        do throws(SystemError) {
            cancel = try Wake()
            try WorkerThread.start("socket") { [listener, cancel, weak self] in
                AcceptLoop.run([listener], cancel) { self?.serve($0) }
            }
        } catch {
            unsafe unlink(path)
            throw .cannotListen(path: path, error)
        }
    }

    deinit {
        close()
    }

    /// Informs the clients that follow the event stream that there are new events.
    package func eventsAppended() {
        let followers = state.withLock { Array($0.followers.values) }
        for follower in followers { follower.signal() }
    }

    /// Closes all connections and removes the socket.
    package func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if wasClosed { return }
        // If the socket file was removed in the meantime, another inspector may use its name now.
        if let identity, let now = try? FileStatus.of(path, followingLinks: false), now.isSameFile(as: identity) { unsafe unlink(path) }
        cancel.signal()
        records.outbox.wakeAll()
    }

    private func serve(_ file: OpenFile) {
        let connection = SocketConnection(file: file, cancel: cancel)
        let isTooMuch = state.withLock { state in
            if state.connections >= Self.maximum || state.isClosed { return true }
            state.connections += 1
            return false
        }
        if isTooMuch {
            try? connection.send("error \(Self.maximum) other connections are open; try again later\n", timeout: 0)
            return
        }
        do throws(SystemError) {
            try WorkerThread.start("connection") { [self] in
                ConnectionService(socket: self, connection: connection).run()
                state.withLock { $0.connections -= 1 }
            }
        } catch {
            state.withLock { $0.connections -= 1 }
            try? connection.send("error \(error)\n", timeout: 0)
        }
    }
}

/// Accepts the clients of one or more listening sockets.
enum AcceptLoop {
    /// Passes each client to `serve`, until `cancel` is signaled.
    static func run(_ listeners: [OpenFile], _ cancel: Wake, _ serve: (OpenFile) -> Void) {
        let watched = ([cancel.descriptor] + listeners.map(\.descriptor)).map { ($0, Readiness.readable) }
        while true {
            guard let ready = try? Readiness.wait(watched), ready[0] == 0 else { return }
            for (listener, events) in zip(listeners, ready.dropFirst()) where events != 0 {
                do throws(SystemError) {
                    serve(try UnixSocket.accept(from: listener))
                } catch  where [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) {
                    // There are not enough descriptors or memory to accept the client. Without the pause, this loop would spin while the
                    // client waits.
                    _ = try? Readiness.wait([(cancel.descriptor, Readiness.readable)], milliseconds: 100)
                } catch {
                    // The client disconnected before it was accepted.
                    continue
                }
            }
        }
    }
}
