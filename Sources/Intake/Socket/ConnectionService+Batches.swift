import Bytes
import Records

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
