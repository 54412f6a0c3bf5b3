import Listening

/// Serves the requests of one connection, one after another.
struct HTTPConnection {
    let listener: HTTPListener
    let connection: SocketConnection
    let places: ClientPlaces
    let place: Int

    /// The time in milliseconds for the client to accept a part of an answer.
    private static let sending: Int32 = 10_000
    /// The most bytes that are read and dropped after the last answer, and the most milliseconds for it.
    private static let dropped = (bytes: 8 << 20, time: Int64(2000))

    private var service: ListenerService { listener.service }
    private var timeouts: HTTPListener.Timeouts { listener.timeouts }

    func run() {
        var buffer = RequestBuffer()
        do throws(SocketConnection.Over) {
            // A client that connects and says nothing has no more time than one that does not finish what it says.
            var deadline: Int64? = MonotonicClock.milliseconds() + timeouts.head
            while try serveNext(&buffer, before: deadline) { deadline = nil }
            try end()
        } catch {
            // The client has disconnected or is silent, or the listener is closing.
        }
    }

    /// Receives a request and answers it. Returns whether the connection is used for another request.
    private func serveNext(_ buffer: inout RequestBuffer, before deadline: Int64?) throws(SocketConnection.Over) -> Bool {
        guard let head = try receiveHead(&buffer, before: deadline) else { return false }
        switch service.begin(head) {
        case .answer(let answer):
            // The bytes of a body that is not read must not be taken for another request.
            let closes = head.announcesBody || !head.keepsConnection
            // The turn is taken before the answer, so that a client that has its answer comes before those that connect later.
            places.wait(place)
            try send(answer, closes: closes, isHead: head.method == "HEAD")
            return !closes
        case .events(let isFollowing):
            guard places.keep(place), let feed = listener.feed else { throw .cancelled }
            try feed.answer(isFollowing: isFollowing, over: connection, timeout: Self.sending)
            return false
        case .receive(let checked, let post):
            guard places.keep(place) else {
                service.abandon(post)
                throw .cancelled
            }
            defer { places.wait(place) }
            guard let body = try receiveBody(post, &buffer) else {
                try refuse(Self.late)
                return false
            }
            try send(service.finish(checked, post, body), closes: !head.keepsConnection)
            return head.keepsConnection
        }
    }

    private func send(_ answer: HTTPAnswer, closes: Bool, isHead: Bool = false) throws(SocketConnection.Over) {
        try connection.send(answer.bytes(closes: closes, isHead: isHead), timeout: Self.sending)
    }

    private func refuse(_ answer: HTTPAnswer) throws(SocketConnection.Over) { try send(service.counted(answer), closes: true) }

    // MARK: Receiving

    /// Returns the head of a request, or nil after the last answer, if the request is refused.
    ///
    /// - Parameter deadline: The end of the time for the head; nil if that time begins with the first byte.
    private func receiveHead(_ buffer: inout RequestBuffer, before deadline: Int64?) throws(SocketConnection.Over) -> RequestHead? {
        var deadline = deadline
        while true {
            if buffer.isOlder {
                try connection.send(HTTPAnswer.older, timeout: Self.sending)
                return nil
            }
            do throws(Refusal) {
                if let head = try buffer.nextHead() { return head }
            } catch {
                try refuse(error.answer)
                return nil
            }
            let isIdle = buffer.count == 0
            if !isIdle, deadline == nil { deadline = MonotonicClock.milliseconds() + timeouts.head }
            do throws(SocketConnection.Over) {
                guard try receive(&buffer, before: deadline ?? MonotonicClock.milliseconds() + timeouts.idle) else { throw .cancelled }
            } catch .timeout where !isIdle {
                try refuse(Self.late)
                return nil
            }
        }
    }

    /// Returns a body, or nil if it does not arrive in time.
    private func receiveBody(_ post: Post, _ buffer: inout RequestBuffer) throws(SocketConnection.Over) -> [UInt8]? {
        do throws(SocketConnection.Over) {
            if post.waits, buffer.count < post.length { try connection.send(HTTPAnswer.continues, timeout: Self.sending) }
            let deadline = MonotonicClock.milliseconds() + timeouts.body
            while true {
                if let body = buffer.nextBody(post.length) { return body }
                guard try receive(&buffer, before: deadline) else { throw .cancelled }
            }
        } catch {
            service.abandon(post)
            if case .timeout = error { return nil }
            throw error
        }
    }

    /// Receives more bytes. Returns false at the end.
    private func receive(_ buffer: inout RequestBuffer, before deadline: Int64) throws(SocketConnection.Over) -> Bool {
        let bytes = try connection.receive(atMost: 65_536, before: deadline)
        buffer.append(bytes)
        return !bytes.isEmpty
    }

    private static let late = HTTPAnswer(.requestTimeout, error: "The request did not arrive in time.")

    // MARK: Ending

    /// Ends a connection after its last answer. Reads what the client still sends, because closing a connection with unread bytes resets
    /// the connection, and the client could lose the answer.
    private func end() throws(SocketConnection.Over) {
        shutdown(connection.file.descriptor, Int32(SHUT_WR))
        let deadline = MonotonicClock.milliseconds() + Self.dropped.time
        var count = 0
        while count < Self.dropped.bytes {
            let bytes = try connection.receive(atMost: 65_536, before: deadline)
            if bytes.isEmpty { return }
            count += bytes.count
        }
    }
}
