import Foundation
import TestSupport
import Testing

@Suite("The event stream for other programs", .waits, .timeLimit(.minutes(30)))
struct EventStreamTests {
    @Test("events prints the events as JSON lines, which linkscope can read again")
    func events() async throws {
        let home = try Home()
        let terminal = try await homeWithStory(home)
        let finished = try await home.process(["events"])
        #expect(finished.end == .exited(0))
        #expect(finished.error.isEmpty)
        let names = try finished.lines.map { try object($0)["event"] as? String }
        #expect(names == ["al_link_parse", "al_nav_in", "al_nav_out", "al_link_parse", "al_nav_in"])

        let first = try object(try #require(finished.lines.first))
        #expect(first["postedBy"] as? String == "Nieuws")
        #expect(first["linkNumber"] as? Int == 1)
        #expect((first["ts"] as? String)?.hasSuffix("Z") == true)
        #expect((first["url"] as? String)?.hasPrefix("news://article/42") == true)
        #expect(first["refererAppName"] as? String == "Shop")
        await terminal.quit()

        // The output can be read as input. The events and all their arguments stay the same.
        let file = try home.file("events.ndjson", finished.outputBytes)
        let again = try await home.run(["inspect", "--json", file])
        #expect(try again.lines.map { try object($0)["event"] as? String } == names)
        let arguments = try object(try #require(again.lines.first))["arguments"] as? [String: Any]
        #expect(arguments?["refererAppName"] as? String == "Shop")
        let reader = try home.inspector([file])
        try await reader.wait(for: "0 links  5 events")
        await reader.quit()
    }

    @Test("secrets are masked unless an option shows them")
    func secrets() async throws {
        let home = try Home()
        let terminal = try await homeWithStory(home)
        let masked = try await home.run(["events"])
        #expect(!masked.output.contains("EAAB"))
        #expect(masked.output.contains("••••••••"))
        #expect(try await home.run(["events", "--show-secrets"]).output.contains("EAAB"))
        await terminal.quit()
    }

    @Test("--follow prints new events as they come, and ends when the inspector ends")
    func follow() async throws {
        let home = try Home()
        let terminal = try await homeWithStory(home)
        let (follower, pipe) = try following(home)
        try await pipe.wait(for: "five events") { $0.lines.count == 5 }
        terminal.paste("news://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%22%2C%22version%22%3A%221.0%22%7D")
        try await terminal.wait(for: "7 events")
        try await pipe.wait(for: "seven events") { $0.lines.count == 7 }
        let file = try home.file("in", "{\"event\":\"from_outside\",\"ts\":\"2026-01-01T00:00:00Z\",\"password\":\"hunter2\"}\n")
        #expect(try await home.run(["send", file]).end == .exited(0))
        try await pipe.wait(for: "the event that was sent") { $0.lines.last?.contains("from_outside") == true }
        #expect(!pipe.text.contains("hunter2"))
        // A later reader gets the same events.
        terminal.read()
        #expect(try await home.run(["events"]).lines.map(String.init) == pipe.lines)
        await terminal.quit()
        try await pipe.waitForEnd()
        #expect(await follower.end() == .exited(0))
    }

    @Test("a follower ends when its reader goes away, and the inspector goes on")
    func readerGone() async throws {
        let home = try Home()
        let terminal = try await homeWithStory(home)
        let (follower, pipe) = try following(home)
        try await pipe.wait(for: "five events") { $0.lines.count == 5 }
        pipe.closeReading()
        // The follower notices this at once, not only at the next event.
        #expect(await follower.end() == .exited(0))
        terminal.paste("news://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%22%2C%22version%22%3A%221.0%22%7D")
        try await terminal.wait(for: "7 events")
        await terminal.quit()
    }

    @Test("if one of many followers is killed, all others still get all events")
    func followers() async throws {
        let home = try Home()
        let terminal = try await homeWithStory(home)
        let followers = try (0..<5).map { _ in try following(home) }
        for (_, pipe) in followers { try await pipe.wait(for: "five events") { $0.lines.count == 5 } }
        followers[0].0.signal(9)
        #expect(await followers[0].0.end() == .signalled(9))
        let file = try home.file("in", (1...2000).map { "{\"event\":\"e\($0)\"}\n" }.joined())
        #expect(try await home.run(["send", file]).end == .exited(0))
        try await terminal.wait(for: "2,005 events")
        for (_, pipe) in followers.dropFirst() {
            try await pipe.wait(for: "all events") { $0.lines.count == 2005 }
            #expect(pipe.lines.last == "{\"event\":\"e2000\"}")
        }
        await terminal.quit()
        for (follower, _) in followers.dropFirst() { #expect(await follower.end() == .exited(0)) }
    }

    /// Starts an inspector in which a link with a token arrives and is opened, which posts five events.
    private func homeWithStory(_ home: Home) async throws -> PseudoTerminal {
        let terminal = try home.inspector([try #require(samples().first).link])
        try await terminal.wait(for: "2 events")
        terminal.type("o\r")
        try await terminal.wait(for: "5 events")
        return terminal
    }

    private func following(_ home: Home) throws -> (PseudoTerminal, Pipe) {
        let pipe = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.output = pipe.writing
        let follower = try home.inspector(["events", "--follow"], redirection: redirection)
        pipe.closeWriting()
        return (follower, pipe)
    }
}
