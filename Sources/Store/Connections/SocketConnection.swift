/// A connection whose methods wait for the other side, with timeouts.
struct SocketConnection: Sendable {
    /// The reasons why a connection ends early.
    enum Over: Error {
        case cancelled
        /// The other side sent or accepted no data within the timeout.
        case timeout
        case failed(SystemError)
    }

    let file: OpenFile
    /// A wake that ends all waiting when it is signaled. It is never drained.
    var cancel: Wake?
    /// The descriptor to which the caller writes the received data. Closing the other end of this descriptor ends all waiting.
    var reader: Int32?

    /// Waits for more bytes, reads them and returns their number. Returns 0 at the end.
    func receive(into buffer: inout LineBuffer, timeout: Int32?) throws(Over) -> Int {
        while true {
            if let count = try failing(as: Over.failed, buffer.receive(from: file.descriptor)) { return count }
            try wait(Readiness.readable, timeout: timeout)
        }
    }

    /// Waits for bytes until a deadline, a time of the ``MonotonicClock`` in milliseconds, and returns them. Returns none at the end.
    func receive(atMost most: Int, before deadline: Int64) throws(Over) -> [UInt8] {
        while true {
            if let bytes = try failing(as: Over.failed, file.receive(atMost: most)) { return bytes }
            let left = deadline - MonotonicClock.milliseconds()
            guard left > 0 else { throw .timeout }
            try wait(Readiness.readable, timeout: Int32(clamping: left))
        }
    }

    /// Waits for a line and returns it. Returns an empty text if the connection ends before.
    func receiveLine(_ buffer: inout LineBuffer, timeout: Int32?) throws(Over) -> String {
        while true {
            if let line = buffer.nextLine() { return String(decoding: buffer.bytes[line.range], as: UTF8.self) }
            if try receive(into: &buffer, timeout: timeout) == 0 { return "" }
        }
    }

    /// Sends all bytes. The timeout starts again whenever the other side accepts some bytes.
    func send(_ bytes: [UInt8], timeout: Int32?) throws(Over) {
        var done = 0
        while done < bytes.count {
            let sent = try failing(as: Over.failed, UnixSocket.sendSome(bytes.span.extracting(done...), to: file))
            if let sent { done += sent } else { try wait(Readiness.writable, timeout: timeout) }
        }
    }

    /// Waits until `wake` is signaled. Throws if the other side disconnects.
    func wait(for wake: Wake) throws(Over) {
        let ready = try poll([(wake.descriptor, Readiness.readable), (file.descriptor, 0)], timeout: nil)
        if ready[1] != 0 { throw .failed(SystemError("poll", code: EPIPE)) }
    }

    private func wait(_ events: Int16, timeout: Int32?) throws(Over) {
        let ready = try poll([(file.descriptor, events)], timeout: timeout)
        if ready[0] == 0 { throw .timeout }
    }

    private func poll(_ watched: [(descriptor: Int32, events: Int16)], timeout: Int32?) throws(Over) -> [Int16] {
        var all = watched
        if let cancel { all.append((cancel.descriptor, Readiness.readable)) }
        if let reader { all.append((reader, Readiness.closed)) }
        let ready = try failing(as: Over.failed, Readiness.wait(all, milliseconds: timeout))
        if ready[watched.count...].contains(where: { $0 != 0 }) { throw .cancelled }
        return ready
    }
}

/// Accepts the clients of one or more listening sockets.
enum AcceptLoop {
    /// Passes each client to `serve`, until `cancel` is signaled.
    static func run(_ listeners: [OpenFile], _ cancel: Wake, _ serve: (OpenFile) -> Void) {
        let watched = ([cancel.descriptor] + listeners.map(\.descriptor)).map { ($0, Readiness.readable) }
        while true {
            guard let ready = try? Readiness.wait(watched), ready[0] == 0 else { return }
            for (listener, events) in zip(listeners, ready.dropFirst()) where events != 0 {
                do throws(SystemError) {
                    serve(try UnixSocket.acceptClient(of: listener))
                } catch  where [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) {
                    // There are not enough descriptors or memory to accept the client. Without the pause, this loop would spin while the
                    // client waits.
                    _ = try? Readiness.wait([(cancel.descriptor, Readiness.readable)], milliseconds: 100)
                } catch {
                    // The client disconnected before it was accepted.
                    continue
                }
            }
        }
    }
}
