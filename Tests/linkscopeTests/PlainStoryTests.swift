import Foundation
import TestSupport
import Testing

@Suite("linkscope --plain: sentences and typed commands", .waits, .timeLimit(.minutes(30)))
struct PlainStoryTests {
    @Test("a script in a pipe: a link, its banner, the return, and the trail A, B, A")
    func script() async throws {
        let home = try Home()
        let script = try home.file("script", "\(try #require(samples().first).link)\nreturn\nshow extras\nlist\n")
        let finished = try await home.run(["--plain"], input: script)
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.error.isEmpty)
        let text = finished.output
        #expect(text.hasPrefix("#1: App Link from Shop to Nieuws or, without it, to news.example.com."))
        #expect(text.contains("\nLink: news://article/42, received by Nieuws.\n"))
        #expect(text.contains("Event al_nav_in in Nieuws from Shop.\n"))
        #expect(text.contains("Banner: Touch to return to Shop. Type \"return\".\n"))
        #expect(text.contains("Returned to Shop.\n"))
        #expect(text.contains("Trail: Shop, then Nieuws, then back to Shop.\n"))
        #expect(text.contains("campaign: \"summer sale\"\n"))
        #expect(!text.contains("EAAB-not-a-real-token"))
        #expect(home.journals.isEmpty && home.sockets.isEmpty)
    }

    @Test("typed commands wait until a file has been read")
    func waiting() async throws {
        let home = try Home()
        let links = try home.file("links", (1...5000).map { "shop://item/\($0)\n" }.joined())
        let finished = try await home.run(["--plain", links], input: try home.file("script", "list 1 3\nquit\n"))
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.contains("#3: shop://item/3") || finished.output.contains("shop://item/3, received"))
        #expect(!finished.output.contains("There is no link yet"))
    }

    @Test("the exit code: 2 for a line that is no command, 1 for a link with an error or a failed opening, 0 after quit")
    func exitCodes() async throws {
        let home = try Home()
        let wrong = try await home.run(["--plain"], input: try home.file("wrong", "opne 3\n"))
        #expect(wrong.end == .exited(2))
        #expect(wrong.output == "no such command \"opne\"; did you mean \"open\"?\n")
        #expect(try await home.run(["--plain"], input: try home.file("bad", "shop://a\u{1}b?x=%zz\n{\"n\":1}\n")).end == .exited(1))
        let failed = try await home.run(["--plain"], input: try home.file("failed", "wheel://spin/3\nopen 1\n"))
        #expect(failed.end == .exited(1) && failed.output.contains("Wheel claims wheel:, but is not installed"), "\(failed)")
        let alone = try await home.run(["--plain", "shop://1"], input: try home.file("alone", "return\n"))
        #expect(alone.end == .exited(1) && alone.output.contains("There is no banner"), "\(alone)")
        #expect(try await home.run(["--plain", "shop://1"], input: try home.file("quit", "quit\nopne\n")).end == .exited(0))
    }

    @Test("a table and a mail that arrive at once are one paste, on a terminal and from a pipe, and obey no command")
    func pastes() async throws {
        let home = try Home()
        let table = "| name | link |\n|------|------|\n| quit | shop://p/1 |\n| b | shop://p/2 |\n"
        let mail = "From: Ana <a@b.example>\nSubject: open\n\nopen\nshop://p/3\nquit\nshop://p/4\n"
        for text in [table, mail, "url,name\nshop://p/1,open\nshop://p/2,quit\n"] {
            let piped = try await home.run(["--plain"], input: try home.file("paste", text))
            #expect(piped.end == .exited(0) && piped.output.contains("#2: "), "\(piped)")
            #expect(!piped.output.contains("no such command") && !piped.output.contains("Opened"), "\(piped)")
        }
        let terminal = try home.inspector(["--plain"])
        try await terminal.wait(for: "Ctrl-D ends")
        for (text, last) in [(table, "#2: "), (mail, "#4: "), ("Hi Ann,\nopen\nsee shop://p/5 tomorrow.\nquit\n", "#5: ")] {
            terminal.type(text)
            try await terminal.wait(for: last)
        }
        #expect(!terminal.screen.text.contains("no such command") && !terminal.screen.text.contains("Opened"), "\(terminal.screen.text)")
        terminal.type("\u{4}")
        #expect(await terminal.end() == .exited(0))
    }

    @Test("arguments and files are said, and the end waits for them")
    func inputs() async throws {
        let home = try Home()
        let file = try home.file("links", (1...400).map { "shop://p/\($0)\n" }.joined())
        let finished = try await home.run(["--plain", "cafe://menu", file])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.contains("cafe://menu") || finished.output.contains("401 links arrived"))
        #expect(finished.output.contains("links arrived, #"))
        let piped = try await home.script("printf 'shop://a\\nopen\\n' | \"$0\" --plain - | cat")
        #expect(piped.output.contains("shop://a, received by Shop."))
        #expect(!piped.output.contains("Opened"))
    }

    @Test("hostile input: no control character comes out")
    func hostile() async throws {
        let home = try Home()
        var bytes = Array("shop://p/\u{1B}]0;x\u{7}\nshop://q/".utf8) + [0xFF, 0x9B, 0x0A]
        // This link is long enough to be parsed on the thread for long records.
        let long = [UInt8](repeating: 0x61, count: Effort.size(1 << 17, long: 1 << 20))
        bytes += Array("shop://".utf8) + long + Array("\nshow 1 raw\nshow\n".utf8) + [0xFF, 0x1B, 0x0A]
        let finished = try await home.run(["--plain"], input: try home.file("hostile", bytes))
        #expect(finished.output.contains("#3"))
        #expect(finished.outputBytes.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F })
    }

    @Test("on a terminal: lines are answered, and Ctrl-D and Ctrl-C end cleanly", arguments: [["--plain"], []])
    func terminal(options: [String]) async throws {
        let home = try Home()
        let terminal = try home.inspector(options, ["TERM": options.isEmpty ? "dumb" : "xterm-256color"])
        try await terminal.wait(for: "Ctrl-D ends")
        terminal.type("shop://typed/1\n")
        try await terminal.wait(for: "Link: shop://typed/1, received by Shop.")
        terminal.type("open from browser\n")
        try await terminal.wait(for: "Opened in Shop.")
        #expect(try await home.run(["send", "shop://sent/2"]).end == .exited(0))
        try await terminal.wait(for: "Link: shop://sent/2, received by Shop.")
        #expect(try await home.run(["events"]).output.contains("al_nav_out"))
        terminal.type("\u{4}")
        #expect(await terminal.end() == .exited(0))
        #expect(home.sockets.isEmpty)
        #expect(!terminal.output.contains(0x1B))
        #expect(terminal.hasSettingsOfStart)

        let other = try home.inspector(["--plain"])
        try await other.wait(for: "Ctrl-D ends")
        other.type("\u{3}")
        #expect(await other.end() == .signalled(2))
    }

    @Test("on a terminal, each signal that ends it takes its socket along", arguments: [SIGQUIT] + PseudoTerminal.endingSignals)
    func signals(number: Int32) async throws {
        let home = try Home()
        let terminal = try home.inspector(["--plain"])
        try await terminal.wait(for: "Ctrl-D ends")
        #expect(home.sockets.count == 1)
        terminal.signal(number)
        #expect(await terminal.end() == .signalled(Int(number)))
        #expect(home.sockets.isEmpty)
    }
}
