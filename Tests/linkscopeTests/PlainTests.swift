import Foundation
import TestSupport
import Testing

@Suite("Without a screen: no terminal, a dumb terminal, a file, a single frame", .waits, .timeLimit(.minutes(30)))
struct PlainTests {
    @Test("standard output is a file: plain lines, no escape byte, no journal", arguments: [[], ["--plain"], ["--color", "always"]])
    func intoFile(options: [String]) async throws {
        let home = try Home()
        let finished = try await home.run(options + ["shop://item/7?x=1", "news://x?al_applink_data=%7B%22a%22%3A%22%1B%5B31m%22%7D"])
        #expect([.exited(0), .exited(1)].contains(finished.end))
        #expect(finished.output.contains("shop://item/7?x=1"))
        #expect(!finished.outputBytes.contains(0x1B))
        #expect(!finished.error.utf8.contains(0x1B))
        #expect(home.journals.isEmpty)
    }

    @Test("without input and terminal: a clear message, and the exit code of wrong usage, as for linkscope inspect")
    func nothing() async throws {
        let finished = try await Home().run([])
        #expect(finished.end == .exited(2))
        #expect(finished.output.isEmpty)
        #expect(finished.error.hasPrefix("linkscope: no input, and standard output is not a terminal: give links or files to print\nSee "))
    }

    @Test("standard input and output are pipes")
    func filter() async throws {
        let finished = try await Home().script("printf 'shop://a\\nshop://b\\n' | \"$0\" | cat")
        #expect(finished.end == .exited(0))
        #expect(finished.output.contains("shop://a") && finished.output.contains("shop://b"))
    }

    @Test(
        "a terminal that cannot draw gets the links as plain lines, and the reason",
        arguments: [
            ("bogus-terminal", "this system does not know the terminal \"bogus-terminal\""),
            ("", "TERM is not set"),
        ]
    )
    func dumb(term: String, why: String) async throws {
        let home = try Home()
        let terminal = try home.inspector(["shop://item/7"], ["TERM": term])
        #expect(await terminal.end() == .exited(0))
        let text = terminal.screen.text.replacing("\n", with: " ")
        #expect(text.contains(why))
        #expect(text.contains("shop://item/7"))
        #expect(!terminal.output.contains(0x1B))
        #expect(terminal.hasSettingsOfStart)
        #expect(home.journals.isEmpty && home.sockets.isEmpty)
    }

    @Test("on a terminal without a screen, links are typed line by line", arguments: [["shop://typed/1"], ["--plain", "shop://typed/1"]])
    func typedLines(arguments: [String]) async throws {
        let terminal = try Home().inspector(arguments, ["TERM": "dumb"])
        try await terminal.wait(for: "Link: shop://typed/1, received by Shop.")
        terminal.type("shop://typed/2\n")
        try await terminal.wait(for: "Link: shop://typed/2, received by Shop.")
        terminal.type("\u{4}")
        #expect(await terminal.end() == .exited(0))
        #expect(!terminal.output.contains(0x1B))
    }

    @Test("--continue on a dumb terminal is an error")
    func continuing() async throws {
        let terminal = try Home().inspector(["--continue"], ["TERM": "dumb"])
        #expect(await terminal.end() == .exited(3))
    }

    // MARK: The screen's forms

