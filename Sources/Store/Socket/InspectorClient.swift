import JSONDocument
import Listening
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
        try failing(as: SocketError.folder, Folders.checkPrivate(folder.path))
        return folder.sockets()
            .filter { folder.isAlive($0.path) }
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

    /// Delivers the records in a text. Returns their number when the inspector has stored them in its journal. If some of them could not be
    /// stored, the error tells how many were stored before.
    ///
    /// - Parameter source: `.send` for a text with one record per line, or one for each link of a line that has other text around links;
    ///   `.desktop` for a text in which each line is a record, whatever it contains.
    package func deliver(
        _ text: [UInt8], to inspector: RunningInspector, from source: RecordSource = .send
    ) throws(SocketError) -> Int {
        let connection = try connect(to: inspector)
        let path = source == .desktop ? "/desktop" : "/send"
        let newline = UInt8(ascii: "\n")
        var kept = 0
        // A post is one group, so that large texts of several senders take turns.
        var (body, lines) = ([] as [UInt8], 0)
        var start = 0
        do throws(SocketError) {
            while start < text.count {
                let end = text[start...].firstIndex(of: newline) ?? text.count
                let line = text[start..<end].last == UInt8(ascii: "\r") ? text[start..<(end - 1)] : text[start..<end]
                start = end + 1
                if line.count > PostFormat.records.longestRecord {
                    kept += try connection.post(body, to: path)
                    let limit = PostFormat.records.longestRecord >> 20
                    throw .refused(pid: inspector.pid, reason: "a line is longer than \(limit) MiB")
                }
                if source == .send, let links = PastedText.links(inLine: line.span) {
                    for link in links { body += link.bytes + [newline] }
                } else if RecordKind(of: line.span) != nil {
                    body += line
                    body.append(newline)
                }
                lines += 1
                if body.count >= LineGroup.fullSize || lines == RecordLimits.together {
                    kept += try connection.post(body, to: path)
                    (body, lines) = ([], 0)
                }
            }
            return try kept + connection.post(body, to: path)
        } catch .refused(let pid, let reason) {
            throw .refused(pid: pid, reason: "\(kept) accepted, then: \(reason)")
        } catch .broken(let pid, let reason) where kept > 0 {
            throw .broken(pid: pid, reason: "\(kept) accepted, then: \(reason)")
        }
    }

    /// Passes each line of the inspector's event stream to the closure, until the stream ends or the closure returns `false`.
    ///
    /// - Parameter reader: The descriptor to which the closure writes the lines. The method also ends when the other end of this descriptor
    ///   is closed.
    package func events(
        of inspector: RunningInspector, follow: Bool, reader: Int32? = nil, _ take: ([UInt8]) -> Bool
    ) throws(SocketError) {
        var connection = try connect(to: inspector)
        try connection.events(follow: follow, reader: reader, take)
    }

    /// Connects to an inspector, in order to send it one request after another.
    func connect(to inspector: RunningInspector) throws(SocketError) -> InspectorConnection {
        // Many simultaneous senders can fill the queue of pending connections. So connecting is tried a hundred times, at intervals of 50
        // ms.
        for _ in 0..<100 {
            do throws(SystemError) {
                let connection = SocketConnection(file: try UnixSocket.connect(to: inspector.path))
                return InspectorConnection(inspector: inspector, connection: connection, timeout: timeout)
            } catch  where error.code == EAGAIN {
                _ = try? Readiness.wait([], milliseconds: 50)
            } catch {
                throw .broken(pid: inspector.pid, reason: error.reason)
            }
        }
        throw .broken(pid: inspector.pid, reason: "no answer for \(timeout / 1000) s")
    }
}

/// A connection over which an inspector gets one request after another. Its methods block. After an error, it cannot be used again.
struct InspectorConnection: Sendable {
    let inspector: RunningInspector
    fileprivate var connection: SocketConnection
    fileprivate let timeout: Int32

    /// Whether the inspector has closed the connection. The inspector sends nothing between requests, so only a closed one is readable.
    var isClosed: Bool {
        guard let ready = try? Readiness.wait([(connection.file.descriptor, Readiness.readable)], milliseconds: 0) else { return true }
        return ready[0] != 0
    }

