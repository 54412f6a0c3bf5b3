/// A connection to an inspector that stores batch after batch. Its methods block.
package struct BatchConnection: Sendable {
    package let inspector: RunningInspector
    private let connection: SocketConnection
    private let timeout: Int32

    init(_ connection: SocketConnection, to inspector: RunningInspector, timeout: Int32) throws(SocketConnection.Over) {
        self.connection = connection
        self.inspector = inspector
        self.timeout = timeout
        try connection.send("deliver --batches http\n", timeout: timeout)
    }

    /// Whether the inspector has closed the connection. The inspector sends nothing between batches, so only a closed one is readable.
    package var isClosed: Bool {
        guard let ready = try? Readiness.wait([(connection.file.descriptor, Readiness.readable)], milliseconds: 0) else { return true }
        return ready[0] != 0
    }

    /// Delivers lines with one record each and returns the number of records that the inspector has stored in its journal: all of them.
    ///
    /// Throws ``SocketError/refused(pid:reason:)`` if no record was stored. After any other error, the connection cannot be used again, and
    /// the records may or may not have been stored.
    ///
    /// - Parameter lines: At most ``RecordLimits/batch`` bytes, the last of which is a line end.
    package func deliver(_ lines: [UInt8]) throws(SocketError) -> Int {
        guard !lines.isEmpty else { return 0 }
        let answer: String
        do throws(SocketConnection.Over) {
            try connection.send(Array("\(lines.count)\n".utf8) + lines, timeout: timeout)
            // The inspector sends one line for each batch, so nothing is left in the buffer.
            var buffer = LineBuffer(limit: 65_536, capacity: 512)
            answer = try connection.receiveLine(&buffer, timeout: timeout)
        } catch {
            throw InspectorClient.broken(error, inspector, timeout: timeout)
        }
        if answer.hasPrefix("ok "), let count = Int(answer.dropFirst(3)) { return count }
        guard answer.hasPrefix("error ") else { throw .broken(pid: inspector.pid, reason: "it ended before it had accepted everything") }
        throw .refused(pid: inspector.pid, reason: String(answer.dropFirst(6)))
    }
}

extension InspectorClient {
    /// Connects to an inspector, in order to deliver batch after batch.
    package func batches(to inspector: RunningInspector) throws(SocketError) -> BatchConnection {
        do throws(SocketConnection.Over) {
            return try BatchConnection(connect(to: inspector), to: inspector, timeout: timeout)
        } catch {
            throw Self.broken(error, inspector, timeout: timeout)
        }
    }
}
