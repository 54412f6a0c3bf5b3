import Foundation
import TestSupport
import Testing

@Suite("Saved sessions and replays", .waits, .timeLimit(.minutes(30)))
struct SessionsTests {
    @Test(":sessions names this session, opens another one, and deletes one")
    func sessions() async throws {
        let home = try Home()
        for link in ["shop://first", "shop://second"] {
            let terminal = try home.inspector([link])
            try await terminal.wait(for: "1 link")
            await terminal.quit()
        }
        let terminal = try home.inspector(["cafe://third"])
        try await terminal.wait(for: "1 link")
        terminal.type(":sessions\r")
        try await terminal.wait(for: "(this one) cafe://third")
        terminal.type("n")
        try await terminal.wait(for: "Name: ")
        terminal.type("checkout\r")
        try await terminal.wait(for: "(this one) checkout  cafe://third")
        terminal.type("jjx")
        try await terminal.wait(for: "Delete this session for good?")
        terminal.type("y")
        try await terminal.wait(for: "deleted") { !$0.text.contains("shop://first") && $0.text.contains("The session is deleted.") }
        #expect(home.journals.count == 2)
        terminal.type("\r")
        try await terminal.wait(for: "the second session") { $0.text.contains("shop://second") && !$0.text.contains("cafe://third") }
        terminal.paste("shop://more")
        try await terminal.wait(for: "2 links")
        await terminal.quit()
        let journal = try #require(home.journals.first { !$0.contains("checkout") })
        #expect(String(decoding: Home.bytes(of: journal), as: UTF8.self).contains("shop://more\n"))
    }

    @Test("a request to quit counts while another session is being opened", arguments: [["\r\u{3}"], ["\r", "\u{3}"]])
    func quitMeanwhile(keys: [String]) async throws {
        let home = try Home()
        let first = try home.inspector(["shop://first"])
        try await first.wait(for: "1 link")
        await first.quit()
        let terminal = try home.inspector(["cafe://second"])
        try await terminal.wait(for: "1 link")
        terminal.type(":sessions\r")
        try await terminal.wait(for: "(this one) cafe://second")
        terminal.type("j")
        for key in keys { terminal.type(key) }
        // Between two sessions the terminal is as the shell left it, and there Ctrl-C is a signal.
        #expect(await [.exited(0), .exited(130), .signalled(2)].contains(terminal.end()))
        terminal.expectGivenBack()
    }

    @Test("--replay shows a session again without changing its journal; Space pauses it")
    func replay() async throws {
        let home = try Home()
        let file = try home.file(
            "night.journal",
            "2026-11-21T01:00:00.000Z paste shop://one\n2026-11-21T01:00:02.000Z paste cafe://two\n2026-11-21T01:00:40.000Z paste shop://three\n"
        )
        let before = Home.bytes(of: file)
        let terminal = try home.inspector(["--replay", file, "--replay-speed", "2"])
        try await terminal.wait(for: "replaying")
        try await terminal.wait(for: "1 link ")
        try await terminal.wait(for: "2 links")
        try await terminal.wait(for: "01:00:02")
        terminal.type(" ")
        try await terminal.wait(for: "PAUSED")
        await terminal.quit()
        let again = try home.inspector(["--replay", file, "--replay-speed", "1000"])
        try await again.wait(for: "The replay has ended: 3 links.")
        await again.quit()
        #expect(home.journals.isEmpty && Home.bytes(of: file) == before)
    }

    @Test("wrong uses of --replay are refused")
    func refused() async throws {
        let home = try Home()
        for arguments in [["--replay-speed", "2"], ["--replay", "x", "--continue"], ["--replay", "x", "--replay-speed", "0"]] {
            #expect(try await home.run(arguments).end == .exited(2))
        }
        #expect(try await home.run(["--replay", "x"]).end == .exited(3))
    }

    @Test("plain mode lists the sessions, reads one with its returns, names it and deletes it")
    func plain() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let terminal = try home.inspector([link])
        try await terminal.wait(for: "1 link")
        terminal.type("r\r")
        try await terminal.wait(for: "Returned to Shop.")
        await terminal.quit()
        let lines = "sessions\nsessions 1\nlist\njourney\nsessions 1 name the cart\nsessions\nsessions 1 delete\n"
        let finished = try await home.run(["--plain"], input: home.file("commands.txt", lines))
        #expect(finished.end == .exited(0) && finished.error.isEmpty)
        #expect(finished.output.contains("1 session, most recently changed first:\n1: "))
        #expect(finished.output.contains("#1 from Shop to Nieuws: "))
        #expect(finished.output.contains("Trail: Shop, then Nieuws, then back to Shop.\n"))
        #expect(finished.output.contains("The session is named the-cart: ") && finished.output.contains("\n1: the-cart, "))
        #expect(finished.output.hasSuffix("The session is deleted.\n") && home.journals.isEmpty)
    }
}
