import TestSupport
import Testing

@Suite("Signals, suspending, idling", .waits, .timeLimit(.minutes(30)))
struct EndingTests {
    @Test(
        "a signal: the terminal is restored, the exit code is 128 + signal, the journal is complete",
        arguments: [Int32(2), 15, 1, 3] + PseudoTerminal.endingSignals)
    func signals(number: Int32) async throws {
        let home = try Home()
        let terminal = try home.inspector(["shop://kept"])
        try await terminal.wait(for: "1 link")
        terminal.signal(number)
        #expect(await terminal.end() == .exited(128 + Int(number)))
        terminal.expectGivenBack()
        #expect(home.sockets.isEmpty)
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "shop://kept")
        await again.quit()
    }

    @Test("the mouse is on unless --no-mouse is given, a click arrives in pieces, and a click in a paste is only text")
    func mouse() async throws {
        let home = try Home()
        let terminal = try home.inspector(["news://a", "shop://b"])
        try await terminal.wait(for: "2 links")
        #expect(terminal.screen.isMouseOn)
        terminal.type("?")
        try await terminal.wait(for: "Esc close")
        terminal.type("\u{1B}[<6")
        terminal.type("5;9;9M")
        try await terminal.wait(for: "undo the last change")
        terminal.type("\u{1B}")
        try await terminal.wait(for: "? help")
        terminal.type("\u{1B}[200~cafe://c\u{1B}[<0;1;1M\u{1B}[201~")
        try await terminal.wait(for: "3 links")
        terminal.type("\u{1B}[<0;99999999999;4M\u{1B}[<0;-1;0M\u{1B}[<;;M\u{1B}[M\u{FF}\u{FF}\u{FF}q")
        #expect(await terminal.end() == .exited(0))
        terminal.expectGivenBack()
        let without = try home.inspector(["--no-mouse"])
        try await without.waitForStart()
        #expect(!without.screen.isMouseOn)
        await without.quit()
    }

    @Test("the sizes of the panes are kept for the next run, and a damaged file is told and ignored")
    func paneSizes() async throws {
        let home = try Home()
        let first = try home.inspector(["news://a"])
        try await first.wait(for: "1 link")
        first.type("++")
        await first.quit()
        let kept = try await home.script("cat $XDG_STATE_HOME/linkscope/panes")
        #expect(kept.output.hasPrefix("standard links ") || kept.output.hasPrefix("wide columns "))
        let second = try home.inspector(["news://a"])
        try await second.wait(for: "1 link")
        second.type("=")
        await second.quit()
        try await #expect(home.script("cat $XDG_STATE_HOME/linkscope/panes").output == "")
        try await #expect(home.script("printf 'wide \\033[31m' > $XDG_STATE_HOME/linkscope/panes").end == .exited(0))
        let third = try home.inspector()
        try await third.wait(for: "the file is damaged")
        await third.quit()
    }

    @Test("linkscope's own files are told and not waited for if they are pipes")
    func pipes() async throws {
        let home = try Home()
        let made = try await home.script(
            "mkdir -p $HOME/.config/linkscope/devices && mkdir -p -m 700 $XDG_STATE_HOME/linkscope"
                + " && mkfifo $HOME/.config/linkscope/devices/iphone.json $XDG_STATE_HOME/linkscope/panes")
        #expect(made.end == .exited(0), "\(made)")
        let terminal = try home.inspector(["news://a"])
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "linkscope/panes: this is a named pipe, not a regular file")
        terminal.type(":messages\r")
        try await terminal.wait(for: "linkscope uses its own iPhone")
        try await terminal.closeOverlay("linkscope uses its own iPhone")
        terminal.type("+")
        try await terminal.wait(for: "The pane sizes could not be saved")
        await terminal.quit()
    }

    @Test("Ctrl-O runs the user's editor on the terminal, and the text comes back; a failing editor changes nothing")
    func editor() async throws {
        let home = try Home()
        let editor = try home.file(
            "edit.sh",
            "echo THE-EDITOR; stat -c %a \"$(dirname $1)\"; sed -i s/42/43/ \"$1\"; read line; exit $line\n")
        let terminal = try home.inspector([], ["EDITOR": "sh \(editor)", "VISUAL": ""])
        try await terminal.waitForStart()
        terminal.type("i")
        try await terminal.wait(for: "Write a link")
        terminal.type("shop://item/42")
        try await terminal.wait(for: "shop://item/42")
        terminal.type("\u{0F}")
        try await terminal.wait(for: "THE-EDITOR") { !$0.isAlternate && !$0.isMouseOn && $0.text.contains("700") }
        terminal.type("0\n")
        try await terminal.wait(for: "shop://item/43") { $0.isAlternate && $0.text.contains("shop://item/43") }
        terminal.type("\u{0F}")
        try await terminal.wait(for: "THE-EDITOR") { !$0.isAlternate }
        terminal.type("7\n")
        try await terminal.wait(for: "sh ended with exit code 7")
        try await terminal.wait(for: "shop://item/43")
        terminal.type("\r")
        try await terminal.wait(for: "1 link")
        await terminal.quit()
    }

    @Test("Ctrl-C quits at once")
    func controlC() async throws {
        let terminal = try Home().inspector()
        try await terminal.waitForStart()
        terminal.type("\u{3}")
        #expect(await [.exited(0), .exited(130)].contains(terminal.end()))
        terminal.expectGivenBack()
    }

    @Test("the program ends when its terminal disappears, even under nohup, and the journal is complete", arguments: [false, true])
    func hangUp(ignoresHangUp: Bool) async throws {
        let home = try Home()
        let terminal = try home.inspector(["shop://kept"], ignoresHangUp: ignoresHangUp)
        try await terminal.wait(for: "1 link")
        terminal.hangUp()
        #expect(await terminal.end() == .exited(129))
        #expect(home.sockets.isEmpty)
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "shop://kept")
        await again.quit()
    }

    /// Keys, and what the screen shows as soon as the first of them have been handled. The program needs long for all of them.
    private static let typed = [
        ("/", "part1 part1", "part1 "), ("i", "Write a link", "wo "), ("?", "Esc close", "jk"), ("b", "Build an App Link", "[1,"),
    ]

    @Test("a signal does not wait for a megabyte that is typed without the marks of a paste", arguments: typed)
    func signalWhileTyping(opening: String, shown: String, text: String) async throws {
        let terminal = try Home().inspector(["shop://a"])
        try await terminal.wait(for: "1 link")
        terminal.typeInBackground(opening + String(repeating: text, count: (1 << 20) / text.count))
        try await terminal.wait(for: shown)
        terminal.signal(15)
        #expect(await terminal.end(seconds: 10) == .exited(143))
        terminal.expectGivenBack()
    }

    @Test("Ctrl-C does not wait for what was typed before it", arguments: typed)
    func controlCWhileTyping(opening: String, shown: String, text: String) async throws {
        let terminal = try Home().inspector(["shop://a"])
        try await terminal.wait(for: "1 link")
        terminal.typeInBackground(opening + String(repeating: text, count: 50_000 / text.count) + "\u{3}")
        #expect(await terminal.end(seconds: 10) == .exited(0))
        terminal.expectGivenBack()
    }

    @Test("Ctrl-Z gives the terminal to the shell; after fg, links that came in the meantime are there")
    func suspension() async throws {
        let home = try Home()
        let terminal = try home.inspector(["shop://before"])
        try await terminal.wait(for: "1 link")
        for round in 1...3 {
            terminal.type("\u{1A}")
            #expect(await terminal.stop() == .stopped(20))
            while await terminal.read(milliseconds: 50) {}
            terminal.expectGivenBack()
            terminal.garble()
            terminal.signal(18)
            try await terminal.wait(for: "picture after coming back") { $0.isAlternate && $0.text.contains("shop://before") }
            terminal.paste("cafe://after/\(round)")
            try await terminal.wait(for: "\(round + 1) links")
            #expect(terminal.isRaw)
            let text = terminal.screen.text
            #expect(!text.contains("GARBLED"))
        }
        await terminal.quit()
    }

    @Test("a signal while links stream in")
    func whileStreaming() async throws {
        let home = try Home()
        let terminal = try home.shell("yes shop://again | exec \"$0\" -")
        try await terminal.wait(for: "thousands of links") { $0.text.contains(",") && $0.text.contains("links") }
        terminal.type("\u{3}")
        while await terminal.read(milliseconds: 2000) {}
        #expect(await [.exited(0), .exited(130)].contains(terminal.end()))
        terminal.expectGivenBack()
    }

    #if os(Linux)
        @Test("no thread of an idle program wakes up")
        func idle() async throws {
            let home = try Home()
            let other = try Home()
            let device = try TestDevice()
            try device.connect()
            defer { withExtendedLifetime((home, other, device)) {} }
            let pipe = try Pipe()
            pipe.write("shop://x\n")
            var redirection = PseudoTerminal.Redirection()
            redirection.input = pipe.reading
            let terminals = [
                "nothing": try home.inspector([]),
                "the log of a device": try Home().inspector(["--follow", "adb"], device.environment),
                "a file": try home.inspector([try home.file("links", "shop://x\n")]),
                "a pipe": try home.inspector(["-"], redirection: redirection),
                "send and events": try await other.sentTo(),
            ]
            try device.waitForFollowers(1)
            try device.add("11-26 09:42:00.000  1402  1455 I Shop    : open shop://x\n")
            for (name, terminal) in terminals where name != "send and events" {
                try await terminal.waitForStart()
                if name != "nothing" { try await terminal.wait(for: "1 link") }
            }
            let restless = await PseudoTerminal.restlessWindows(Array(terminals.values))
            #expect(restless == [])
            for terminal in terminals.values { await terminal.quit() }
        }
    #endif
}

extension Home {
    /// Starts an inspector, sends it a link, and requests its events.
    fileprivate func sentTo() async throws -> PseudoTerminal {
        let terminal = try inspector()
        try await terminal.wait(for: "Send links to this inspector")
        #expect(try await run(["send", "shop://x"]).end == .exited(0))
        #expect(try await run(["events"]).end == .exited(0))
        try await terminal.wait(for: "1 link")
        return terminal
    }
}
