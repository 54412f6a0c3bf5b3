import Foundation
import TestSupport
import Testing

@Suite("All ways for links to arrive", .waits, .timeLimit(.minutes(30)))
struct WaysInTests {
    @Test("typing: i opens a line, Enter delivers the link")
    func typed() async throws {
        let terminal = try Home().inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.type("i")
        try await terminal.wait(for: "Ctrl-U clears")
        terminal.type("cafe://menu?table=7\r")
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "──#1──▸ Café")
        await terminal.quit()
    }

    @Test("a paste is never read as keys: a q in it does not quit, a newline does not open anything")
    func pasteIsNoKeys() async throws {
        let terminal = try Home().inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.paste("shop://q\nqqq\nshop://r\n")
        try await terminal.wait(for: "3 links  0 events")
        await terminal.quit()
    }

    @Test(
        "a paste that the terminal does not mark is never read as keys either, and writes nothing",
        arguments: ["myapp://product/1?id=7", "acme.example", "javascript:alert(1)", "data:text/html,hi", "tel:112"])
    func unmarkedPaste(_ text: String) async throws {
        let home = try Home()
        let terminal = try home.inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.type(text + "\r")
        try await terminal.wait(for: "1 link ")
        try await terminal.wait(for: text)
        await terminal.quit()
        #expect(!FileManager.default.fileExists(atPath: home.path + "/.config/linkscope/devices"))
    }

    @Test("arguments, in their order")
    func arguments() async throws {
        let terminal = try Home().inspector(["shop://first", "cafe://second"])
        try await terminal.wait(for: "shop://first")
        try await terminal.wait(for: "cafe://second")
        let text = terminal.screen.text
        let first = try #require(text.range(of: "shop://first"))
        let second = try #require(text.range(of: "cafe://second"))
        #expect(first.lowerBound < second.lowerBound)
        await terminal.quit()
    }

    @Test("a file, and lines that are appended to it later")
    func file() async throws {
        let home = try Home()
        let file = try home.file("links.txt", "shop://one\n\nshop://two\n")
        let terminal = try home.inspector([file])
        try await terminal.wait(for: "2 links")
        try home.append("cafe://appended\n", to: file)
        try await terminal.wait(for: "cafe://appended")
        try await terminal.wait(for: "3 links")
        await terminal.quit()
    }

    @Test("standard input, while the keys come from the terminal", arguments: [[], ["-"]])
    func standardInput(arguments: [String]) async throws {
        let home = try Home()
        let pipe = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.input = pipe.reading
        let terminal = try home.inspector(arguments, redirection: redirection)
        pipe.closeReading()
        pipe.write("shop://from-the-pipe\n")
        try await terminal.wait(for: "shop://from-the-pipe")
        terminal.type("d")
        try await terminal.wait(for: "iPad")
        try await terminal.closeOverlay("iPad")
        pipe.write("shop://later\n")
        try await terminal.wait(for: "2 links")
        pipe.closeWriting()
        await terminal.quit()
    }

    @Test("a file redirected into standard input")
    func redirectedFile() async throws {
        let home = try Home()
        try home.file("links.txt", "shop://one\ncafe://two\n")
        let terminal = try home.shell("exec \"$0\" < \"$HOME/links.txt\"")
        try await terminal.wait(for: "2 links")
        await terminal.quit()
    }

    @Test("a named pipe as an argument")
    func namedPipe() async throws {
        let home = try Home()
        let terminal = try home.shell("mkfifo \"$HOME/p\"; (printf 'shop://fifo\\n' > \"$HOME/p\") & exec \"$0\" \"$HOME/p\"")
        try await terminal.wait(for: "shop://fifo")
        await terminal.quit()
    }

    @Test("- is an error if standard input is the terminal")
    func dashOnTerminal() async throws {
        let terminal = try Home().inspector(["-"])
        #expect(await terminal.end() == .exited(2))
        #expect(terminal.screen.text.contains("-: standard input is the terminal"))
    }

    @Test("JSON objects with a link, and measurement events, also in the form of Bolts")
    func objects() async throws {
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
        try await terminal.wait(for: "1 link  2 events")
        try await terminal.wait(for: "shop://item/9")
        terminal.type("e")
        for text in ["a phone", "ref_back_out", "yes, it was"] { try await terminal.wait(for: text) }
        await terminal.quit()
    }

    @Test("every sample can be delivered")
    func everySample() async throws {
        let terminal = try Home().inspector()
        // On the first screen, the key plays a sample.
        terminal.paste("shop://first\n")
        try await terminal.wait(for: "1 link ")
        for (number, _) in try samples().enumerated() {
            terminal.type("s")
            try await terminal.wait(for: "list of samples") { $0.text.contains("━ Samples ━") }
            terminal.type(String(repeating: "j", count: number) + "\r")
            try await terminal.wait(for: "\(number + 2) links ")
        }
        await terminal.quit()
    }

    @Test("the screen reports inputs that cannot be read: a folder, a missing file")
    func unreadable() async throws {
        let home = try Home()
        let terminal = try home.inspector([home.path, "shop://still-here"])
        try await terminal.wait(for: "this is a folder; give the files in it")
        try await terminal.wait(for: "shop://still-here")
        await terminal.quit()
        let missing = try home.inspector(["./no-such-file"])
        try await missing.wait(for: "./no-such-file: No such file or directory")
        await missing.quit()
    }

    @Test("the name of a missing file is read as a link, and the screen says so")
    func doubtful() async throws {
        let terminal = try Home().inspector(["links.tx"])
        try await terminal.wait(for: "links.tx: no such file, so it is read as a link")
        try await terminal.wait(for: "1 link")
        await terminal.quit()
    }

    @Test("100,000 events take little memory")
    func manyEvents() async throws {
        let home = try Home()
        let padding = String(repeating: "x", count: 250)
        let file = try home.file(
            "events", (1...100_000).map { "{\"event\":\"al_nav_in\",\"n\":\"\($0)\",\"p\":\"\(padding)\"}\n" }.joined())
        let terminal = try home.inspector([file])
        try await terminal.wait(for: "100,000 events", seconds: 60)
        try await terminal.wait(for: "n=100000")
        #if os(Linux)
            let status = String(decoding: Home.bytes(of: "/proc/\(terminal.processID)/status"), as: UTF8.self)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(whereSeparator: \.isWhitespace).compactMap {
                Int($0)
            }.first
            #expect(try #require(peak) < 100 * 1024, "kibibytes")
        #endif
        await terminal.quit()
    }

    #if os(Linux)
        @Test("the threads of the inspector share few heaps, because each heap keeps what its threads have freed")
        func heaps() async throws {
            let home = try Home()
            let padding = String(repeating: "y", count: 2000)
            let file = try home.file("links", (0..<2000).map { "shop://item/\($0)?x=\(padding)\n" }.joined())
            let terminal = try home.inspector([file])
            try await terminal.wait(for: "2,000 links", seconds: 60)
            let maps = String(decoding: Home.bytes(of: "/proc/\(terminal.processID)/maps"), as: UTF8.self)
            // Each heap of the GNU C library but the first begins at a multiple of 64 MiB.
            let heaps = maps.split(separator: "\n").filter { line in
                let start = UInt64(line.prefix { $0 != "-" }, radix: 16)
                return line.contains(" rw-p ") && start.map { $0 % (64 << 20) == 0 } == true
            }
            #expect(heaps.count <= 2, "\(maps)")
            await terminal.quit()
        }
    #endif
}
