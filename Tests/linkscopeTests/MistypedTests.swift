import Foundation
import TestSupport
import Testing

@Suite("Mistyped commands, files and options", .waits, .timeLimit(.minutes(30)))
struct MistypedTests {
    @Test(
        "a mistyped command is named, with the command that was meant",
        arguments: [
            (["inspct"], "inspect"), (["Inspect", "shop://item/7"], "inspect"), (["insp"], "inspect"),
            (["isnpect", "shop://x"], "inspect"),
            (["snd", "shop://x"], "send"), (["resolv", "--fresh", "https://x.example/"], "resolve"), (["evnts", "--follow"], "events"),
            (["hlep"], "help"), (["--ascii", "inspct"], "inspect"), (["shop://x", "verfy"], "verify"), (["inspector", "bild"], "build"),
        ])
    func command(arguments: [String], meant: String) async throws {
        let finished = try await Home().run(arguments)
        let word = try #require(arguments.first { !["--ascii", "shop://x", "inspector"].contains($0) })
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.error == "linkscope: \(word): no such command or file; did you mean \(meant)?\n")
        #expect(finished.output.isEmpty)
    }

    @Test("a word that resembles no command", arguments: ["frobnicate", "shop", "写真", "x"])
    func unknown(word: String) async throws {
        let finished = try await Home().run([word])
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.error == "linkscope: \(word): no such command or file; see 'linkscope --help'\n")
    }

    @Test(
        "help for a mistyped command names no file",
        arguments: [
            (["inspct"], "inspct", "did you mean inspect?"), (["frobnicate"], "frobnicate", "see 'linkscope --help'"),
            (["history", "serch"], "serch", "did you mean search?"), (["inspect", "more"], "more", "see 'linkscope --help'"),
            (["shop://x"], "shop://x", "see 'linkscope --help'"),
        ])
    func topic(words: [String], wrong: String, advice: String) async throws {
        let finished = try await Home().run(["help"] + words)
        #expect(finished.end == .exited(2) && finished.output.isEmpty, "\(finished)")
        #expect(finished.error == "linkscope: \(wrong): no such command; \(advice)\n")
    }

    @Test("help alone shows the first steps in ten lines, which the help of linkscope repeats")
    func firstSteps() async throws {
        let finished = try await Home().run(["help"])
        #expect(finished.end == .exited(0) && finished.error.isEmpty, "\(finished)")
        #expect(finished.output.count { $0.isNewline } == 10 && finished.lines.allSatisfy { $0.count <= 80 }, "\(finished.output)")
        #expect(finished.output.contains("help --all"))
        let whole = try await Home().run(["help", "--all"])
        for command in ["inspect", "resolve", "verify", "open", "test"] {
            let line = try #require(finished.lines.first { $0.hasPrefix("  linkscope \(command) ") }, "\(command)")
            #expect(whole.output.contains(line), "\(command)")
        }
    }

    @Test("help for a command is its help", arguments: [["inspect"], ["history", "search"], ["inspector"], ["help"]])
    func knownTopic(words: [String]) async throws {
        let home = try Home()
        let finished = try await home.run(["help"] + words)
        #expect(finished.end == .exited(0) && finished.error.isEmpty, "\(finished)")
        #expect(try await home.run(words + ["--help"]).output == finished.output)
    }

    @Test("a command after an option or a link", arguments: [["--ascii", "inspect", "shop://x"], ["shop://x", "inspect"]])
    func late(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.error == "linkscope: inspect: no such file; a command comes before all options and links\n")
    }

    @Test("on a terminal, a mistyped command does not open the inspector")
    func onTerminal() async throws {
        let home = try Home()
        let terminal = try home.inspector(["inspct"])
        #expect(await terminal.end() == .exited(2))
        #expect(terminal.screen.text.contains("did you mean inspect?"))
        #expect(home.journals.isEmpty)
    }

    // MARK: Links and files

    private static let takingLinks = [
        ["inspect"], ["inspect", "--json"], ["inspect", "--qr"], ["send"], ["resolve"], ["match", "--aasa", "/dev/null"],
        ["match", "--json-lines"],
    ]

    @Test("a word that is not a file is not a link; nothing is done with the other links", arguments: takingLinks)
    func word(command: [String]) async throws {
        let finished = try await Home().run(command + ["shop://x", "nofile"])
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.error == "linkscope: nofile: no such file, and not a link, because it has no scheme (https://…)\n")
        #expect(finished.output.isEmpty)
    }

    @Test("a missing file is reported as such", arguments: takingLinks + [["--plain"], ["inspector"], ["--frame", "80x24"]])
    func file(command: [String]) async throws {
        for name in ["links.ndjson", "logs/today.txt", "LINKS.TXT"] {
            let finished = try await Home().run(command + [name])
            #expect(finished.end == .exited(3), "\(finished)")
            #expect(finished.error == "linkscope: \(name): no such file\n")
            #expect(finished.output.isEmpty)
        }
    }

    @Test(
        "a file that an option names and that is missing is no mistake of usage either; a word that is no device is",
        arguments: [
            (["--plain", "--device"], "none.json", 3), (["open", "shop://x", "--device"], "none.json", 3),
            (["--device"], "./none", 3), (["--frame", "80x24", "--keys"], "none.txt", 3),
            (["match", "shop://x", "--aasa"], "none.json", 3), (["--device"], "Nokia", 2), (["open", "shop://x", "--device"], "Nokia", 2),
        ] as [([String], String, Int)])
    func optionFile(command: [String], name: String, code: Int) async throws {
        let finished = try await Home().run(command + [name])
        #expect(finished.end == .exited(code) && finished.output.isEmpty, "\(finished)")
        #expect(finished.error.hasPrefix("linkscope: \(command.last ?? "") \(name): "), "\(finished)")
    }

    @Test("a file may have the name of a word, even of a mistyped command")
    func wordIsFile() async throws {
        let home = try Home()
        try home.file("inspct", "shop://from-the-file\n")
        for command in ["inspect inspct", "inspct", "--plain inspct"] {
            let finished = try await home.script("cd \"$HOME\" && exec \"$0\" \(command)")
            #expect(finished.end == .exited(0), "\(finished)")
            #expect(finished.output.contains("shop://from-the-file"))
        }
    }

    @Test(
        "a link without its scheme is still inspected, with a finding and a message",
        arguments: [
            "www.example.com", "shop.example.com/p/7", "example.com/links.txt", "item?al_applink_data=%7B%7D", "item/7", "p%2F7",
            "x=1", "#top",
        ])
    func schemeless(link: String) async throws {
        let finished = try await Home().run(["inspect", "--json", link])
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.output.contains("no-scheme"))
        #expect(finished.error.hasPrefix("linkscope: \(link): no such file, so it is read as a link"))
    }

    @Test("a word on standard input is inspected like any other line")
    func standardInput() async throws {
        let home = try Home()
        let finished = try await home.run(["inspect", "--json", "-"], input: try home.file("lines", "inspct\n"))
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.lines.count == 1 && finished.error.isEmpty)
    }

    // MARK: All errors

    @Test(
        "an error is one line, and at most one line of advice",
        arguments: [
            ["inspct"], ["--bogus"], ["--framee", "80x24"], ["inspect"], ["inspect", "--jsn", "shop://x"], ["inspect", "nofile"],
            ["inspect", "--entry", "sideways", "shop://x"], ["inspect", "--explain", "no-schema"], ["--color", "pink"], ["-abc"],
            ["--keys", "x"], ["--svg", "dark"], ["--frame", "80x24", "--svg", "terminal"], ["--continue", "shop://x"], ["--frame", "x"],
            ["--frame", "+5x+5"], ["--frame", "2001x40"], ["--frame", "40x1001"], ["--frame", "0x24"], ["--frame", "80x"],
            ["--frame", "80x24", "--plain"], ["--device", "Nokia"],
            ["--chromium"], ["build"],
            ["build", "--target", ""], ["verify"], ["verify", "a b"], ["verify", "--only", "palm", "a.example"], ["resolve", "no link"],
            ["resolve", "--chromium", "x", "https://a.example"], ["match", "shop://x"], ["send"], ["send", "--to", "x", "shop://x"],
            ["send", "shop://x"], ["events"], ["events", "more"], ["--generate-completion-script=tcsh"], [],
        ])
    func oneLine(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect([.exited(2), .exited(3)].contains(finished.end), "\(finished)")
        #expect(finished.output.isEmpty)
        let lines = finished.error.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == 1 || lines.count == 2, "\(finished.error)")
        #expect(finished.error.hasPrefix("linkscope: "))
        #expect(!lines.dropFirst().contains { $0.hasPrefix("linkscope: ") })
        for word in ["Error:", "Usage:", "USAGE:", "Help:"] { #expect(!finished.error.contains(word), "\(finished.error)") }
    }

    @Test("a mistyped option is named, with the option that was meant")
    func option() async throws {
        let finished = try await Home().run(["--framee", "80x24"])
        #expect(finished.error == "linkscope: unknown option '--framee'; did you mean '--frame'?\nSee 'linkscope inspector --help'.\n")
        let other = try await Home().run(["inspect", "--foo"])
        #expect(other.error == "linkscope: unknown option '--foo'\nSee 'linkscope inspect --help'.\n", "--json is not like --foo")
    }

    @Test("an unknown finding code is named, with the code that was meant")
    func findingCode() async throws {
        let finished = try await Home().run(["inspect", "--explain", "no-schema"])
        #expect(finished.end == .exited(2))
        let answer = "linkscope: --explain: no code, service, parameter, secret or scheme is named \"no-schema\"; did you mean no-scheme?"
        #expect(finished.error.hasPrefix("\(answer)\n"))
    }

    // MARK: The root command and the inspector

    /// Returns the names and values of the options in a help text, such as `--device <NAME|FILE>`.
    private func options(ofHelp text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("  -") }.map { line in
                String(line.dropFirst(2).prefix { $0 != " " }) + (line.contains("<") ? " with a value" : "")
            })
    }

    @Test("the help of the root command lists the inspector's options", arguments: [["--help"], ["-h"], ["help", "--all"]])
    func rootHelp(arguments: [String]) async throws {
        let root = try await Home().run(arguments)
        let inspector = try await Home().run(["inspector", "--help"])
        #expect(root.end == .exited(0) && root.error.isEmpty)
        #expect(options(ofHelp: root.output) == options(ofHelp: inspector.output))
        for name in ["frame", "keys", "plain", "ascii", "continue", "device", "chromium", "color", "show-secrets"] {
            #expect(root.output.contains("\n  --\(name)"), "\(name)")
        }
        #expect(root.output.contains("LINK|FILE|-") && root.output.contains("\n  inspect  "))
    }

    @Test("the root command takes each option of the inspector, before and after the links", .daily)
    func sameOptions() async throws {
        let home = try Home()
        let keys = try home.file("keys", "z\n")
        let link = "shop://item/7?access_token=abcdef"
        for options in [
            ["--device", "iPad", "--frame", "80x24"], ["--frame", "80x24", "--keys", keys], ["--plain"], ["--ascii", "--frame", "40x12"],
            ["--color", "never"], ["--allow-private"], ["--connect-to", "a.example:443:127.0.0.1:8443"], ["--show-secrets"],
            ["--chromium", "/nowhere/chromium"], ["--continue"], ["--bogus"], ["--chromium"],
        ] {
            for arguments in Seeds.share(of: [options + [link], [link] + options], in: 2) {
                let root = try await home.run(arguments)
                let inspector = try await home.run(["inspector"] + arguments)
                #expect(root.end == inspector.end && root.error == inspector.error, "\(arguments): \(root) \(inspector)")
                // The clock is all that may differ between two frames.
                let clock = /\d\d:\d\d:\d\d(\.\d{3})?/
                #expect(root.output.replacing(clock, with: "") == inspector.output.replacing(clock, with: ""))
            }
        }
    }
}
