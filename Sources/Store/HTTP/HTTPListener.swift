package import Listening
import Records
import Synchronization
import Tasks

/// Accepts HTTP connections, and serves each on its own thread.
package final class HTTPListener: Sendable {
    /// The maximum times in milliseconds.
    package struct Timeouts: Sendable {
        /// Between two requests of a connection.
        package var idle: Int64
        /// From the connection, or from the first byte of a later request, to the end of the header fields.
        package var head: Int64 = 10_000
        /// From the end of the header fields to the end of the body.
        package var body: Int64 = 30_000

        package init(idle: Int64 = 60_000) { self.idle = idle }

        /// The times of an inspector's socket. `linkscope listen` keeps its connection while no app posts.
        package static let socket = Timeouts(idle: 24 * 3_600_000)
    }

    let service: ListenerService
    /// The events that clients can ask for.
    let feed: EventFeed?
    let timeouts: Timeouts
    /// The wake that is signaled once, when the listener is closed.
    let cancel: Wake
    private let places: ClientPlaces
    private let isClosed = Mutex(false)

    package convenience init(_ bound: BoundPort, _ service: ListenerService, timeouts: Timeouts = Timeouts()) throws(SystemError) {
        try self.init(bound.files, service, feed: nil, timeouts: timeouts)
    }

    init(_ files: [OpenFile], _ service: ListenerService, feed: EventFeed?, timeouts: Timeouts) throws(SystemError) {
        self.service = service
        self.feed = feed
        self.timeouts = timeouts
        places = ClientPlaces(atMost: service.settings.isSocket ? ClientPlaces.socketMaximum : ClientPlaces.maximum)
        cancel = try Wake()
        try WorkerThread("http").run { [cancel, weak self] in
            AcceptLoop.run(files, cancel) { self?.serve($0) }
        }
    }

    deinit {
        close()
    }

    /// Closes the listening sockets and all connections. Returns whether they were open.
    @discardableResult
    package func close() -> Bool {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { cancel.signal() }
        return !wasClosed
    }

    private func serve(_ file: OpenFile) {
        // A Unix socket always does, and ignores this.
        TCPSocket.sendAtOnce(file)
        let connection = SocketConnection(file: file, cancel: cancel)
        guard let place = places.take(for: file) else { return refuse(connection) }
        do throws(SystemError) {
            try WorkerThread("http client").run { [self] in
                HTTPConnection(listener: self, connection: connection, places: places, place: place).run()
                places.free(place)
            }
        } catch {
            places.free(place)
            refuse(connection)
        }
    }

    private func refuse(_ connection: SocketConnection) {
        try? connection.send(service.counted(ListenerService.busy).bytes(closes: true), timeout: 0)
    }
}

/// The connections of a listener, whose number has a limit. At the limit, the connection that has waited longest for the head of a request
/// gives way to a new one. So clients that say nothing, or nothing with a valid token, cannot keep others away.
final class ClientPlaces: Sendable {
    private struct Place: Sendable {
        let file: OpenFile
        /// The turn in which the connection began to wait for a request; nil while a post is received and stored.
        var waitsSince: Int?
    }

    private struct State: Sendable {
        var places: [Int: Place] = [:]
        var turn = 0

        mutating func nextTurn() -> Int {
            turn += 1
            return turn
        }
    }

    static let maximum = 256
    /// The number for the socket of an inspector, which needs its open files also for the journal, other files and pages.
    static let socketMaximum = 64

    private let most: Int
    private let state = Mutex(State())

    init(atMost most: Int) { self.most = most }

    /// Returns the number of a place for a connection; nil if all others receive posts.
    func take(for file: OpenFile) -> Int? {
        state.withLock { state in
            if state.places.count >= most {
                let waiting = state.places.compactMap { number, place in place.waitsSince.map { (number, $0) } }
                guard let longest = waiting.min(by: { $0.1 < $1.1 }), let place = state.places.removeValue(forKey: longest.0) else {
                    return nil
                }
                // Its thread reads the end, and ends.
                shutdown(place.file.descriptor, Int32(SHUT_RDWR))
            }
            let number = state.nextTurn()
            state.places[number] = Place(file: file, waitsSince: number)
            return number
        }
    }

