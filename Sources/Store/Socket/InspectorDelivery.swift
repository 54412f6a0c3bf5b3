package import Listening
import Synchronization

/// Delivers posts to a running inspector. If that inspector has ended, finds another one.
package final class InspectorDelivery: Sendable {
    private struct State: Sendable {
        var connection: InspectorConnection?
        /// The inspector or the error that was reported last; nil at the start.
        var reported: Report?
    }

    /// The inspector that gets the records, or why none does.
    package enum Report: Sendable, Hashable {
        case inspector(Int32)
        case failed(SocketError)
    }

    private let client: InspectorClient
    private let pid: Int32?
    private let report: @Sendable (Report) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - pid: The process ID of the inspector; nil for the newest one.
    ///   - report: Called when another inspector gets the records, and when a delivery fails for another reason than the one before.
    package init(_ client: InspectorClient, pid: Int32?, report: @escaping @Sendable (Report) -> Void) {
        self.client = client
        self.pid = pid
        self.report = report
    }

    /// The inspector that gets the records that arrive now; nil if none runs.
    package var inspector: Int32? {
        let connected = state.withLock { state in state.connection.flatMap { $0.isClosed ? nil : $0.inspector.pid } }
        return connected ?? (try? client.choose(pid: pid).pid)
    }

    /// Connects to the inspector, so that the first delivery does not have to. Returns what is to be reported.
    package func start() -> Report {
        var (connection, report) = (nil as InspectorConnection?, Report.failed(.noInspector))
        do throws(SocketError) {
            let opened = try open(nil)
            (connection, report) = (opened, .inspector(opened.inspector.pid))
        } catch {
            report = .failed(error)
        }
        state.withLock { $0 = State(connection: connection, reported: report) }
        return report
    }

    /// Delivers lines, and returns when the inspector has stored all of their records. One thread at a time may call this.
    package func deliver(_ lines: [UInt8]) throws(SocketError) {
        let idle = state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        do throws(SocketError) {
            let connection = try open(idle)
            _ = try connection.post(lines, to: "/listen")
            settle(connection, .inspector(connection.inspector.pid))
        } catch {
            settle(nil, .failed(error))
            throw error
        }
    }

    private func open(_ idle: InspectorConnection?) throws(SocketError) -> InspectorConnection {
        if let idle, !idle.isClosed { return idle }
        return try client.connect(to: client.choose(pid: pid))
    }

    private func settle(_ connection: InspectorConnection?, _ report: Report) {
        let isNews = state.withLock { state in
            state.connection = connection
            defer { state.reported = report }
            return state.reported != report
        }
        if isNews { self.report(report) }
    }
}

extension ListenerService {
    /// Creates a service that delivers records to another process.
    package convenience init(_ settings: ListenerSettings, _ delivery: InspectorDelivery) {
        self.init(
            settings,
            store: { lines, _ throws(GroupCommit.Failure) in
                try failing(as: { (error: SocketError) in GroupCommit.Failure(error.description) }, delivery.deliver(lines))
            }, inspector: { delivery.inspector }, now: { MonotonicClock.nanoseconds() })
    }
}
