package import Records

/// A running inspector that other commands can reach.
package struct RunningInspector: Sendable, Hashable {
    package var pid: Int32
    package var path: String
    /// Milliseconds since 1970.
    package var startedAt: Int64
}

/// The client side of the socket, for commands such as `linkscope send` and `linkscope events`. Its methods block.
package struct InspectorClient: Sendable {
    private let folder: SocketFolder
    let timeout: Int32

    /// - Parameters:
    ///   - folder: The folder with the sockets, from `Folders.runtime`.
    ///   - timeout: The maximum time to wait for an inspector to send or accept data, in milliseconds.
    package init(folder: String, timeout: Int32 = 30_000) {
        self.folder = SocketFolder(path: folder)
        self.timeout = timeout
    }

    /// Returns the running inspectors, newest first. Throws if the folder is not private, because then another user's program could answer
    /// in it.
    package func running() throws(SocketError) -> [RunningInspector] {
        guard (try? FileStatus.of(folder.path, followingLinks: false)) != nil else { return [] }
        do throws(Folders.Problem) {
            try Folders.checkPrivate(folder.path)
        } catch {
            throw .folder(error)
        }
        return folder.sockets()
            .filter { folder.isAlive($0.path) }
            .map { RunningInspector(pid: $0.pid, path: $0.path, startedAt: $0.startedAt) }
            .sorted { ($0.startedAt, $0.pid) > ($1.startedAt, $1.pid) }
    }

    /// Returns the inspector with this process ID, or the newest inspector if `pid` is nil.
    package func choose(pid: Int32? = nil) throws(SocketError) -> RunningInspector {
        let running = try running()
        guard let newest = running.first else { throw .noInspector }
        guard let pid else { return newest }
        guard let chosen = running.first(where: { $0.pid == pid }) else {
            throw .noSuchInspector(pid: pid, running: running.map(\.pid))
        }
        return chosen
    }

    /// Returns a sentence that names the inspectors that were not chosen; nil if there are none.
    package func mention(ofOthersThan chosen: RunningInspector) throws(SocketError) -> String? {
        let others = try running().filter { $0.pid != chosen.pid }
        guard !others.isEmpty else { return nil }
        let pids = others.map { "\($0.pid)" }.joined(separator: ", ")
        guard others.count > 1 else { return "Inspector \(pids) is running too; --to \(pids) uses it." }
        return "Inspectors \(pids) are running too; --to PID uses one of them."
    }

    /// Delivers the lines of a text. Returns the number of records that the inspector has stored in its journal. Throws if some of the
    /// records could not be stored.
    ///
    /// - Parameter source: `.send`, or `.desktop` for lines that are one link each.
    package func deliver(
        _ text: [UInt8], to inspector: RunningInspector, from source: RecordSource = .send
    ) throws(SocketError) -> Int {
        let answer: String
        do throws(SocketConnection.Over) {
            let connection = try connect(to: inspector)
            do throws(SocketConnection.Over) {
                try connection.send(source == .send ? "deliver\n" : "deliver \(source.rawValue)\n", timeout: timeout)
                try connection.send(text.last == UInt8(ascii: "\n") ? text : text + [UInt8(ascii: "\n")], timeout: timeout)
            } catch .failed(let error) where error.code == EPIPE || error.code == ECONNRESET {
                // The inspector has stopped reading. Its answer has the reason.
            }
            UnixSocket.endSending(connection.file)
            var buffer = LineBuffer(limit: 65_536, capacity: 4096)
            answer = try connection.receiveLine(&buffer, timeout: timeout)
        } catch {
            throw Self.broken(error, inspector, timeout: timeout)
        }
        if answer.hasPrefix("ok "), let count = Int(answer.dropFirst(3)) { return count }
        guard answer.hasPrefix("error ") else { throw .broken(pid: inspector.pid, reason: "it ended before it had accepted everything") }
        throw .refused(pid: inspector.pid, reason: String(answer.dropFirst(6)))
    }

    /// Passes each line of the inspector's event stream to the closure, until the stream ends or the closure returns `false`.
    ///
    /// - Parameter reader: The descriptor to which the closure writes the lines. The method also ends when the other end of this descriptor
    ///   is closed.
    package func events(
        of inspector: RunningInspector, follow: Bool, reader: Int32? = nil, _ take: ([UInt8]) -> Bool
    ) throws(SocketError) {
        do throws(SocketConnection.Over) {
            var connection = try connect(to: inspector)
            connection.reader = reader
            try connection.send(follow ? "events --follow\n" : "events\n", timeout: timeout)
            var buffer = LineBuffer(limit: RecordLimits.kept, capacity: 1 << 16)
            while try connection.receive(into: &buffer, timeout: follow ? nil : timeout) > 0 {
                while let line = buffer.nextLine() {
                    if !take(Array(buffer.bytes[line.range])) { return }
                }
            }
        } catch .cancelled {
            return
        } catch {
            throw Self.broken(error, inspector, timeout: timeout)
        }
    }

    func connect(to inspector: RunningInspector) throws(SocketConnection.Over) -> SocketConnection {
        // Many simultaneous senders can fill the queue of pending connections. So connecting is tried a hundred times, at intervals of 50
        // ms.
        for _ in 0..<100 {
            do throws(SystemError) {
                return SocketConnection(file: try UnixSocket.connect(to: inspector.path))
            } catch  where error.code == EAGAIN {
                _ = try? Readiness.wait([], milliseconds: 50)
            } catch {
                throw .failed(error)
            }
        }
        throw .timeout
    }

    static func broken(_ over: SocketConnection.Over, _ inspector: RunningInspector, timeout: Int32) -> SocketError {
        switch over {
        case .timeout: .broken(pid: inspector.pid, reason: "no answer for \(timeout / 1000) s")
        case .cancelled: .broken(pid: inspector.pid, reason: "the connection was closed")
        case .failed(let error): .broken(pid: inspector.pid, reason: error.reason)
        }
    }
}

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
