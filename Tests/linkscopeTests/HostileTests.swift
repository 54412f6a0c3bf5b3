import TestSupport
import Testing

@Suite("Hostile input never controls the terminal", .waits, .timeLimit(.minutes(30)))
struct HostileTests {
    /// Texts that must never be printed unchanged: a clipboard write, a title, colors, a query, C1 forms, bidi, tags, the end of a paste.
    private static let poisons = [
        "\u{1B}]52;c;cHduZWQ=\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}[31mred", "\u{1B}[6n", "\u{1B}P+q544e\u{1B}\\", "\u{9B}2J",
        "\u{9D}52;c;AAAA\u{9C}",
        "\u{202E}gnp.exe", "\u{2066}x\u{2069}", "\u{200B}\u{FEFF}", "\u{E0041}\u{E0042}", "\u{1B}[201~q", "\r\u{8}\u{8}over", "\u{1B}c",
        "\u{85}\u{84}",
    ]

    private static func percent(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func json(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.value > 0xFFFF
                ? String(scalar)
                : "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
        }
        .joined()
    }

    /// Returns lines that contain `poison` in every place and behind every kind of encoding.
    private static func lines(_ poison: String) -> String {
        let escaped = json(poison)
        let data = """
            {"target_url":"https://a.example/\(escaped)","version":"1.0","user_agent":"\(escaped)","extras":{"\(escaped)":"\(escaped)"},\
            "referer_app_link":{"app_name":"\(escaped)","url":"shop://\(escaped)"}}
            """
        let flat = poison.replacing("\r", with: "").replacing("\u{85}", with: "")
        return [
            "shop://raw/\(flat)?\(flat)=\(flat)", "shop://encoded/\(percent(poison))?\(percent(poison))=\(percent(poison))",
            "news://x?al_applink_data=\(percent(data))", "\(flat)://scheme",
            "{\"url\":\"shop://\(escaped)\"}",
            "{\"event\":\"\(escaped)\",\"ts\":\"\(escaped)\",\"url\":\"\(escaped)\",\"\(escaped)\":\"\(escaped)\"}",
            "{\"event\":\"raw\",\"raw\":\"\(flat)\"}", "{\"broken\":\"\(flat)", "shop://x?al_applink_data=%7B%22\(percent(poison))",
        ]
        .joined(separator: "\n") + "\n"
    }

    @Test("the screen gets only the sequences of the renderer", .daily, arguments: Seeds.share(of: [(120, 40), (40, 12)], in: 2))
    func screen(columns: Int, rows: Int) async throws {
        let home = try Home()
        let name = "links\u{1B}]52;c;QQ==\u{7}\u{202E}.txt"
        let file = try home.file(name, Self.poisons.map(Self.lines).joined())
        let terminal = try home.inspector([file, "./none\u{1B}[31m\u{9B}1m"], columns: columns, rows: rows)
        try await terminal.wait(for: "links") { $0.isAlternate && $0.text.contains("links") }
        terminal.type("g")
        for _ in 0..<(Self.poisons.count * 6) {
            // Shows everything about each link: its details, the journey after opening it, its banner, the link that would be sent.
            terminal.type("\rr")
            await terminal.read(milliseconds: 10)
            terminal.type("\u{1B}")
            await terminal.read(milliseconds: 40)
            terminal.type("2\u{6}\u{6}1j")
            while await terminal.read(milliseconds: 10) {}
        }
        terminal.type("3g" + String(repeating: "j", count: 60) + "1")
        while await terminal.read(milliseconds: 100) {}
        terminal.paste(Self.poisons.joined())
        terminal.type("i")
        while await terminal.read(milliseconds: 100) {}
        let unknown = terminal.screen.unknown
        #expect(unknown == [])
        let invisible = terminal.screen.text.unicodeScalars.filter { scalar in
            scalar != "\n" && [.control, .format, .privateUse, .unassigned, .lineSeparator].contains(scalar.properties.generalCategory)
        }
        #expect(invisible.isEmpty, "\(invisible)")
        terminal.type("\u{3}")
        // The forged end of the paste lets a "q" through, which quits. Ctrl-C may come after the terminal is given back, and is then a signal.
        let end = await terminal.end()
        #expect([.exited(0), .exited(130), .signalled(2)].contains(end), "\(end)")
        terminal.expectGivenBack()
        let text = String(decoding: terminal.output, as: UTF8.self)
        for sequence in ["]52", "\u{1B}]", "\u{9B}", "\u{9D}", "\u{202E}", "\u{200B}"] {
            #expect(!text.contains(sequence) || sequence == "]52" && !text.contains("\u{1B}]52"), "\(sequence.unicodeScalars)")
        }
    }

