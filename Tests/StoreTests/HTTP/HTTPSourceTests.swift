import Listening
import Records
import TestSupport
import Testing

@testable import Store

@Suite("The listener inside the inspector", .waits, .timeLimit(.minutes(30)))
struct HTTPSourceTests {
    private struct World: ~Copyable {
        let folder = TemporaryFolder()
        let told = Told()
        let records: Records
        let source: HTTPSource

        init(port: UInt16 = 0) throws {
            records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
            source = HTTPSource(port: port, records: records)
            source.start()
        }

        deinit { source.cancel() }

        /// Returns the port, once the source listens.
        func port() async throws -> UInt16 {
            let states = await told.until { $0.states.contains { if case .listening = $0 { true } else { false } } }.states
            guard case .listening(let address)? = states.last else { return 0 }
            return try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
        }
    }

    private func post(_ body: String, to port: UInt16, fields: String = "") throws -> TCPClient.Answer {
        let client = try TCPClient(port: port)
        try client.send(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n"
                + body)
        return try client.answer()
    }

    @Test func `a post is in the journal before it is answered, and is counted`() async throws {
        let world = try World()
        let port = try await world.port()
        #expect(try post(#"["shop://a", {"event":"al_nav_in"}]"#, to: port).status == 202)
        #expect(try world.records.text(0) == "shop://a")
        let journal = String(decoding: TemporaryFolder.read(try #require(world.records.journalPath)), as: UTF8.self)
        #expect(journal.split(separator: "\n").filter { $0.contains(" http ") }.count == 2)
        #expect(world.records.sourceCounts == [SourceName.http: SourceCounts(records: 2)])
    }

    @Test func `a page of another site may not post, and the last reason is kept when posts work again`() async throws {
        let world = try World()
        let port = try await world.port()
        #expect(try post("\"shop://a\"", to: port, fields: "Origin: https://evil.example\r\n").status == 403)
        #expect(try post("\"shop://b\"", to: port).status == 202)
        #expect(world.source.refusals.refused == 1)
        #expect(world.source.refusals.lastRefusal != nil)
    }

    @Test func `a port that is in use is told, and a closed listener frees its port`() async throws {
        let first = try World()
        let port = try await first.port()
        let second = try World(port: port)
        let told = await second.told.until { $0.failure != nil }
        #expect(told.failure == "port \(port) is in use; type :sources listen PORT")
        first.source.cancel()
        #expect(throws: (any Error).self) { try post("\"shop://a\"", to: port) }
    }

    @Test func `a source that was cancelled before it started does not listen`() async throws {
        let told = Told()
        let records = Records(nil as SessionJournal?, told: told)
        let source = HTTPSource(port: 0, records: records)
        source.cancel()
        source.start()
        source.cancel()
        // Events arrive in order, so everything that the source said would come before this.
        records.tell(source.name, .ended)
        #expect(await told.until { !$0.states.isEmpty }.states == [.ended])
    }
}
