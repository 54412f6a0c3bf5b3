@testable import Store

/// A client that sends exactly what a test tells it to.
struct RawClient {
    let file: OpenFile
    private let connection: SocketConnection

    init(_ path: String) throws {
        file = try UnixSocket.connect(to: path)
        connection = SocketConnection(file: file)
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) throws { try connection.send(bytes, timeout: 10_000) }
    func endSending() { shutdown(file.descriptor, Int32(SHUT_WR)) }

    /// Returns everything that is answered until the connection ends.
    func answer() -> String {
        var buffer = LineBuffer(limit: 1 << 20, capacity: 4096)
        var lines: [String] = []
        while true {
            // A connection that was reset has ended too.
            let count = (try? connection.receive(into: &buffer, timeout: 10_000)) ?? 0
            while let line = buffer.nextLine() { lines.append(String(decoding: buffer.bytes[line.range], as: UTF8.self)) }
            if count == 0 { return lines.joined(separator: "\n") }
        }
    }
}
