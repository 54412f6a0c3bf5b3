import Foundation
import TestSupport
import Testing

@Suite("Every way in", .timeLimit(.minutes(10)))
struct WaysInTests {
    @Test("typed: i opens a line, Enter delivers it")
    func typed() throws {
        let terminal = try Home().inspector()
        try terminal.wait(for: "Paste a link")
        terminal.type("i")
        try terminal.wait(for: "Ctrl-U clears the line")
        terminal.type("cafe://menu?table=7\r")
        try terminal.wait(for: "1 link")
        try terminal.wait(for: "by Café")
        terminal.quit()
    }

    @Test("a paste never runs as keys: a q in it does not quit, a newline in it does not open")
    func pasteIsNoKeys() throws {
        let terminal = try Home().inspector()
        try terminal.wait(for: "Paste a link")
        terminal.paste("shop://q\nqqq\nshop://r\n")
        try terminal.wait(for: "3 links  0 events")
        terminal.quit()
    }

    @Test("as arguments, in their order")
    func arguments() throws {
        let terminal = try Home().inspector(["shop://first", "cafe://second"])
        try terminal.wait(for: "shop://first")
        try terminal.wait(for: "cafe://second")
        let text = terminal.screen.text
        let first = try #require(text.range(of: "shop://first"))
        let second = try #require(text.range(of: "cafe://second"))
        #expect(first.lowerBound < second.lowerBound)
        terminal.quit()
    }

    @Test("a file, and the lines that are appended to it afterwards")
    func file() throws {
        let home = try Home()
        let file = try home.file("links.txt", "shop://one\n\nshop://two\n")
        let terminal = try home.inspector([file])
        try terminal.wait(for: "2 links")
        try home.append("cafe://appended\n", to: file)
        try terminal.wait(for: "cafe://appended")
        try terminal.wait(for: "3 links")
        terminal.quit()
    }

    @Test("standard input, while the keys come from the terminal", arguments: [[], ["-"]])
    func standardInput(arguments: [String]) throws {
        let home = try Home()
        let pipe = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.input = pipe.reading
        let terminal = try home.inspector(arguments, redirection: redirection)
        pipe.closeReading()
        pipe.write("shop://from-the-pipe\n")
        try terminal.wait(for: "shop://from-the-pipe")
        terminal.type("d")
        try terminal.wait(for: "iPad")
        try terminal.closeOverlay("iPad")
        pipe.write("shop://later\n")
        try terminal.wait(for: "2 links")
        pipe.closeWriting()
        terminal.quit()
    }

    @Test("a file redirected into standard input")
    func redirectedFile() throws {
        let home = try Home()
        try home.file("links.txt", "shop://one\ncafe://two\n")
        let terminal = try home.shell("exec \"$0\" < \"$HOME/links.txt\"")
        try terminal.wait(for: "2 links")
        terminal.quit()
    }

    @Test("a named pipe given as argument")
    func namedPipe() throws {
        let home = try Home()
        let terminal = try home.shell("mkfifo \"$HOME/p\"; (printf 'shop://fifo\\n' > \"$HOME/p\") & exec \"$0\" \"$HOME/p\"")
        try terminal.wait(for: "shop://fifo")
        terminal.quit()
    }

    @Test("- where standard input is the terminal is said to be a mistake, not waited for")
    func dashOnTerminal() throws {
        let terminal = try Home().inspector(["-"])
        #expect(terminal.end() == .exited(2))
        #expect(terminal.screen.text.contains("- is standard input, which is the terminal here"))
    }

    @Test("JSON objects with a link, and measurement events, Bolts' own form among them")
    func objects() throws {
        let home = try Home()
        let file = try home.file(
            "mixed.ndjson",
            """
            {"url":"shop://item/9"}
            {"event":"al_nav_in","ts":"2026-01-02T03:04:05Z","url":"shop://x","from":"a phone"}
            {"event_name":"al_ref_back_out","event_args":{"success":"yes, it was"}}

            """
        )
        let terminal = try home.inspector([file])
        try terminal.wait(for: "1 link  2 events")
        try terminal.wait(for: "shop://item/9")
        for text in ["a phone", "al_ref_back_out", "yes, it was"] { try terminal.wait(for: text) }
        terminal.quit()
    }

    @Test("samples: each of them delivers")
    func everySample() throws {
        let terminal = try Home().inspector()
        try terminal.wait(for: "open a sample")
        for (number, _) in try samples().enumerated() {
            terminal.type("s")
            try terminal.wait(for: "list of samples") { $0.text.contains("Enter delivers, Esc closes") }
            terminal.type(String(repeating: "j", count: number) + "\r")
            try terminal.wait(for: number == 0 ? "1 link " : "\(number + 1) links ")
        }
        terminal.quit()
    }

    @Test("what cannot be read is said on the screen: a folder, a path that is not there")
    func unreadable() throws {
        let home = try Home()
        let terminal = try home.inspector([home.path, "shop://still-here"])
        try terminal.wait(for: "this is a folder")
        try terminal.wait(for: "shop://still-here")
        terminal.quit()
        let missing = try home.inspector(["./no-such-file"])
        try missing.wait(for: "./no-such-file: No such file or directory")
        missing.quit()
    }

    @Test("a name that is no file is taken for a link, and the screen says so")
    func doubtful() throws {
        let terminal = try Home().inspector(["links.tx"])
        try terminal.wait(for: "links.tx: there is no such file, so this is taken for a link")
        try terminal.wait(for: "1 link")
        terminal.quit()
    }

    @Test("100,000 events take no more memory than a screen needs")
    func manyEvents() throws {
        let home = try Home()
        let padding = String(repeating: "x", count: 250)
        let file = try home.file(
            "events", (1...100_000).map { "{\"event\":\"al_nav_in\",\"n\":\"\($0)\",\"p\":\"\(padding)\"}\n" }.joined())
        let terminal = try home.inspector([file])
        try terminal.wait(for: "100,000 events", seconds: 60)
        try terminal.wait(for: "n=100000")
        #if os(Linux)
            let status = String(decoding: Home.bytes(of: "/proc/\(terminal.processID)/status"), as: UTF8.self)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(whereSeparator: \.isWhitespace).compactMap {
                Int($0)
            }.first
            #expect(try #require(peak) < 100 * 1024, "kibibytes")
        #endif
        terminal.quit()
    }
}
