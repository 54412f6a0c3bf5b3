import Bytes
import Dispatch
import Records
import Synchronization

/// Serves one connection on its own thread.
struct ConnectionService {
    let socket: InspectorSocket
    let connection: SocketConnection

    /// The maximum number of events in one request to the program.
    private static let page = 256

    func run() {
        do throws(SocketConnection.Over) {
            try answer()
        } catch {
            switch error {
            case .timeout: try? connection.send("error nothing arrived for \(socket.idleTimeout / 1000) s\n", timeout: 0)
            // The client has disconnected, or the inspector is closing.
            case .cancelled, .failed: return
            }
        }
    }

    private func answer() throws(SocketConnection.Over) {
        var buffer = LineBuffer(limit: RecordLimits.sent, capacity: 1 << 16)
        var request = buffer.nextLine()
        while request == nil, buffer.readOffset < 256 {
            if try connection.receive(into: &buffer, timeout: socket.idleTimeout) == 0 { return }
            request = buffer.nextLine()
        }
        let words = request.map { String(decoding: buffer.bytes[$0.range].prefix(64), as: UTF8.self) }
        switch words {
        case "deliver": try deliver(&buffer, from: .send)
        case "deliver desktop": try deliver(&buffer, from: .desktop)
        case "deliver --batches http": try deliverBatches(&buffer, from: .http)
        case "events": try sendEvents(isFollowing: false)
        case "events --follow": try sendEvents(isFollowing: true)
        default:
            let expected = "`deliver [desktop]`, `deliver --batches http` or `events [--follow]`"
            try connection.send("error the first line must be \(expected)\n", timeout: socket.idleTimeout)
        }
    }

    // MARK: deliver

    /// Receives records, one per line. A line of a user's text is searched for links; a line of the desktop is one link.
    private func deliver(_ buffer: inout LineBuffer, from source: RecordSource) throws(SocketConnection.Over) {
        var group = LineGroup(socket.records.reader)
        var kept = 0
        var problem: String?
        while problem == nil {
            while problem == nil, let line = buffer.nextLine() {
                if line.isCut {
                    problem = "a line is longer than \(RecordLimits.sent >> 20) MiB"
                } else {
                    if source == .desktop {
                        group.addRecord(buffer.bytes[line.range], isCut: false)
                    } else {
                        group.add(buffer.bytes[line.range], isCut: false)
                    }
                    if group.isFull { problem = keep(&group, &kept, from: source) }
                }
            }
            // The records received so far are written before the thread waits for more bytes.
            if let trouble = keep(&group, &kept, from: source) { problem = problem ?? trouble }
            if problem != nil { break }
            if try connection.receive(into: &buffer, timeout: socket.idleTimeout) == 0 {
                if buffer.hasRest { problem = "the last line does not end in a newline" }
                break
            }
        }
        let answer = problem.map { "error \(kept) accepted, then: \($0)" } ?? "ok \(kept)"
        try connection.send(answer + "\n", timeout: socket.idleTimeout)
    }

    /// Adds the group to the records. Returns nil, or the reason if this fails.
    private func keep(_ group: inout LineGroup, _ kept: inout Int, from source: RecordSource) -> String? {
        if group.isEmpty { return nil }
        defer { group.removeAll() }
        switch socket.records.append(group, from: source, ifUnwritable: socket.unwritable) {
        case .kept(let count), .held(let count, _):
            kept += count
            socket.records.count(count, from: SourceName.socket(source))
            socket.records.outbox.waitForRoom()
            return nil
        case .refused(_, let reason): return reason
        }
    }

    // MARK: events

