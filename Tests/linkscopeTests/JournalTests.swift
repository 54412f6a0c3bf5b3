import Foundation
import TestSupport
import Testing

@Suite("The session's journal", .waits, .timeLimit(.minutes(30)))
struct JournalTests {
    @Test("after a crash, --continue restores links, events, opened links, the device and the banner, and goes on")
    func afterCrash() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let terminal = try home.inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.paste(link + "\n{\"event\":\"from_a_phone\",\"at\":\"once\"}")
        try await terminal.wait(for: "1 link  3 events")
        terminal.type("o\r")
        try await terminal.wait(for: "6 events")
        terminal.type("X")
        try await terminal.wait(for: "closed banner") { !$0.text.contains("Touch to return") }
        // The cursor starts at the first app; the third app is the photo box.
        terminal.type("djj ")
        try await terminal.wait(for: "photobox switched off") { $0.text.contains("[ ] 写真箱") }
        try await terminal.closeOverlay("com.example.cafe")
        // The window may be gone before the rest of the frame is drawn.
        let shown = ["Shop ──#1──▸ Nieuws · Shop ──o ", "from_a_phone", "▴ al_nav_out"]
        terminal.type("e")
        for text in shown { try await terminal.wait(for: text) }
        let journal = try #require(home.journals.first)
        #expect(Home.mode(of: journal) == 0o600)
        #expect(Home.mode(of: (journal as NSString).deletingLastPathComponent) == 0o700)
        terminal.signal(9)
        #expect(await terminal.end() == .signalled(9))

        let again = try home.inspector(["--continue"])
        try await again.wait(for: "1 link  6 events")
        again.type("e")
        for text in shown { try await again.wait(for: text) }
        try await again.wait(for: "closed banner") { !$0.text.contains("Touch to return") }
        again.type("d")
        try await again.wait(for: "[ ] 写真箱")
        try await again.closeOverlay("com.example.cafe")
        again.paste("cafe://more")
        try await again.wait(for: "2 links")
        await again.quit()
        #expect(home.journals == [journal], "it goes on in the same journal")