    /// Keeps the place of a connection while it receives a post. Returns false if the connection has given way.
    func keep(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.places[number] != nil else { return false }
            state.places[number]?.waitsSince = nil
            return true
        }
    }

    /// Notes that a connection waits for its next request.
    func wait(_ number: Int) {
        state.withLock { state in
            let turn = state.nextTurn()
            state.places[number]?.waitsSince = turn
        }
    }

    func free(_ number: Int) { state.withLock { _ = $0.places.removeValue(forKey: number) } }
}

/// Lets apps on this machine post records to this inspector over HTTP. It is what `linkscope listen` does, without a second process.
package final class HTTPSource: IntakeSource {
    private struct State: Sendable {
        var listener: HTTPListener?
        var isCancelled = false
    }

    package let name = SourceName.http
    private let port: UInt16
    package let records: Records
    private let state = Mutex(State())

    /// - Parameter port: The port; 0 for one that the system chooses.
    package init(port: UInt16, records: Records) {
        self.port = port
        self.records = records
    }

    package func start() {
        do throws(SystemError) {
            let bound = try BoundPort(.loopback, port: port)
            let settings = ListenerSettings(port: bound.port)
            let listener = try HTTPListener(bound, ListenerService(settings, records: records, isKept: true))
            let isCancelled = state.withLock { state in
                state.listener = listener
                return state.isCancelled
            }
            if isCancelled { listener.close() } else { tell(.listening(at: settings.url)) }
        } catch {
            tell(.failed(reason: error.code == EADDRINUSE ? "port \(port) is in use; type :sources listen PORT" : error.description))
        }
    }

    package func cancel() {
        let listener = state.withLock { state in
            state.isCancelled = true
            return state.listener
        }
        listener?.close()
    }

    package var refusals: ListenerCounts { state.withLock { $0.listener?.service.counts } ?? ListenerCounts() }
}

extension ListenerService {
    /// Creates a service that stores records in the session of this inspector.
    ///
    /// - Parameter isKept: Whether the session is saved. If not, apps cannot post, because they would take a record for saved.
    convenience init(_ settings: ListenerSettings, records: Records, isKept: Bool) {
        self.init(
            settings,
            store: { lines, sender throws(GroupCommit.Failure) in
                let source: RecordSource =
                    switch sender {
                    case .app: .http
                    case .send: .send
                    case .desktop: .desktop
                    }
                // A client that waits here has its answer as soon as its records are stored.
                records.outbox?.waitForRoom()
                let groups = records.groups(of: [lines], from: source)
                switch records.append(groups, ifUnwritable: isKept || sender == .app ? .refuse : .hold) {
                case .kept(let count), .held(let count, _):
                    records.count(count, from: settings.isSocket ? SourceName.socket(source) : SourceName.http)
                case .refused(_, let reason): throw GroupCommit.Failure(reason)
                }
            }, inspector: { getpid() }, now: { MonotonicClock.nanoseconds() })
    }
}

/// A port on which this process listens, before it accepts connections.
package struct BoundPort: Sendable {
    package let addresses: [ListenAddress]
    package let port: UInt16
    let files: [OpenFile]

    /// Listens on a port of an address. With the usual loopback address, listens on the one of IPv6 too if the system has it, because
    /// programs differ in which of them `localhost` stands for.
    ///
    /// - Parameter port: The port; 0 for one that the system chooses.
    package init(_ address: ListenAddress, port: UInt16) throws(SystemError) {
        let first = try TCPSocket.listen(at: address, port: port)
        self.port = try TCPSocket.port(of: first)
        guard address == .loopback, let second = try? TCPSocket.listen(at: .loopbackIPv6, port: self.port) else {
            (addresses, files) = ([address], [first])
            return
        }
        (addresses, files) = ([address, .loopbackIPv6], [first, second])
    }
}