    private func sendEvents(isFollowing: Bool) throws(SocketConnection.Over) {
        guard let wake = try? Wake() else {
            try connection.send("error no more files can be opened\n", timeout: socket.idleTimeout)
            return
        }
        let number = socket.state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = wake
            return state.nextFollower
        }
        defer { socket.state.withLock { $0.followers[number] = nil } }
        var cursor = 0
        while true {
            // The wake is drained before reading, so that an event appended after this point wakes the thread again.
            wake.drain()
            let page = nextPage(from: cursor)
            if page.next <= cursor {
                guard isFollowing else { return }
                try connection.wait(for: wake)
            } else {
                var bytes: [UInt8] = []
                for line in page.lines { bytes += line + [UInt8(ascii: "\n")] }
                // There is no timeout, because only this thread waits for a slow client.
                try connection.send(bytes, timeout: nil)
                cursor = page.next
            }
        }
    }

    /// Asks the program for events, waits for the answer, and makes the lines. This blocks only the thread of this connection.
    private func nextPage(from cursor: Int) -> InspectorSocket.EventPage {
        let box = Answer({ ([], cursor) })
        let isThere = DispatchSemaphore(value: 0)
        socket.events(cursor, Self.page) { page in
            box.set(page)
            isThere.signal()
        }
        isThere.wait()
        return box.get()()
    }

    private final class Answer: Sendable {
        typealias Page = @Sendable () -> InspectorSocket.EventPage
        private let value: Mutex<Page>
        init(_ page: @escaping Page) { value = Mutex(page) }
        func set(_ page: @escaping Page) { value.withLock { $0 = page } }
        func get() -> Page { value.withLock { $0 } }
    }
}

extension ConnectionService {
    /// Stores batch after batch and acknowledges each, until the client disconnects.
    func deliverBatches(_ buffer: inout LineBuffer, from source: RecordSource) throws(SocketConnection.Over) {
        while let size = try batchSize(&buffer) {
            guard let size = Int(size), (1...RecordLimits.batch).contains(size) else {
                try connection.send(
                    "error a batch begins with its number of bytes, 1 to \(RecordLimits.batch)\n", timeout: socket.idleTimeout)
                return
            }
            switch try batch(of: size, &buffer) {
            case .unusable(let reason):
                try connection.send("error \(reason)\n", timeout: socket.idleTimeout)
                return
            case .ended: return
            case .groups(let groups):
                switch socket.records.append(together: groups, from: source) {
                case .kept(let count), .held(let count, _):
                    socket.records.count(count, from: SourceName.socket(source))
                    try connection.send("ok \(count)\n", timeout: socket.idleTimeout)
                // The reason can be anything that the system says, but the answer is one line.
                case .refused(_, let reason):
                    try connection.send("error \(reason.escaping(["\n": " ", "\r": " "]))\n", timeout: socket.idleTimeout)
                }
                socket.records.outbox.waitForRoom()
            }
        }
    }

    /// Returns the line before a batch; nil at the end. A client may be silent for any time, because a listener keeps its connection.
    private func batchSize(_ buffer: inout LineBuffer) throws(SocketConnection.Over) -> String? {
        let start = buffer.lineOffset
        while true {
            if let line = buffer.nextLine() { return String(decoding: buffer.bytes[line.range].prefix(20), as: UTF8.self) }
            // A number has fewer digits.
            if buffer.readOffset - start > 20 { return "" }
            let timeout = buffer.readOffset > start ? socket.idleTimeout : nil
            if try connection.receive(into: &buffer, timeout: timeout) == 0 { return nil }
        }
    }

    private enum Batch {
        case groups([LineGroup])
        case unusable(reason: String)
        case ended
    }

    /// Reads the lines of a batch. The groups are those of one write, but each is small enough to be passed to the program.
    private func batch(of size: Int, _ buffer: inout LineBuffer) throws(SocketConnection.Over) -> Batch {
        let end = buffer.lineOffset + Int64(size)
        var groups: [LineGroup] = []
        var group = LineGroup(socket.records.reader)
        while buffer.lineOffset < end {
            guard let line = buffer.nextLine() else {
                // A line that is longer than its batch ends the connection before it fills the memory.
                if buffer.readOffset >= end { return .unusable(reason: "a batch does not end with a line") }
                if try connection.receive(into: &buffer, timeout: socket.idleTimeout) == 0 { return .ended }
                continue
            }
            if line.isCut { return .unusable(reason: "a line is longer than \(RecordLimits.sent >> 20) MiB") }
            group.add(buffer.bytes[line.range], isCut: false)
            if group.isFull {
                groups.append(group)
                group = LineGroup(socket.records.reader)
            }
        }
        guard buffer.lineOffset == end else { return .unusable(reason: "a batch does not end with a line") }
        return .groups(groups + [group])
    }
}
