import Foundation
import TestSupport
import Testing

@Suite("linkscope inspect", .waits, .timeLimit(.minutes(30)))
struct InspectTests {
    @Test("JSON lines in the order of arguments, files and standard input; empty lines are skipped")
    func order() async throws {
        let home = try Home()
        let file = try home.file("links", "shop://2\r\n\n  \nshop://3\n{\"url\":\"shop://4\"}")
        let input = try home.file("input", "shop://5\nshop://6")
        let finished = try await home.run(["inspect", "--json", "shop://1", file, "-", "shop://7"], input: input)
        #expect(finished.end == .exited(0))
        #expect(finished.error.isEmpty)
        let urls = try finished.lines.map { try object($0)["inputURL"] as? String }
        #expect(urls == (1...7).map { "shop://\($0)" })
    }

    @Test("the first sample has all keys, and its token is masked unless an option shows it")
    func sample() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let finished = try await home.run(["inspect", "--json", link])
        #expect(finished.end == .exited(0))
        let keys = try object(finished.output)
        #expect(keys["isAppLink"] as? Bool == true)
        #expect(keys["targetURL"] as? String == "https://news.example.com/article/42?utm_source=shop")
        #expect(keys["refererAppName"] as? String == "Shop")
        #expect((keys["events"] as? [Any])?.count == 2)
        #expect((keys["masked"] as? [Any])?.isEmpty == false)
        #expect(!finished.output.contains("EAAB"))
        #expect(try await home.run(["inspect", "--json", "--show-secrets", link]).output.contains("EAAB"))
        #expect(!(try await home.run(["inspect", link])).output.contains("EAAB"))
    }

    @Test("exit code 1 when a link has an error", arguments: [false, true])
    func error(isJSON: Bool) async throws {
        let home = try Home()
        let broken = "shop://open?al_applink_data=%7B%22target"
        let finished = try await home.run(["inspect"] + (isJSON ? ["--json"] : []) + ["shop://fine", broken])
        #expect(finished.end == .exited(1))
        #expect(finished.output.contains("shop://fine"))
    }

    @Test("a blank argument, such as a variable that is not set, is an error", arguments: ["", " \t"])
    func blank(argument: String) async throws {
        let home = try Home()
        let finished = try await home.run(["inspect", "--json", argument])
        #expect(finished.end == .exited(1) && finished.lines.count == 1 && finished.error.isEmpty, "\(finished)")
    }

    @Test(
        "a link in a command is inspected as it arrives, and a finding says what a shell cut off",
        arguments: [
            #"adb shell am start -d "shop://item?id=7&lang=de""#, "xcrun simctl openurl booted shop://item?id=7&lang=de",
            "adb shell am start -d 'shop://item?id=7&lang=de'",
        ])
    func cutByShell(command: String) async throws {
        let home = try Home()
        for arguments in [[command], [try home.file("command", command + "\n")]] {
            let finished = try await home.run(["inspect", "-v"] + arguments)
            #expect(finished.end == .exited(0) && finished.output.contains("id  7\nraw   shop://item?id=7\n"), "\(finished)")
            #expect(finished.output.contains("shell-cut") && finished.output.contains(#"without "&lang=de""#), "\(finished)")
        }
        let whole = try await home.run(["inspect", #"adb shell "am start -d 'shop://item?id=7&lang=de'""#])
        #expect(whole.output.contains("lang  de") && !whole.output.contains("without"))
    }

    @Test("several links are numbered, one is not, wherever they come from")
    func numbers() async throws {
        let home = try Home()
        let one = try home.file("one", "shop://1\n")
        let two = try home.file("two", "shop://1\nshop://2\n")
        let alone = try await home.run(["inspect", "shop://1"]).output
        #expect(alone.hasPrefix("Link to the app that handles shop:.\n"))
        #expect(try await home.run(["inspect", one]).output == alone)
        let several = try await home.run(["inspect", "shop://1", "shop://2"]).output
        #expect(several.hasPrefix("#1\n\(alone)\n#2\nLink to "))
        #expect(try await home.run(["inspect", two]).output == several)
        #expect(try await home.run([two]).output == several)
    }

    @Test("a terminal gets colors, lines of its width and a summary; a file does not", arguments: ["auto", "never"])
    func terminal(color: String) async throws {
        let home = try Home()
        let links = ["https://a.example/?x=" + String(repeating: "y", count: 200), "shop://open?al_applink_data=%7B%22target"]
        let terminal = try home.inspector(["inspect", "--color", color] + links, ["TERM": "xterm-256color"])
        #expect(await terminal.end() == .exited(1))
        #expect(terminal.output.contains(0x1B) == (color == "auto"))
        #expect(terminal.screen.text.contains("2 links, 1 with errors"))
        #expect(terminal.screen.text.contains("     yyyy"))
        let piped = try await home.run(["inspect", "--color", "always"] + links)
        #expect(!piped.outputBytes.contains(0x1B) && piped.error.isEmpty)
        #expect(piped.output.contains(links[0]))
    }

    @Test("exit code 3 if an input cannot be read; the others are still printed")
    func unreadable() async throws {
        let home = try Home()
        let finished = try await home.run(["inspect", "--json", "shop://1", "/no/such/file", home.path, "shop://2"])
        #expect(finished.end == .exited(3))
        #expect(finished.lines.count == 2)
        #expect(finished.error.contains("linkscope: /no/such/file: No such file or directory"))
        #expect(finished.error.contains("linkscope: \(home.path): this is a folder; give the files in it"))
    }

    @Test(
        "an argument that is not a file and has no scheme is read as a link, with a message",
        arguments: [["inspect", "--json"], ["inspect"]])
    func doubtful(command: [String]) async throws {
        let finished = try await Home().run(command + ["links.tx"])
        #expect(
            finished.error == "linkscope: links.tx: no such file, so it is read as a link\n")
        #expect(finished.output.contains("links.tx"))
    }

    @Test("--plain says it as a sentence, and takes the argument as a link")
    func doubtfulPlain() async throws {
        let finished = try await Home().run(["--plain", "links.tx"])
        #expect(finished.error.isEmpty)
        #expect(finished.output.contains("links.tx: no such file, so it is read as a link"))
        #expect(finished.output.contains("#1"))
    }

    @Test(
        "a usage error goes to standard error, with exit code 2",
        arguments: [
            ["inspect"], ["inspect", "--bogus"], ["inspect", "-v", "--json", "a:b"], ["inspect", "-", "-"],
            ["inspect", "--entry", "sideways", "a:b"], ["send"], ["--bogus"], ["events", "more"],
            ["--color", "pink"], ["--continue", "shop://x"], ["--frame", "80"], ["--frame", "0x5"],
            ["--keys", "file"], ["--frame", "80x24", "--continue"], ["send", "--to", "many", "a:b"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.output.isEmpty)
        #expect(!finished.error.isEmpty)
    }

    @Test("help shows an example", arguments: [[], ["inspector"], ["inspect"], ["build"], ["match"], ["send"], ["events"]])
    func help(command: [String]) async throws {
        let finished = try await Home().run(command + ["--help"])
        #expect(finished.end == .exited(0))
        #expect(finished.error.isEmpty)
        #expect(finished.output.contains("Example"))
        #expect(finished.output.contains("  linkscope "))
    }

    @Test("--version prints the version")
    func version() async throws {
        let finished = try await Home().process(["--version"])
        #expect(finished.end == .exited(0))
        #expect(finished.output.hasPrefix("linkscope "))
    }

    @Test("each hostile line gets one report, and the program does not crash")
    func hostileLines() async throws {
        let home = try Home()
        var bytes = Array("shop://begin\n".utf8)
        bytes += [0xFF, 0xFE, 0xC0, 0x80, 0x0A]
        bytes += Array("shop://a\u{0}b\n".utf8)
        bytes += Array("shop://long?x=".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + [0x0A]
        bytes += Array("shop://deep?al_applink_data=".utf8) + Array(String(repeating: "%5B", count: 10_000).utf8) + [0x0A]
        bytes += Array(String(repeating: "{\"event\":", count: 10_000).utf8) + [0x0A]
        bytes += Array("shop://end".utf8)
        let file = try home.file("hostile", bytes)
        let finished = try await home.run(["inspect", "--json", file])
        #expect(finished.end == .exited(1))
        #expect(finished.lines.count == 7)
        for line in finished.lines { _ = try object(line) }
        #expect(finished.lines.last?.contains("\"inputURL\":\"shop://end\"") == true)
        #expect(try await home.run(["inspect", file]).end == .exited(1))
    }

    @Test("the program ends quietly when its reader goes away", arguments: ["", "--json"])
    func brokenPipe(option: String) async throws {
        let home = try Home()
        try home.file("links", (1...Effort.size(10_000, long: 50_000)).map { "shop://item/\($0)\n" }.joined())
        let finished = try await home.script("\"$0\" inspect \(option) \"$HOME/links\" | head -n 1")
        #expect(finished.end == .exited(0))
        #expect(finished.error.isEmpty)
        #expect(finished.lines.count == 1)
    }

    #if os(Linux)
        @Test("output that cannot be written is an error with exit code 3")
        func fullOutput() async throws {
            let finished = try await Home().script("exec \"$0\" inspect shop://x > /dev/full")
            #expect(finished.end == .exited(3))
            #expect(finished.error == "linkscope: standard output cannot be written: No space left on device\n")
        }
    #endif

    @Test("a link that comes late on standard input is printed at once")
    func streaming() async throws {
        let home = try Home()
        let (input, output) = (try Pipe(), try Pipe())
        var redirection = PseudoTerminal.Redirection()
        redirection.input = input.reading
        redirection.output = output.writing
        let terminal = try home.inspector(["inspect", "--json", "-"], redirection: redirection)
        input.closeReading()
        output.closeWriting()
        for number in 1...3 {
            input.write("shop://\(number)\n")
            try await output.wait(for: "line \(number)") { $0.lines.count == number }
        }
        input.closeWriting()
        #expect(await terminal.end() == .exited(0))
    }
}
