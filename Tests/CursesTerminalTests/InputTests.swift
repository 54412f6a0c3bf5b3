import CPseudoTerminal
import Foundation
import TestSupport
import Testing

@Suite("Keys come from the terminal; without a terminal, output is plain", .waits, .timeLimit(.minutes(30)))
struct InputTests {
    @Test(
        "keys and pastes are recognized",
        arguments: [
            ("\u{1B}[A", "up 0"), ("\u{1B}", "escape 0"), ("é", "U+e9 0"), ("\u{1B}[1;5C", "right 4"),
            ("\u{1B}[200~q\u{1B}[A\u{1B}[201~", "paste of 4, [113, 27, 91, 65]"), ("\u{1B}[<64;5;6M", "mouse at 4,5"),
            ("\u{1B}[?1;2c", "unknown 7"),
        ]
    )
    func keys(typed: String, shown: String) async throws {
        let terminal = try probe(["--mouse"])
        try await terminal.wait(for: "started")
        terminal.type(typed)
        try await terminal.wait(for: shown)
        #expect(terminal.screen.isMouseOn)
    }

    @Test("a paste of a megabyte is one key")
    func bigPaste() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.type("\u{1B}[200~" + String(repeating: "q", count: 1 << 20) + "\u{1B}[201~")
        try await terminal.wait(for: "paste of 1048576", seconds: 60)
        terminal.type("n")
        try await terminal.wait(for: "count 1")
    }

    @Test(
        "the last characters of a text that the terminal does not mark as a paste belong to it, also if the window changes its size before",
        arguments: [false, true])
    func endOfPaste(resizes: Bool) async throws {
        let terminal = try probe(more: ["ESCDELAY": "1000"])
        try await terminal.wait(for: "started")
        terminal.type("myapp://product/1?id=4711")
        try await Task.sleep(for: .milliseconds(50))
        if resizes { terminal.resize(columns: 70, rows: 13) }
        terminal.type("&n=nn")
        try await terminal.wait(for: "paste of 30")
        #expect(terminal.screen.text.contains("count 0"))
    }

    @Test("a signal ends the program while the rest of a text may come that the terminal does not mark as a paste")
    func endWithinText() async throws {
        let terminal = try probe(more: ["ESCDELAY": "5000"])
        try await terminal.wait(for: "started")
        terminal.type("myapp://product/1?id=4711")
        terminal.signal(SIGTERM)
        #expect(await terminal.end(seconds: 4) == .exited(143))
    }

    @Test("while there is no room for keys, none are read, but signals are answered")
    func noRoom() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.type("h")
        try await terminal.wait(for: "held")
        // More than a terminal itself keeps for a line, and more than is read at once.
        terminal.typeInBackground(String(repeating: "n", count: 20_000))
        while await terminal.read(milliseconds: 200) {}
        #expect(!terminal.screen.text.contains("count 20000"))
        terminal.resize(columns: 60, rows: 13)
        try await terminal.wait(for: "count 20000", seconds: 60)
    }

    @Test("with a pipe as standard input, keys come from /dev/tty")
    func pipedInput() async throws {
        var reading: Int32 = -1
        var writing: Int32 = -1
        #expect(unsafe cpt_pipe(&reading, &writing))
        defer { cpt_close(writing) }
        var redirection = PseudoTerminal.Redirection()
        redirection.input = reading
        let terminal = try probe(redirection: redirection)
        cpt_close(reading)
        try await terminal.wait(for: "started")
        terminal.type("n")
        try await terminal.wait(for: "count 1")
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
        #expect(terminal.hasSettingsOfStart)
    }

    @Test(
        "if nothing can be drawn, only the reason is written",
        arguments: [
            ("bogus", "does not know the terminal \"bogus\""), ("", "TERM is not set"), ("dumb", "cannot move its cursor"),
        ]
    )
    func unusable(term: String, reason: String) async throws {
        let terminal = try probe(term: term, columns: 100)
        #expect(await terminal.end() == .exited(3))
        #expect(terminal.screen.text.contains(reason))
        #expect(!terminal.output.contains(0x1B))
        #expect(terminal.hasSettingsOfStart)
    }

    @Test("output that is not a terminal gets no escape sequences")
    func redirectedOutput() async throws {
        var reading: Int32 = -1
        var writing: Int32 = -1
        #expect(unsafe cpt_pipe(&reading, &writing))
        defer { cpt_close(reading) }
        var redirection = PseudoTerminal.Redirection()
        redirection.output = writing
        let terminal = try probe(redirection: redirection)
        cpt_close(writing)
        #expect(await terminal.end() == .exited(3))
        #expect(terminal.output.isEmpty)
        var bytes = [UInt8](repeating: 0, count: 500)
        let count = unsafe cpt_read(reading, &bytes, bytes.count, 5000)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "plain: standard output is not a terminal\n")
    }

    @Test("an idle program never wakes up")
    func idle() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        guard terminal.wakeUps != nil else { return }
        let restless = await PseudoTerminal.restlessWindows([terminal])
        #expect(restless == [])
    }
}
