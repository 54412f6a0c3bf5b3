import Listening
import Records
import Synchronization

/// Lets apps on this machine post records to this inspector over HTTP. It is what `linkscope listen` does, without a second process.
package final class HTTPSource: IntakeSource {
    private struct State: Sendable {
        var listener: HTTPListener?
        var isCancelled = false
    }

    package let name = SourceName.http
    private let port: UInt16
    private let records: Records
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
            let service = ListenerService(
                settings, store: { [records] lines throws(GroupCommit.Failure) in try Self.store(lines, records) },
                inspector: { getpid() }, now: { MonotonicClock.nanoseconds() })
            let listener = try HTTPListener(bound, service)
            let isCancelled = state.withLock { state in
                state.listener = listener
                return state.isCancelled
            }
            if isCancelled { return listener.close() }
            tell(.listening(at: settings.url))
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

    package var refusals: SourceRefusals {
        let counts = state.withLock { $0.listener?.service.counts } ?? ListenerCounts()
        return SourceRefusals(count: counts.refused, last: counts.lastRefusal)
    }

    private static func store(_ lines: [UInt8], _ records: Records) throws(GroupCommit.Failure) {
        switch records.append(together: LineGroup.groups(of: lines, records.reader), from: .http) {
        case .kept(let count), .held(let count, _): records.count(count, from: SourceName.http)
        case .refused(_, let reason): throw GroupCommit.Failure(reason)
        }
        records.outbox.waitForRoom()
    }

    private func tell(_ state: SourceState) { records.tell(name, state) }
}
