import JSONDocument
import Synchronization
import Testing

@testable import Listening

@Suite("Requests from their head to their answer")
struct ListenerServiceTests {
    private final class World: Sendable {
        struct State: Sendable {
            var stored: [String] = []
            var failure: String?
            var now: UInt64 = 0
            var inspector: Int32? = 4711
        }

        let state = Mutex(State())

        func service(_ settings: ListenerSettings = ListenerSettings()) -> ListenerService {
            ListenerService(
                settings,
                store: { [self] lines, _ throws(GroupCommit.Failure) in
                    let failure = state.withLock { state in
                        if state.failure == nil { state.stored.append(String(decoding: lines, as: UTF8.self)) }
                        return state.failure
                    }
                    if let failure { throw GroupCommit.Failure(failure) }
                }, inspector: { [self] in state.withLock { $0.inspector } }, now: { [self] in state.withLock { $0.now } })
        }
    }

    private func head(_ length: Int, method: String = "POST", path: String = "/", origin: String? = nil) -> RequestHead {
        var fields = [HTTPField("host", "localhost:8089")]
        if method == "POST" { fields += [HTTPField("content-type", "application/json"), HTTPField("content-length", "\(length)")] }
        if let origin { fields.append(HTTPField("origin", origin)) }
        return RequestHead(method: method, path: path, fields: fields)
    }

    private func post(_ body: String, _ service: ListenerService, origin: String? = nil) -> HTTPAnswer {
        let bytes = Array(body.utf8)
        switch service.begin(head(bytes.count, origin: origin)) {
        case .answer(let answer): return answer
        case .events: return HTTPAnswer(.ok)
        case .receive(let checked, let post): return service.finish(checked, post, bytes)
        }
    }

    private func text(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test func `202 means stored`() {
        let world = World()
        let service = world.service()
        let answer = post(#"[{"event":"a"},"shop://b"]"#, service)
        #expect(answer.status == .accepted)
        #expect(text(answer) == "{\"accepted\":2}\n")
        #expect(world.state.withLock { $0.stored } == ["{\"event\":\"a\"}\nshop://b\n"])
        #expect(service.counts.accepted == 2 && service.counts.refused == 0)
    }

    @Test func `a body that cannot be read stores nothing`() {
        let world = World()
        let service = world.service()
        #expect(post(#"[{"event":"a"},5]"#, service).status == .badRequest)
        #expect(world.state.withLock { $0.stored } == [])
        #expect(service.counts.accepted == 0 && service.counts.refused == 1)
    }

    @Test func `what is told about a body quotes nothing of it`() {
        let service = World().service()
        let answer = post("[\n{\"a\": s3cr3tt0k3n}]", service)
        #expect(text(answer).contains("s3cr3tt0k3n"))
        #expect(service.counts.error == "A body could not be read: line 2, column 7.")
    }

    @Test func `what was not stored is answered with the reason and when to try again`() throws {
        let world = World()
        let service = world.service()
        world.state.withLock { $0.failure = "no inspector is running: start `linkscope` in another terminal" }
        let answer = post(#""shop://a""#, service)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields.contains(HTTPField("Retry-After", "1")))
        #expect(text(answer) == "{\"error\":\"no inspector is running: start `linkscope` in another terminal\"}\n")
        #expect(service.counts.error == "no inspector is running: start `linkscope` in another terminal")
        world.state.withLock { $0.failure = nil }
        #expect(post(#""shop://a""#, service).status == .accepted)
        #expect(service.counts.error == nil)
    }

    @Test func `too many records are refused until time has passed`() {
        let world = World()
        let service = world.service(ListenerSettings(recordsPerSecond: 2))
        #expect(post(#"["shop://a","shop://b"]"#, service).status == .accepted)
        let answer = post(#""shop://c""#, service)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.fields.contains(HTTPField("Retry-After", "1")))
        #expect(world.state.withLock { $0.stored } == ["shop://a\nshop://b\n"])
        world.state.withLock { $0.now = 1_000_000_000 }
        #expect(post(#""shop://c""#, service).status == .accepted)
    }

    @Test func `the health names the inspector, or none`() {
        let world = World()
        let service = world.service()
        #expect(service.begin(head(0, method: "GET", path: "/health")) == .answer(HTTPAnswer(.ok, json: ["inspector": 4711])))
        world.state.withLock { $0.inspector = nil }
        #expect(service.begin(head(0, method: "GET", path: "/health")) == .answer(HTTPAnswer(.ok, json: ["inspector": .null])))
    }

    @Test func `bodies in memory are limited, and a body that does not arrive leaves its room`() {
        let service = World().service()
        var received: [Post] = []
        while case .receive(_, let post) = service.begin(head(4 << 20)) { received.append(post) }
        #expect(received.count == 8)
        #expect(service.begin(head(4 << 20)) == .answer(ListenerService.busy))
        for post in received { service.abandon(post) }
        #expect(post(#""shop://a""#, service).status == .accepted)
        #expect(post("x", service).status == .badRequest)
        received = []
        while case .receive(_, let post) = service.begin(head(4 << 20)) { received.append(post) }
        #expect(received.count == 8)
    }

    @Test func `an allowed page can read every answer`() throws {
        let world = World()
        let service = world.service(
            ListenerSettings(allowedOrigins: [try #require(WebOrigin("http://localhost:3000"))], recordsPerSecond: 1))
        for body in [#""shop://a""#, #""shop://a""#, "x"] {
            let answer = post(body, service, origin: "http://localhost:3000")
            #expect(answer.fields.contains(HTTPField("Access-Control-Allow-Origin", "http://localhost:3000")), "\(answer.status)")
        }
        #expect(post(#""shop://a""#, service, origin: "http://evil.example").status == .forbidden)
    }
}
