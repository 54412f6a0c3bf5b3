import CPseudoTerminal
import TestSupport
import Testing

@Suite("The terminal is restored to its original state", .waits, .timeLimit(.minutes(30)))
struct LifecycleTests {
    @Test(
        "however the program ends",
        arguments: [
            ("q", 0, 0), ("\u{3}", 0, 130), ("", 2, 130), ("", 15, 143), ("", 1, 129), ("", 3, 131), ("x", 0, 7),
        ] as [(String, Int32, Int)],
        ["xterm-256color", "screen-256color", "linux"]
    )
    func ends(way: (keys: String, signal: Int32, status: Int), term: String) async throws {
        let terminal = try probe(["--mouse"], term: term)
        try await terminal.wait(for: "started")
        #expect(terminal.isRaw)
        #expect(terminal.screen.isPasteBracketed)
        if way.signal == 0 { terminal.type(way.keys) } else { terminal.signal(way.signal) }
        #expect(await terminal.end() == .exited(way.status))
        expectGivenBack(terminal)
    }

    @Test("any other signal that would end the process ends it like SIGTERM", arguments: PseudoTerminal.endingSignals)
    func otherSignals(signal: Int32) async throws {
        let terminal = try probe(["--mouse"])
        try await terminal.wait(for: "started")
        terminal.signal(signal)
        #expect(await terminal.end() == .exited(128 + Int(signal)))
        expectGivenBack(terminal)
    }

    @Test(
        "a crash keeps its message and its signal",
        arguments: [("t", [4, 5], "Fatal error"), ("a", [6], ""), ("o", [11, 10, 4], "")] as [(String, [Int], String)]
    )
    func crashes(key: String, signals: [Int], text: String) async throws {
        let terminal = try probe(["--mouse"])
        try await terminal.wait(for: "started")
        terminal.type("e")
        terminal.type(key)
        let end = await terminal.end()
        #expect(signals.map(PseudoTerminal.End.signalled).contains(end), "\(end)")
        expectGivenBack(terminal)
        #expect(terminal.outputAfterLeaving.contains("a note on standard error"))
        #expect(terminal.outputAfterLeaving.contains(text))
        #expect(!terminal.lastAlternateText.contains("a note"))
    }

    @Test("a crash signal that another process sends ends the program with that signal", arguments: [Int32(11), 8, 7])
    func sentCrashes(signal: Int32) async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.signal(signal)
        #expect(await terminal.end() == .signalled(Int(signal)))
        expectGivenBack(terminal)
    }

    @Test("standard error is held back until the program has left the screen")
    func standardError() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.type("eenq")
        #expect(await terminal.end() == .exited(0))
        #expect(!terminal.lastAlternateText.contains("a note"))
        let shown = terminal.screen.text
        #expect(shown.components(of: "a note on standard error") == 2)
        #expect(shown.contains("closed"))
    }

    @Test("standard error is not captured if it is not a terminal")
    func redirectedError() async throws {
        var reading: Int32 = -1
        var writing: Int32 = -1
        #expect(unsafe cpt_pipe(&reading, &writing))
        defer { cpt_close(reading) }
        var redirection = PseudoTerminal.Redirection()
        redirection.error = writing
        let terminal = try probe(redirection: redirection)
        cpt_close(writing)
        try await terminal.wait(for: "started")
        terminal.type("e")
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe cpt_read(reading, &bytes, bytes.count, 20_000)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasPrefix("a note"))
    }

    @Test("the program ends when its terminal disappears, even under nohup", arguments: [false, true])
    func deadTerminal(ignoresHangUp: Bool) async throws {
        let terminal = try probe(ignoresHangUp: ignoresHangUp)
        try await terminal.wait(for: "started")
        terminal.hangUp()
        #expect(await terminal.end() == .exited(129))
    }

    @Test("a program that is continued as soon as it has stopped does not stop again")
    func stopsOnce() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        for round in 0..<20 {
            terminal.signal(20)
            #expect(await terminal.stop(seconds: 5) == .stopped(20), "round \(round)")
            terminal.signal(18)
            terminal.garble()
            try await terminal.wait(for: "picture after round \(round)") {
                $0.isAlternate && $0.text.contains("back") && !$0.text.contains("GARBLED")
            }
        }
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
    }

    @Test("Ctrl-Z gives the terminal to the shell; on return everything is drawn again")
    func suspension() async throws {
        let terminal = try probe(["--mouse", "--text", "中文"])
        try await terminal.wait(for: "中文")
        for round in 0..<3 {
            terminal.type(round == 1 ? "" : "\u{1A}")
            if round == 1 { terminal.signal(20) }  // as if another process sent it
            #expect(await terminal.stop(seconds: 5) == .stopped(20), "round \(round)")
            while await terminal.read(milliseconds: 50) {}
            expectGivenBack(terminal)
            terminal.garble()
            terminal.signal(18)
            try await terminal.wait(for: "picture after coming back") {
                $0.isAlternate && $0.text.contains("back") && $0.text.contains("中文")
            }
            terminal.type("n")
            try await terminal.wait(for: "count \(round + 1)")
            #expect(terminal.isRaw)
            #expect(terminal.screen.isPasteBracketed && terminal.screen.isMouseOn)
            #expect(!terminal.screen.text.contains("GARBLED"))
        }
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
        expectGivenBack(terminal)
    }

    @Test("a program that another process stops and continues takes the screen again")
    func stoppedFromOutside() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.signal(19)
        #expect(await terminal.stop() == .stopped(19))
        terminal.garble()
        terminal.signal(18)
        try await terminal.wait(for: "picture after coming back") { $0.text.contains("started") && !$0.text.contains("GARBLED") }
    }

    @Test("a stuck program ends at a second Ctrl-C, one second after the first", .wallClock)
    func stuck() async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.type("s")
        let begin = ContinuousClock.now
        // Types Ctrl-C until the program ends. Each read waits for a while.
        while terminal.screen.isAlternate, ContinuousClock.now - begin < .seconds(20) {
            terminal.type("\u{3}")
            await terminal.read(milliseconds: 100)
        }
        #expect(await terminal.end() == .exited(130))
        #expect(ContinuousClock.now - begin > .seconds(1))
        expectGivenBack(terminal)
    }

    @Test("a stuck program ends within a second after a signal", .wallClock, arguments: [Int32(15), 1, 10])
    func stuckSignal(signal: Int32) async throws {
        let terminal = try probe()
        try await terminal.wait(for: "started")
        terminal.type("s")
        terminal.signal(signal)
        #expect(await terminal.end(seconds: 5) == .exited(128 + Int(signal)))
        expectGivenBack(terminal)
    }

    private func expectGivenBack(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(terminal.hasSettingsOfStart, sourceLocation: sourceLocation)
        #expect(!terminal.screen.isAlternate, sourceLocation: sourceLocation)
        #expect(terminal.screen.isCursorVisible, sourceLocation: sourceLocation)
        #expect(!terminal.screen.isPasteBracketed, sourceLocation: sourceLocation)
        #expect(!terminal.screen.isMouseOn, sourceLocation: sourceLocation)
        #expect(terminal.screen.unknown == [], sourceLocation: sourceLocation)
    }
}

extension String {
    func components(of part: String) -> Int { ranges(of: part).count }
}
