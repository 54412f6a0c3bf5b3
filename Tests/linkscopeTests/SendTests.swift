import TestSupport
import Testing

@Suite("Sending to a running inspector", .waits, .timeLimit(.minutes(30)))
struct SendTests {
    @Test("a link, a file and standard input; send says which inspector got them")
    func sends() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        let sent = try await home.process(["send", "shop://sent/1"])
        #expect(sent.end == .exited(0))
        #expect(sent.error.contains("1 record delivered to inspector \(terminal.processID)"))
        #expect(sent.output.isEmpty)
        try await terminal.wait(for: "shop://sent/1")

        let file = try home.file("links.txt", "cafe://sent/2\n\ncafe://sent/3\n")
        #expect(try await home.run(["send", file]).error.contains("2 records delivered"))
        try await terminal.wait(for: "3 links")
        #expect(try await home.process(["send", "-"], input: file).error.contains("2 records delivered"))
        try await terminal.wait(for: "5 links")
        await terminal.quit()
    }

    @Test("what standard input brings is delivered before it ends")
    func stream() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        // The pipe is closed when the inspector shows the first link.
        let sender = try home.shell(#"mkfifo "$HOME/gate"; { echo shop://early; cat "$HOME/gate"; } | "$0" send -"#)
        try await terminal.wait(for: "shop://early")
        _ = try await home.script(#"echo shop://late > "$HOME/gate""#)
        try await sender.wait(for: "2 records delivered")
        #expect(await sender.end() == .exited(0))
        try await terminal.wait(for: "shop://late")
        await terminal.quit()
    }

    @Test("each inspector has its own socket; a link goes to the newest inspector or to the one named")
    func two() async throws {
        let home = try Home()
        let old = try await startedInspector(home)
        let new = try await startedInspector(home)
        #expect(home.sockets.count == 2)
        for socket in home.sockets { #expect(Home.mode(of: socket) == 0o600) }
        #expect(Home.mode(of: home.runtime + "/linkscope") == 0o700)

        let sent = try await home.run(["send", "shop://to-the-newest"])
        #expect(sent.error.contains("delivered to inspector \(new.processID)\n"))
        #expect(sent.error.contains("Inspector \(old.processID) is running too; --to \(old.processID) uses it."))
        #expect(try await home.run(["events"]).error.hasPrefix("The events are those of inspector \(new.processID), the newest."))
        try await new.wait(for: "shop://to-the-newest")
        let named = try await home.run(["send", "--to", "\(old.processID)", "shop://to-the-old"])
        #expect(named.error.hasSuffix("delivered to inspector \(old.processID)\n"))
        try await old.wait(for: "shop://to-the-old")
        #expect(!old.screen.text.contains("newest"))
        #expect(!new.screen.text.contains("to-the-old"))

        let nobody = try await home.run(["send", "--to", "1", "shop://x"])
        #expect(nobody.end == .exited(3))
        #expect(nobody.error.contains("no inspector 1 is running"))
        await new.quit()
        #expect(try await home.run(["send", "shop://after"]).error.contains("inspector \(old.processID)"))
        await old.quit()
        #expect(home.sockets.isEmpty)
    }

    @Test("the socket that a killed inspector leaves is ignored")
    func stale() async throws {
        let home = try Home()
        let killed = try await startedInspector(home)
        killed.signal(9)
        #expect(await killed.end() == .signalled(9))
        #expect(home.sockets.count == 1)

        let nobody = try await home.run(["send", "shop://x"])
        #expect(nobody.end == .exited(3))
        #expect(nobody.error.contains("no inspector is running: start `linkscope` in another terminal"))

        let next = try await startedInspector(home)
        #expect(try await home.run(["send", "shop://alive"]).end == .exited(0))
        try await next.wait(for: "shop://alive")
        await next.quit()
        #expect(home.sockets.isEmpty)
    }

    @Test(
        "no inspector runs", arguments: [["send", "shop://x"], ["events"], ["events", "--follow"], ["send", "--to", "4711", "shop://x"]])
    func nobody(arguments: [String]) async throws {
        let finished = try await Home().run(arguments)
        #expect(finished.end == .exited(3))
        #expect(finished.error.hasPrefix("linkscope: no inspector is running"))
        #expect(finished.output.isEmpty)
    }

    @Test("10,000 links at once: none is lost, from a file")
    func manyFromFile() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        let file = try home.file("many", (1...10_000).map { "shop://item/\($0)\n" }.joined())
        #expect(try await home.run(["send", file]).error.contains("10000 records delivered"))
        try await terminal.wait(for: "10,000 links")
        let events = try await home.run(["events"])
        #expect(events.end == .exited(0))
        terminal.type("g")
        try await terminal.wait(for: "shop://item/1 ")
        await terminal.quit()
        let journal = Home.bytes(of: try #require(home.journals.first))
        // The first line is the device with which the session began.
        #expect(journal.count(where: { $0 == 10 }) == 10_001)
    }

    @Test("10,000 links at once: none is lost, as arguments")
    func manyAsArguments() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        #expect(try await home.run(["send"] + (1...10_000).map { "shop://item/\($0)" }).error.contains("10000 records delivered"))
        try await terminal.wait(for: "10,000 links")
        await terminal.quit()
    }

    @Test("8 senders at the same time: all acknowledged links are there")
    func manySenders() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        let script = "for n in 1 2 3 4 5 6 7 8; do \"$0\" send shop://$n/a shop://$n/b shop://$n/c & done; wait"
        let finished = try await home.script(script)
        #expect(finished.error.components(of: "3 records delivered") == 8, "\(finished)")
        try await terminal.wait(for: "24 links")
        await terminal.quit()
    }

    @Test("errors: nothing to send, a folder, a missing file")
    func mistakes() async throws {
        let home = try Home()
        let terminal = try await startedInspector(home)
        #expect(try await home.run(["send"]).end == .exited(2))
        let folder = try await home.run(["send", home.path])
        #expect(folder.end == .exited(3))
        #expect(folder.error.contains("\(home.path): this is a folder; give the files in it"))
        #expect(try await home.run(["send", "/no/such/file"]).end == .exited(3))
        terminal.read()
        await terminal.quit()
    }

    private func startedInspector(_ home: Home) async throws -> PseudoTerminal {
        let terminal = try home.inspector()
        try await terminal.wait(for: "linkscope send --to \(terminal.processID) LINK")
        #expect(home.sockets.contains { $0.contains("\(terminal.processID)") })
        return terminal
    }
}
