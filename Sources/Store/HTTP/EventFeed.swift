import Listening
import Synchronization
import Tasks

/// The events of an inspector, for clients that read them on threads of their own.
package final class EventFeed: Sendable {
    /// Lines of events, and the cursor after the last of these events.
    package typealias Page = (lines: [[UInt8]], next: Int)

    /// Requests up to `limit` lines, starting at `cursor`. The first cursor is 0. `answer` is called once, on any thread, or released if the
    /// program is ending. This is a callback and not an async function, because an async function would start the threads of the global
    /// executor, which wake the process every second. The answer is a function that makes the lines, so that records are read on the thread
    /// of the connection.
    package typealias Lines =
        @Sendable (
            _ cursor: Int, _ limit: Int, _ answer: @escaping @Sendable (@escaping @Sendable () -> Page) -> Void
        ) -> Void

    /// The maximum number of events in one request to the program.
    private static let page = 256

    private let events: Lines
    /// The wakes of the clients that follow the events, by their descriptors.
    private let followers = Mutex<[Int32: Wake]>([:])

    init(_ events: @escaping Lines) { self.events = events }

    /// Informs the clients that follow the events that there are new ones.
    func appended() {
        for follower in followers.withLock({ Array($0.values) }) { follower.signal() }
    }

    /// Answers a client that asks for the events. With `isFollowing`, returns only when the client has disconnected.
    ///
    /// - Parameter timeout: The time in milliseconds for the client to accept a part of the head.
    func answer(isFollowing: Bool, over connection: SocketConnection, timeout: Int32) throws(SocketConnection.Over) {
        guard let wake = try? Wake() else {
            let answer = HTTPAnswer(.serviceUnavailable, error: "no more files can be opened")
            return try connection.send(answer.bytes(closes: true), timeout: timeout)
        }
        try connection.send(HTTPAnswer.events, timeout: timeout)
        followers.withLock { $0[wake.descriptor] = wake }
        defer { followers.withLock { $0[wake.descriptor] = nil } }
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

    /// Waits for the program's next events, and makes the lines. Returns none if the program is ending.
    private func nextPage(from cursor: Int) -> Page {
        let page = requestPage(from: cursor)
        page.wait()
        return page.result?() ?? ([], cursor)
    }

    private func requestPage(from cursor: Int) -> Future<@Sendable () -> Page> {
        let page = Promise<@Sendable () -> Page>()
        events(cursor, Self.page) { page.trySet($0) }
        return page.future
    }
}
