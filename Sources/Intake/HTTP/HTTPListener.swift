package import Listening
import Synchronization
import Tasks

/// Accepts HTTP connections, and serves each on its own thread.
package final class HTTPListener: Sendable {
    /// The maximum times in milliseconds.
    package struct Timeouts: Sendable {
        /// Between two requests of a connection.
        package var idle: Int64 = 60_000
        /// From the first byte of a request to the end of its header fields.
        package var head: Int64 = 10_000
        /// From the end of the header fields to the end of the body.
        package var body: Int64 = 30_000

        package init() {}
    }

    private struct State {
        var connections = 0
        var isClosed = false
    }

    /// The maximum number of connections.
    static let maximum = 256

    let service: ListenerService
    let timeouts: Timeouts
    /// The wake that is signaled once, when the listener is closed.
    let cancel: Wake
    private let state = Mutex(State())

    package init(_ bound: BoundPort, _ service: ListenerService, timeouts: Timeouts = Timeouts()) throws(SystemError) {
        self.service = service
        self.timeouts = timeouts
        cancel = try Wake()
        try WorkerThread.start("http") { [cancel, weak self] in
            AcceptLoop.run(bound.files, cancel) { self?.serve($0) }
        }
    }

    deinit {
        close()
    }

    /// Closes the port and all connections.
    package func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if !wasClosed { cancel.signal() }
    }

    private func serve(_ file: OpenFile) {
        TCPSocket.sendAtOnce(file)
        let connection = SocketConnection(file: file, cancel: cancel)
        let isTooMuch = state.withLock { state in
            if state.connections >= Self.maximum || state.isClosed { return true }
            state.connections += 1
            return false
        }
        if isTooMuch { return refuse(connection) }
        do throws(SystemError) {
            try WorkerThread.start("http client") { [self] in
                HTTPConnection(service: service, connection: connection, timeouts: timeouts).run()
                state.withLock { $0.connections -= 1 }
            }
        } catch {
            state.withLock { $0.connections -= 1 }
            refuse(connection)
        }
    }

    private func refuse(_ connection: SocketConnection) {
        try? connection.send(service.counted(ListenerService.busy).bytes(closes: true), timeout: 0)
    }
}
