import JSONDocument
import Synchronization

/// Answers requests: checks them, reads their records, and has them stored. It knows no sockets.
package final class ListenerService: Sendable {
    private struct State: Sendable {
        var rate: RateLimit
        var counts = ListenerCounts()
        /// The bytes of all bodies that are being received or stored.
        var bodies = 0
    }

    /// The most bytes of all bodies together, so that the memory does not grow with the number of clients.
    private static let mostBodies = 32 << 20

    package let settings: ListenerSettings
    private let commit: GroupCommit
    private let inspector: @Sendable () -> Int32?
    private let now: @Sendable () -> UInt64
    private let state: Mutex<State>

    /// - Parameters:
    ///   - store: Called by one thread at a time.
    ///   - inspector: Returns the process ID of the inspector that gets the records; nil if none runs.
    ///   - now: Returns a time in nanoseconds that never goes back.
    package init(
        _ settings: ListenerSettings, store: @escaping GroupCommit.Store, inspector: @escaping @Sendable () -> Int32?,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.settings = settings
        commit = GroupCommit(store)
        self.inspector = inspector
        self.now = now
        state = Mutex(State(rate: RateLimit(perSecond: settings.recordsPerSecond, now: now())))
    }

    package var counts: ListenerCounts { state.withLock { $0.counts } }

    /// What to do after the head of a request.
    package enum Step: Sendable, Hashable {
        case answer(HTTPAnswer)
        /// Send the events.
        case events(isFollowing: Bool)
        /// Receive the body, and then call ``finish(_:_:_:)`` or, if the body does not arrive, ``abandon(_:)``.
        case receive(CheckedRequest, Post)
    }

    /// Decides about a request by its head.
    package func begin(_ head: RequestHead) -> Step {
        let checked = settings.check(head)
        switch checked.action {
        case .answer(let answer): return .answer(counted(checked.answer(answer)))
        case .events(let isFollowing): return .events(isFollowing: isFollowing)
        case .health:
            let pid = inspector().map { JSONValue.number(JSONNumber($0)) }
            return .answer(checked.answer(HTTPAnswer(.ok, json: ["inspector": pid ?? .null])))
        case .store(let post):
            let hasRoom = state.withLock { state in
                let hasRoom = post.length <= Self.mostBodies - state.bodies
                if hasRoom { state.bodies += post.length }
                return hasRoom
            }
            guard hasRoom else { return .answer(counted(checked.answer(Self.busy))) }
            return .receive(checked, post)
        }
    }

    /// Stores the records of a body, and returns the answer.
    package func finish(_ checked: CheckedRequest, _ post: Post, _ body: [UInt8]) -> HTTPAnswer {
        defer { abandon(post) }
        let answer: HTTPAnswer
        do throws(Refusal) {
            answer = try store(PostedRecords(body, as: post.format, from: post.sender))
        } catch {
            answer = counted(error.answer)
        }
        return checked.answer(answer)
    }

    /// Frees the room that ``begin(_:)`` reserved for the body of a post. Call it if the body does not arrive.
    package func abandon(_ post: Post) { state.withLock { $0.bodies -= post.length } }

    /// Counts an answer if it refuses a request, and returns the answer. Call this for an answer that the service did not make, such as the
    /// one to a request that cannot be parsed.
    @discardableResult
    package func counted(_ answer: HTTPAnswer) -> HTTPAnswer {
        guard answer.status.code >= 400 else { return answer }
        state.withLock { state in
            state.counts.refused += 1
            state.counts.error = answer.reason ?? String(answer.status.rawValue.dropFirst(4))
            state.counts.lastRefusal = state.counts.error
        }
        return answer
    }

    private func store(_ records: PostedRecords) throws(Refusal) -> HTTPAnswer {
        let time = now()
        if let seconds = state.withLock({ $0.rate.take(records.count, now: time) }) {
            throw Refusal(
                .tooManyRequests, "More than \(settings.recordsPerSecond) records arrived in a second.",
                fields: [HTTPField("Retry-After", "\(seconds)")])
        }
        do throws(GroupCommit.Failure) {
            try commit.deliver(records)
        } catch {
            throw Refusal(.serviceUnavailable, error.reason, fields: [HTTPField("Retry-After", "1")])
        }
        state.withLock { state in
            state.counts.accepted += records.count
            state.counts.error = nil
        }
        return HTTPAnswer(.accepted, json: ["accepted": .number(JSONNumber(records.count))])
    }

    /// The answer while too many clients are connected, or too many bodies are in memory.
    package static let busy = HTTPAnswer(
        .serviceUnavailable, error: "Too many requests are being handled. Try again later.", fields: [HTTPField("Retry-After", "1")])
}

/// What the listener has done so far.
package struct ListenerCounts: Sendable, Hashable {
    /// The records that were stored.
    package var accepted = 0
    /// The requests that were refused or failed.
    package var refused = 0
    /// Why the last of them was refused; nil if records were stored after it. It quotes nothing that a client sent.
    package var error: String?
    /// Why the last of them was refused, even if records were stored after it.
    package var lastRefusal: String?

    package init() {}
}

/// Limits how many records are accepted per second.
///
/// A post is accepted whole if the records before it left any room, even if it has more records than there is room for. Later posts are then
/// refused for longer.
package struct RateLimit: Sendable, Hashable {
    private let perSecond: Double
    /// The records that may still be accepted now. At most those of one second, so that a pause allows a burst.
    private var room: Double
    /// The time in nanoseconds for which `room` was computed.
    private var time: UInt64

    package init(perSecond: Int, now: UInt64) {
        self.perSecond = Double(max(perSecond, 1))
        room = self.perSecond
        time = now
    }

    /// Takes room for records, and returns nil. If there is no room, returns the whole seconds after which there will be room.
    package mutating func take(_ count: Int, now: UInt64) -> Int? {
        let passed = now > time ? Double(now - time) / 1e9 : 0
        room = min(room + passed * perSecond, perSecond)
        time = max(time, now)
        guard room > 0 else { return max(1, Int((-room / perSecond).rounded(.up))) }
        room -= Double(count)
        return nil
    }
}