    @Test("with a locale without UTF-8 or with --ascii, no byte above 126 is drawn", arguments: [("C", []), ("C.UTF-8", ["--ascii"])])
    func ascii(locale: String, options: [String]) async throws {
        let terminal = try Home().inspector(options + ["shop://caf\u{E9}/%E4%B8%AD?x=中"], ["LC_ALL": locale])
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "#= 1 Links")
        await terminal.quit()
        #expect(terminal.output.allSatisfy { $0 <= 126 })
    }

    @Test("with NO_COLOR or --color never, no color is set", arguments: [(["NO_COLOR": "1"], []), ([:], ["--color", "never"])])
    func noColour(more: [String: String], options: [String]) async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let plain = try home.inspector(options + [link], more)
        try await plain.wait(for: "Touch to return to Shop")
        await plain.quit()
        #expect(colours(plain.output).isEmpty, "\(colours(plain.output))")
        let coloured = try home.inspector([link])
        try await coloured.wait(for: "Touch to return to Shop")
        await coloured.quit()
        #expect(!colours(coloured.output).isEmpty)
    }

    /// Returns the colors that the sequences ending in `m` set.
    private func colours(_ output: [UInt8]) -> [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\u{1B}[").compactMap { piece in
            guard let end = piece.firstIndex(of: "m"), piece[..<end].allSatisfy({ $0.isNumber || $0 == ";" }) else { return nil }
            let numbers = piece[..<end].split(separator: ";").compactMap { Int($0) }
            return numbers.contains { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) }
                ? String(piece[..<end]) : nil
        }
    }

    @Test("terminals of every kind", arguments: ["xterm-256color", "tmux-256color", "screen-256color", "xterm", "linux", "vt100"])
    func kinds(term: String) async throws {
        let terminal = try Home().inspector([try #require(samples().first).link], ["TERM": term], columns: 80, rows: 24)
        try await terminal.wait(for: "Touch to return to Shop")
        await terminal.quit()
    }

    // MARK: Sizes

    @Test("terminals of any size", arguments: [(1, 1), (2, 2), (20, 5), (40, 12), (80, 24), (300, 100)])
    func sizes(columns: Int, rows: Int) async throws {
        let home = try Home()
        let terminal = try home.inspector([try #require(samples().first).link], columns: columns, rows: rows)
        try await terminal.wait(for: "something on the screen") { $0.isAlternate && !$0.text.allSatisfy(\.isWhitespace) }
        terminal.resize(columns: 120, rows: 40)
        try await terminal.wait(for: "Touch to return to Shop")
        await terminal.quit()
    }

    @Test("many resizes while a thousand events stream in")
    func storm() async throws {
        let home = try Home()
        let pipe = try Pipe()
        var redirection = PseudoTerminal.Redirection()
        redirection.input = pipe.reading
        let terminal = try home.inspector(["-"], redirection: redirection)
        pipe.closeReading()
        try await terminal.waitForStart()
        var random = SeededRandom(seed: 7)
        for round in 1...100 {
            pipe.write((1...10).map { "{\"event\":\"al_nav_in\",\"n\":\"\(round).\($0)\"}\nshop://item/\(round)/\($0)\n" }.joined())
            terminal.resize(columns: Int.random(in: 1...140, using: &random), rows: Int.random(in: 1...50, using: &random))
            if round.isMultiple(of: 7) { terminal.type(["j", "G", "z", "z", "2", "1", "k", "\t"].randomElement(using: &random) ?? "j") }
            await terminal.read(milliseconds: 5)
        }
        terminal.resize(columns: 120, rows: 40)
        try await terminal.wait(for: "1,000 links  1,000 events")
        pipe.closeWriting()
        await terminal.quit()
    }

    // MARK: --device and --frame

    @Test("--device reads a file; the message says what is wrong in it and where, with exit code 2, or why it cannot be read, with 3")
    func device() async throws {
        let home = try Home()
        let good = try home.file(
            "device.json",
            #"""
            {"name":"Test phone","platform":"ios","idiom":"phone","browser":"Safari","front":"a","apps":[
            {"id":"a","name":"Alpha","schemes":["alpha"],"installed":true,"returnURL":"alpha://back"}]}
            """#
        )
        let frame = try await home.run(["--device", good, "--frame", "80x24", "alpha://x"])
        #expect(frame.end == .exited(0))
        #expect(frame.output.contains("Test phone") && frame.output.contains("Alpha"))
        #expect(try await home.run(["--device", "ANDROID", "--frame", "80x24"]).output.contains("Android"))

        for (name, text, said) in [
            ("number", "{\"name\":\n 3}", "line 2, column 2"), ("cut", "{\"name\":", "line 1"), ("empty", "", "line 1"),
            ("list", "[]", "expected an object"), ("hostile", "{\"name\":\u{1B}]0;x\u{7}", "line 1"),
        ] {
            let finished = try await home.run(["--device", try home.file(name, text), "shop://x"])
            #expect(finished.end == .exited(2), "\(name): \(finished)")
            #expect(finished.error.contains(said), "\(name): \(finished)")
            #expect(!finished.error.utf8.contains(0x1B))
        }
        let missing = try await home.run(["--device", "Nokia"])
        #expect(missing.end == .exited(2))
        #expect(missing.error.contains("use iPhone, iPad, Android"))
        #expect(try await home.run(["--device", "/dev/zero"]).end == .exited(3))
        #expect(try await home.run(["--device", home.path]).end == .exited(3))
    }

    @Test("a single frame without a terminal, after the keys in a file; it is always the same except for the clock")
    func frame() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let keys = try home.file("keys", "paste:\(link)\nEnter\nr\nEnter\n")
        let finished = try await home.process(["--frame", "120x40", "--keys", keys])
        #expect(finished.end == .exited(0))
        #expect(finished.output.contains("ref_back_out"))
        #expect(finished.output.split(separator: "\n", omittingEmptySubsequences: false).count == 41)
        #expect(!finished.outputBytes.contains(0x1B))
        #expect(home.journals.isEmpty && home.sockets.isEmpty)

        let ascii = try await home.run(["--frame", "40x12", "--ascii", "--keys", keys])
        #expect(ascii.outputBytes.allSatisfy { $0 <= 126 })
        let picture = try await home.run(["--frame", "120x40", "--keys", keys, "--svg", "light"])
        #expect(picture.output.hasPrefix("<svg ") && picture.output.contains("ref_back_out") && !picture.outputBytes.contains(0x1B))
        let file = try home.file("links", "shop://1\nshop://2\n")
        #expect(try await home.run(["--frame", "80x24", file]).output.contains("2 links"))
        #expect(try await home.run(["--frame", "80x24", "-"], input: file).output.contains("2 links"))
        #expect(try await home.run(["--frame", "1x1"]).end == .exited(0))
        let search = try home.file("search", "/\n1\nEnter\n")
        let found = try await home.run(["--frame", "80x24", "--keys", search, file]).output
        #expect(found.contains("1/1 of 2  FILTER") && found.contains("shop://1"), "the search has ended before the frame is drawn")
        let both = try await home.run(["--frame", "80x24", "--plain"])
        #expect(both.end == .exited(2) && both.error.contains("--frame cannot be combined with --plain"))
        let bad = try await home.run(["--frame", "80x24", "--keys", try home.file("bad", "j\nHyper-\u{1B}x\n")])
        #expect(bad.end == .exited(2))
        #expect(bad.error.contains("line 2") && !bad.error.utf8.contains(0x1B))
    }

    @Test("a frame takes an input of any size, also on standard input", arguments: ["- < PIPE"] + (Effort.isLong ? ["FILE"] : []))
    func largeFrame(input: String) async throws {
        let home = try Home()
        // More than 64 MiB. Blank lines are read quickly.
        var bytes = Array("shop://1\n".utf8) + [UInt8](repeating: 0x20, count: 70_000_000) + Array("\nshop://2\n".utf8)
        for index in stride(from: 1_000_000, to: 70_000_000, by: 1_000_000) { bytes[index] = 0x0A }
        try home.file("links", bytes)
        let words = input.replacing("FILE", with: "$HOME/links").replacing("PIPE", with: "$HOME/pipe")
        let script = "mkfifo $HOME/pipe; cat $HOME/links > $HOME/pipe & \"$0\" --frame 80x24 \(words); kill $!"
        let finished = try await home.script(script, seconds: 120)
        #expect(finished.output.contains("2 links"), "\(finished)")
    }

    @Test("an unknown option is named, whatever else is missing", arguments: ["resolve", "inspect", "match", "build", "send", "verify"])
    func unknownOption(command: String) async throws {
        let finished = try await Home().run([command, "--bogus"])
        #expect(finished.end == .exited(2))
        #expect(finished.error == "linkscope: unknown option '--bogus'\nSee 'linkscope \(command) --help'.\n")
    }
}
