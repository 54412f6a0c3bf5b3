import TestSupport
import Testing

@Suite("The sources, started while the inspector runs", .waits, .timeLimit(.minutes(30)))
struct SourcesStoryTests {
    @Test("L starts a listener without a second terminal: what an app posts is shown and saved, and the window counts it")
    func listener() async throws {
        let home = try Home()
        let terminal = try home.inspector(columns: 160)
        try await terminal.wait(for: "Paste a link")
        terminal.type(":sources listen 0\rL")
        try await terminal.wait(for: "on, port ")
        let port = try #require(terminal.screen.text.firstMatch(of: #/on, port (\d+)/#)?.1)
        let client = try TCPClient(port: try #require(UInt16(port)))
        func post(_ body: String, _ type: String = "application/json") throws -> Int {
            try client.send(
                "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try client.answer().status
        }
        #expect(try post(#"["shop://posted/1", {"event":"al_nav_in"}]"#) == 202)
        try await terminal.wait(for: "2 records")
        #expect(try post("shop://a", "image/png") == 415)
        try await terminal.wait(for: "1 refused")
        let journal = String(decoding: Home.bytes(of: try #require(home.journals.first)), as: UTF8.self)
        #expect(journal.contains(" http shop://posted/1\n"))
        terminal.type("\r")
        try await terminal.wait(for: "HTTP listener  off")
        #expect(throws: (any Error).self) { try TCPClient(port: try #require(UInt16(port))) }
        terminal.type("q")
        await terminal.quit()
    }

    @Test("L follows the log of a device that the user chooses, and stops it again")
    func log() async throws {
        let device = try TestDevice()
        try device.connect()
        let terminal = try Home().inspector([], device.environment, columns: 160)
        try await terminal.wait(for: "Paste a link")
        terminal.type("Lj\r")
        try await terminal.wait(for: "following")
        try device.waitForFollowers(1)
        try device.add("11-26 09:42:00.000  1402  1455 I Shop    : nothing to see here")
        try device.add("11-26 09:42:00.000  1402  1455 I Shop    : open shop://item/7")
        try await terminal.wait(for: "1 record, 1 other line")
        terminal.type("\r")
        try await terminal.wait(for: "adb log        off")
        try device.waitForFollowers(0)
        terminal.type("q")
        await terminal.quit()
    }

    @Test("what the user has started goes on in the next session")
    func otherSession() async throws {
        let home = try Home()
        let first = try home.inspector()
        try await first.wait(for: "Paste a link")
        first.type("i" + "shop://old/1\r")
        try await first.wait(for: "1 link")
        await first.quit()
        let terminal = try home.inspector(columns: 160)
        try await terminal.wait(for: "Paste a link")
        terminal.type(":sources listen 0\r:sessions\r")
        try await terminal.wait(for: "shop://old/1")
        terminal.type("j\r")
        try await terminal.wait(for: "1 link")
        terminal.type("L")
        try await terminal.wait(for: "on, port ")
        terminal.type("q")
        await terminal.quit()
    }
}