    /// Posts lines with one record each. Returns their number when the inspector has stored all of them.
    ///
    /// Throws ``SocketError/refused(pid:reason:)`` if none was stored. After another error, they may or may not have been stored.
    func post(_ lines: [UInt8], to path: String) throws(SocketError) -> Int {
        guard !lines.isEmpty else { return 0 }
        // The inspector answers one request at a time, so nothing is left in the buffer.
        var buffer = LineBuffer(limit: 65_536, capacity: 512)
        let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(lines.count)\r\n\r\n"
        try ask(Array(head.utf8) + lines, &buffer)
        guard let count = JSONDocument(Array(try receiveLine(&buffer).utf8)).root?["accepted"].flatMap({ Int($0.text) }) else {
            throw ended
        }
        return count
    }

    /// Passes each line of the event stream to the closure, until the stream ends or the closure returns `false`. Ends also when the other
    /// end of the descriptor `reader` is closed.
    mutating func events(follow: Bool, reader: Int32?, _ take: ([UInt8]) -> Bool) throws(SocketError) {
        var buffer = LineBuffer(limit: RecordLimits.kept, capacity: 1 << 16)
        try ask(Array("GET /events\(follow ? "/follow" : "") HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), &buffer)
        connection.reader = reader
        do throws(SocketConnection.Over) {
            repeat {
                while let line = buffer.nextLine() {
                    if !take(Array(buffer.bytes[line.range])) { return }
                }
            } while try connection.receive(into: &buffer, timeout: follow ? nil : timeout) > 0
        } catch .cancelled {
            return
        } catch {
            throw broken(error)
        }
    }

    /// Sends a request, and receives the head of its answer. Throws if the request was refused.
    private func ask(_ request: [UInt8], _ buffer: inout LineBuffer) throws(SocketError) {
        do throws(SocketConnection.Over) {
            try connection.send(request, timeout: timeout)
        } catch .failed(let error) where error.code == EPIPE || error.code == ECONNRESET {
            // The inspector has stopped reading. Its answer has the reason.
        } catch {
            throw broken(error)
        }
        let status = try receiveLine(&buffer)
        if status.isEmpty { throw ended }
        // An older inspector answers with a line of its own protocol.
        guard status.hasPrefix("HTTP/1.1 ") else { throw .older(pid: inspector.pid) }
        while try !receiveLine(&buffer).isEmpty {}
        if status.hasPrefix("HTTP/1.1 2") { return }
        let reason = JSONDocument(Array(try receiveLine(&buffer).utf8)).root?["error"]?.stringValue
        throw .refused(pid: inspector.pid, reason: reason ?? status)
    }

    private func receiveLine(_ buffer: inout LineBuffer) throws(SocketError) -> String {
        try failing(as: broken, connection.receiveLine(&buffer, timeout: timeout))
    }

    private var ended: SocketError { .broken(pid: inspector.pid, reason: "it ended before it had accepted everything") }

    private func broken(_ over: SocketConnection.Over) -> SocketError {
        switch over {
        case .timeout: .broken(pid: inspector.pid, reason: "no answer for \(timeout / 1000) s")
        case .cancelled: .broken(pid: inspector.pid, reason: "the connection was closed")
        case .failed(let error): .broken(pid: inspector.pid, reason: error.reason)
        }
    }
}

/// An error between a command and a running inspector. Its description tells what failed and what to do.
package enum SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    case folder(Folders.Problem)
    case cannotListen(path: String, SystemError)
    case noInspector
    /// Inspectors are running, but none has this process ID.
    case noSuchInspector(pid: Int32, running: [Int32])
    /// The connection failed, or the inspector did not follow the protocol.
    case broken(pid: Int32, reason: String)
    case refused(pid: Int32, reason: String)
    /// The inspector is of a version with another protocol.
    case older(pid: Int32)

    package var description: String {
        switch self {
        case .folder(let problem):
            "the folder of the inspectors' sockets cannot be used: \(problem)"
        case .cannotListen(let path, let error):
            "\(path): \(error)"
        case .noInspector:
            "no inspector is running: start `linkscope` in another terminal"
        case .noSuchInspector(let pid, let running):
            "no inspector \(pid) is running; running now: \(running.map(String.init).joined(separator: ", "))"
        case .broken(let pid, let reason):
            "inspector \(pid) does not answer: \(reason); look at its screen for the reason"
        case .refused(let pid, let reason):
            "inspector \(pid) refused: \(reason)"
        case .older(let pid):
            "inspector \(pid) is of an older version of linkscope: end it and start it again"
        }
    }
}
