import Screen
import TestSupport
import Testing

@Suite("The terminal shows exactly the frame", .waits, .timeLimit(.minutes(30)))
struct DrawingTests {
    @Test(
        "hostile texts in every style, on each terminal, step after step",
        arguments: ["xterm-256color", "tmux-256color", "screen-256color", "linux", "vt100"],
        ["C.UTF-8", "C"]
    )
    func scenes(term: String, locale: String) async throws {
        let dump = TemporaryFile()
        let terminal = try probe(["--scene", "7", "--dump", dump.path], term: term, locale: locale)
        for step in 0..<8 {
            let marker = "scene \(step)"
            try await terminal.wait(for: marker)
            await expectShown(terminal, dump)
            #expect(terminal.screen.unknown == [])
            terminal.type("n")
        }
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
        if locale == "C" { #expect(terminal.output.allSatisfy { $0 < 0x80 }) }
    }

    @Test("a repaint corrects a terminal that shows something else")
    func repaint() async throws {
        let terminal = try probe(["--text", "中 and é"])
        try await terminal.wait(for: "中 and é")
        terminal.garble()
        terminal.type("r")
        try await terminal.wait(for: "the picture alone") { $0.text.contains("中 and é") && !$0.text.contains("GARBLED") }
    }

    @Test("a change of one number writes fewer than 100 bytes")
    func smallChanges() async throws {
        let dump = TemporaryFile()
        let terminal = try probe(["--dump", dump.path], columns: 120, rows: 40)
        for count in 0...20 {
            let before = terminal.output.count
            try await terminal.wait(for: "count \(count)")
            await expectShown(terminal, dump)
            if count > 1 { #expect(terminal.output.count - before < 100) }
            terminal.type("n")
        }
    }

    @Test(
        "uses the colors of the terminal, or none",
        arguments: [
            ("xterm-256color", [:], [], 32), ("linux", [:], [], 6), ("vt100", [:], [], -1), ("xterm-256color", ["NO_COLOR": "1"], [], -1),
            ("xterm-256color", ["NO_COLOR": ""], [], 32), ("xterm-256color", [:], ["--color", "never"], -1),
        ] as [(String, [String: String], [String], Int)]
    )
    func colors(term: String, environment: [String: String], arguments: [String], border: Int) async throws {
        let terminal = try probe(arguments, term: term, more: environment)
        try await terminal.wait(for: "started")
        #expect(terminal.screen.style(column: 0, row: 0).foreground == border)
        #expect(terminal.screen.style(column: 0, row: 0).isBold)
        #expect(terminal.screen.style(column: 20, row: 5) == VirtualScreen.Style())
    }

    @Test("unsafe characters are underlined in their own color")
    func unsafeStyle() async throws {
        let terminal = try probe(["--text", "a\u{202E}b"])
        try await terminal.wait(for: "a<U+202E>b")
        #expect(terminal.screen.style(column: 1, row: 3) == VirtualScreen.Style())
        #expect(terminal.screen.style(column: 2, row: 3).foreground == 162)
        #expect(terminal.screen.style(column: 2, row: 3).isUnderlined)
    }

    @Test(
        "draws ASCII if the character set is not UTF-8 or --ascii is given",
        arguments: [("C", []), ("C.UTF-8", ["--ascii"]), ("xx_YY", [])])
    func ascii(locale: String, arguments: [String]) async throws {
        let terminal = try probe(arguments + ["--text", "é"], locale: locale)
        try await terminal.wait(for: "<U+00E9>")
        #expect(terminal.screen.text.hasPrefix("#= probe ="))
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test("a locale that is not installed keeps its character set")
    func unknownLocale() async throws {
        let terminal = try probe(["--text", "é"], locale: "tlh_QO.UTF-8")
        try await terminal.wait(for: "┃é")
    }

    @Test("any size, and then another one", arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (20, 5), (300, 100)])
    func sizes(columns: Int, rows: Int) async throws {
        let dump = TemporaryFile()
        let terminal = try probe(["--text", "中中中中", "--dump", dump.path], columns: columns, rows: rows)
        try await terminal.wait(for: "first frame") { _ in dump.text.hasPrefix("\(columns)x\(rows),") }
        await expectShown(terminal, dump)
        terminal.resize(columns: 40, rows: 10)
        try await terminal.wait(for: "40x10")
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
        #expect(terminal.screen.unknown == [])
    }

    @Test("after many quick resizes, the terminal shows the right frame")
    func resizeStorm() async throws {
        let dump = TemporaryFile()
        let terminal = try probe(["--text", "中文 text", "--dump", dump.path])
        try await terminal.wait(for: "started")
        var random = SeededRandom(seed: 3)
        for _ in 0..<150 {
            terminal.resize(columns: 1 + Int(random.next() % 120), rows: 1 + Int(random.next() % 40))
            terminal.read()
        }
        terminal.resize(columns: 61, rows: 13)
        try await terminal.wait(for: "61x13")
        await expectShown(terminal, dump)
        #expect(terminal.screen.unknown == [])
    }

    /// Waits until the terminal shows the frame that the program has dumped, and compares the whole screen.
    private func expectShown(_ terminal: PseudoTerminal, _ dump: borrowing TemporaryFile, sourceLocation: SourceLocation = #_sourceLocation)
        async
    {
        // The file is read once per comparison, because the program may draw again at any time.
        var expected = ""
        try? await terminal.wait(for: "the frame", seconds: 5) { screen in
            expected = dump.text.glyphRows
            return screen.text == expected
        }
        #expect(terminal.screen.text == expected, sourceLocation: sourceLocation)
    }
}

extension String {
    /// The glyph rows of a frame's notation. The head gives their number.
    fileprivate var glyphRows: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.first?.split(separator: ",").first?.split(separator: "x").last.flatMap { Int($0) } ?? 0
        return lines.dropFirst(2).prefix(rows).joined(separator: "\n")
    }
}
