import Synchronization

/// Delivers batch after batch to a running inspector. If that inspector has ended, finds another one.
package final class InspectorDelivery: Sendable {
    private struct State: Sendable {
        var connection: BatchConnection?
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
        var (connection, report) = (nil as BatchConnection?, Report.failed(.noInspector))
        do throws(SocketError) {
            let opened = try open(nil)
            (connection, report) = (opened, .inspector(opened.inspector.pid))
        } catch {
            report = .failed(error)
        }
        state.withLock { state in
            state.connection = connection
            state.reported = report
        }
        return report
    }

    /// Delivers lines, and returns when the inspector has stored all of their records. One thread at a time may call this.
    package func deliver(_ lines: [UInt8]) throws(SocketError) {
        let idle = state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        var connection: BatchConnection?
        do throws(SocketError) {
            let opened = try open(idle)
            connection = opened
            _ = try opened.deliver(lines)
            settle(opened, .inspector(opened.inspector.pid))
        } catch {
            // The connection can be used again only after a refusal.
            if case .refused = error {} else { connection = nil }
            settle(connection, .failed(error))
            throw error
        }
    }

    private func open(_ idle: BatchConnection?) throws(SocketError) -> BatchConnection {
        if let idle, !idle.isClosed { return idle }
        return try client.batches(to: client.choose(pid: pid))
    }

    private func settle(_ connection: BatchConnection?, _ report: Report) {
        let isNews = state.withLock { state in
            state.connection = connection
            defer { state.reported = report }
            return state.reported != report
        }
        if isNews { self.report(report) }
    }
}