        let third = try home.inspector(["--continue"])
        try await third.wait(for: "2 links  6 events")
        await third.quit()
    }

    @Test("a continued session has the device that it began with, unless an option asks for another one; marks stay")
    func deviceOfSession() async throws {
        let home = try Home()
        let terminal = try home.inspector(["--strict-device"])
        try await terminal.wait(for: "Paste a link")
        terminal.paste("nobody://x")
        try await terminal.wait(for: "no app")
        terminal.type("m")
        try await terminal.wait(for: "1◆")
        await terminal.quit()

        let again = try home.inspector(["--continue"])
        try await again.wait(for: "1◆")
        try await again.wait(for: "no app")
        again.paste("nobody://y")
        try await again.wait(for: "2 links")
        #expect(!again.screen.text.contains("nobody*"))
        await again.quit()

        let third = try home.inspector(["--continue", "--device", "Android"])
        try await third.wait(for: "Android ·")
        third.paste("nobody://z")
        try await third.wait(for: "nobody*")
        await third.quit()
    }

    @Test("a record is in the journal before send acknowledges it")
    func beforeAcknowledged() async throws {
        let home = try Home()
        let terminal = try home.inspector()
        try await terminal.wait(for: "Send links to this inspector")
        for number in 1...20 {
            #expect(try await home.run(["send", "shop://sent/\(number)"]).end == .exited(0))
            let text = String(decoding: Home.bytes(of: try #require(home.journals.first)), as: UTF8.self)
            #expect(text.contains("shop://sent/\(number)\n"))
        }
        terminal.signal(9)
        _ = await terminal.end()
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "20 links")
        await again.quit()
    }

    @Test("if the last line is incomplete or a line in the middle is damaged, the rest is restored and the damage is reported")
    func torn() async throws {
        let home = try Home()
        let terminal = try home.inspector(["shop://one", "shop://two", "shop://three"])
        try await terminal.wait(for: "3 links")
        await terminal.quit()
        let journal = try #require(home.journals.first)
        var lines = Home.bytes(of: journal).split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        lines[1] = Array("\u{1B}]52;c;AAAA\u{7} damaged".utf8)
        lines[lines.count - 1] = Array("2026-11-21T01:00:07.123Z paste shop://to".utf8)
        try Data(lines.joined(separator: [10])).write(to: URL(filePath: journal))

        let again = try home.inspector(["--continue"])
        try await again.wait(for: "2 links")
        try await again.wait(for: "1 line of the journal could not be read")
        again.paste("shop://four")
        try await again.wait(for: "3 links")
        await again.quit()
        let text = String(decoding: Home.bytes(of: journal), as: UTF8.self)
        #expect(!text.contains("shop://to\n") && !text.contains("shop://to2026"))
        #expect(text.hasSuffix("shop://four\n"))
    }

    @Test("two inspectors never share a journal; --continue takes the one that is not in use")
    func held() async throws {
        let home = try Home()
        let old = try home.inspector(["shop://old"])
        try await old.wait(for: "1 link")
        await old.quit()
        let living = try home.inspector(["shop://living"])
        try await living.wait(for: "1 link")
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "shop://old")
        let third = try home.inspector(["--continue"])
        #expect(await third.end() == .exited(3))
        #expect(third.screen.text.contains("there is no earlier session to continue"))
        await living.quit()
        await again.quit()
    }

    @Test("a session without records leaves no journal, so the previous one stays the last")
    func empty() async throws {
        let home = try Home()
        let first = try home.inspector(["shop://first"])
        try await first.wait(for: "1 link")
        await first.quit()
        let second = try home.inspector()
        try await second.wait(for: "Paste a link")
        await second.quit()
        let dumb = try home.inspector([], ["TERM": "dumb"], redirection: .init())
        dumb.type("\u{4}")
        #expect(await dumb.end() == .exited(0))
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "shop://first")
        await again.quit()
        #expect(home.journals.count == 1)
    }

    @Test("if no journal can be written, the inspector runs and says so", arguments: ["file", "open to all", "no home"])
    func noFolder(obstacle: String) async throws {
        let home = try Home()
        var more: [String: String] = [:]
        switch obstacle {
        case "file": try home.file("state", "a file in the way")
        case "open to all":
            let folder = home.state + "/linkscope/sessions"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            Home.chmod(folder, 0o777)
        default: more = ["XDG_STATE_HOME": "", "HOME": ""]
        }
        let terminal = try home.inspector([], more)
        try await terminal.wait(for: "This session is not saved")
        terminal.paste("shop://x")
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "not saved")
        await terminal.quit()
    }

    @Test("on a full disk, links are shown, the header says that they are not saved, send is refused, and no acknowledged link is lost")
    func fullDisk() async throws {
        let home = try Home()
        // A limit on file sizes acts like a full disk. Its unit is 512 bytes.
        let terminal = try home.shell("ulimit -f 8; exec \"$0\"")
        try await terminal.wait(for: "Send links to this inspector")
        var acknowledged = 0
        var refusal: Home.Finished?
        for number in 1...200 {
            let finished = try await home.run(["send", "shop://item/\(number)?padding=\(String(repeating: "x", count: 100))"])
            guard finished.end == .exited(0) else {
                refusal = finished
                break
            }
            acknowledged = number
            terminal.read()
        }
        #expect(acknowledged > 10)
        #expect(refusal?.end == .exited(3))
        #expect(refusal?.error.contains("refused: ") == true, "\(String(describing: refusal))")

        let link = "shop://pasted?padding=\(String(repeating: "y", count: 400))"
        terminal.paste(link)
        try await terminal.wait(for: "not saved:")
        try await terminal.wait(for: "shop://pasted")
        await terminal.quit()

        let again = try home.inspector(["--continue"])
        try await again.wait(for: "\(acknowledged) links")
        await again.quit()
    }

    @Test("--continue reads a file of the session again; if the file was removed, its records are lost")
    func files() async throws {
        let home = try Home()
        let file = try home.file("links", "shop://in-file/1\nshop://in-file/2\n")
        let terminal = try home.inspector([file])
        try await terminal.wait(for: "2 links")
        await terminal.quit()
        try home.append("shop://in-file/3\n", to: file)
        let again = try home.inspector(["--continue"])
        try await again.wait(for: "3 links")
        await again.quit()
        try FileManager.default.removeItem(atPath: file)
        let gone = try home.inspector(["--continue"])
        try await gone.wait(for: "records cannot be shown, because their file has changed or is gone")
        await gone.quit()
    }

    @Test("--continue without a session is an error with exit code 3")
    func nothing() async throws {
        let terminal = try Home().inspector(["--continue"])
        #expect(await terminal.end() == .exited(3))
        #expect(terminal.screen.text.replacing("\n", with: "").contains("start without --continue"))
    }
}