    @Test(
        "plain output, JSON, events and errors contain no control character except line feeds, and nothing invisible",
        arguments: ["text", "json", "frame"])
    func output(form: String) async throws {
        let home = try Home()
        let file = try home.file("l\u{1B}[31m", Self.poisons.map(Self.lines).joined())
        let arguments =
            switch form {
            case "text": ["inspect", file, "/none\u{1B}]52;c;x\u{7}"]
            case "json": ["inspect", "--json", file, "/none\u{9B}1m"]
            default: ["--frame", "200x60", file]
            }
        let finished = try await home.run(arguments)
        expectHarmless(finished)
        #expect(finished.lines.count > 30)
    }

    @Test("the sentences of --plain contain no control character except line feeds, and nothing invisible")
    func sentences() async throws {
        let home = try Home()
        let commands = (1...9).map { "show \($0)\nshow \($0) raw\n" }
        let finished = try await home.run(["--plain"], input: try home.file("lines", (Self.poisons.map(Self.lines) + commands).joined()))
        expectHarmless(finished)
        #expect(finished.lines.count > 30)
    }

    @Test(
        "the argument parser quotes hostile arguments safely",
        arguments: [["--\u{1B}[31m"], ["--device", "\u{1B}]0;x\u{7}"], ["inspect", "--entry", "\u{9B}1m\u{202E}"]])
    func quoted(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect(finished.end == .exited(2))
        expectHarmless(finished)
    }

    @Test(
        "a line end in an argument does not begin a line of the error",
        arguments: [
            ["inspect", "x\nlinkscope: forged"], ["test", "x\nlinkscope: forged"], ["lint", "x\nlinkscope: forged"],
            ["match", "--aasa", "x\nlinkscope: forged", "https://a.example/"], ["resolve", "x\nlinkscope: forged"],
            ["verify", "x\nlinkscope: forged"], ["open", "x\nlinkscope: forged"], ["open", "--device", "x\nlinkscope: forged", "shop://a"],
            ["build", "--target", "x\nlinkscope: forged"], ["build", "--target", "a://b", "--extra", "x\nlinkscope: forged"],
            ["send", "--to", "1", "x\nlinkscope: forged"], ["register", "x\nlinkscope: forged"], ["unregister", "x\nlinkscope: forged"],
            ["history", "show", "x\nlinkscope: forged"], ["history", "export", "x\nlinkscope: forged"],
            ["history", "search", "--since", "x\nlinkscope: forged"], ["report", "x\nlinkscope: forged"],
            ["project", "x\nlinkscope: forged"], ["manual", "/dev/null/x\nlinkscope: forged"], ["--explain", "x\nlinkscope: forged"],
            ["--replay", "x\nlinkscope: forged"], ["--x\nlinkscope: forged"], ["listen", "--address", "x\nlinkscope: forged"],
            ["test", "--junit", "/dev/null/x\nlinkscope: forged", "/dev/null"], ["events", "--to", "x\nlinkscope: forged"],
        ])
    func lineEnds(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        let lines = (finished.output + "\n" + finished.error).split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("linkscope: forged") }, "\(finished)")
    }

    @Test("the events of an inspector are safe")
    func events() async throws {
        let home = try Home()
        let terminal = try home.inspector()
        try await terminal.wait(for: "Send links to this inspector")
        let file = try home.file("links", Self.poisons.map(Self.lines).joined())
        #expect(try await home.run(["send", file]).end == .exited(0))
        // Records arrive in order. When this one is shown, the events of the others are there.
        #expect(try await home.run(["send", "shop://the-last"]).end == .exited(0))
        try await terminal.wait(for: "the-last")
        let finished = try await home.run(["events"])
        #expect(finished.lines.count > Self.poisons.count)
        for line in finished.lines { _ = try object(line) }
        expectHarmless(finished)
        await terminal.quit()
    }

    private func expectHarmless(_ finished: Home.Finished, sourceLocation: SourceLocation = #_sourceLocation) {
        for (name, text) in [("output", finished.output), ("error", finished.error)] {
            let harmful = text.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(scalar.properties.generalCategory)
            }
            #expect(
                harmful.isEmpty, "\(name): \(Set(harmful.map { String($0.value, radix: 16) }).sorted())", sourceLocation: sourceLocation)
        }
    }
}
