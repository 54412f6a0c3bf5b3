import Foundation
import Inspector
import Records
import Store
import TestSupport
import Testing

@testable import linkscope

@Suite("linkscope history", .waits, .timeLimit(.minutes(30)))
struct HistoryCommandTests {
    /// Saves a session with these links, as an inspector does.
    private func session(_ home: Home, _ links: String...) throws {
        let begin = Act.begin(try #require(Library.devices.first)).bytes
        let records = Records(journal: try SessionJournal.create(in: home.state + "/linkscope/sessions", beginningWith: begin))
        records.accept(records: links.map { Array($0.utf8) }, from: .argument)
        records.close()
    }

    @Test("what an inspector saw is found later, and can be listed, printed and exported")
    func story() async throws {
        let home = try Home()
        try session(home, "shop://item/7?color=red", "news://article/42")
        let found = try await home.process(["history", "search", "red"])
        #expect(found.end == .exited(0))
        #expect(found.output.contains("link        shop://item/7?color=red\n") && !found.output.contains("article"))
        let none = try await home.run(["history", "search", "nothing"])
        #expect(none.end == .exited(1) && none.output.isEmpty && none.error == "Nothing was found.\n")
        let empty = try await Home().run(["history", "search"])
        #expect(empty.error == "Nothing was found. Search with words: linkscope history search summer sale\n")
        let list = try await home.run(["history", "show", "--json"])
        let session = try #require(try object(list.output)["session"] as? String)
        let shown = try await home.run(["history", "show", session])
        #expect(shown.output.split(separator: "\n").count == 2)
        let exported = try await home.run(["history", "export"])
        #expect(
            try exported.output.split(separator: "\n").map { try object(String($0))["text"] as? String } == [
                "shop://item/7?color=red", "news://article/42",
            ])
        let missing = try await home.run(["history", "show", "other"])
        #expect(missing.end == .exited(1) && missing.error.contains("linkscope history show lists all sessions"))
    }

    @Test("an entry is sent to the running inspector again; a masked secret is asked for on the terminal")
    func replay() async throws {
        let home = try Home()
        let first = try home.inspector(["shop://plain/1"])
        try await first.wait(for: "1 link")
        let link = #"shop://a?t=\033]0;x\007&access_token=EAAB-not-a-real-token-0123456789&x=1"#
        _ = try await home.script("printf '\(link)\\n' | \"$0\" send -")
        try await first.wait(for: "2 links")
        await first.quit()
        let inspector = try home.inspector()
        try await inspector.wait(for: "Paste a link")
        let plain = try await home.run(["history", "replay", "1"])
        #expect(plain.end == .exited(0) && plain.error == "1 record delivered to inspector \(inspector.processID)\n")
        try await inspector.wait(for: "shop://plain/1")
        let asking = try home.inspector(["history", "replay", "2"])
        try await asking.wait(for: #"The secret after "shop://a?t=^[]0;x^G&access_token=""#)
        asking.type("new-secret\r")
        #expect(await asking.end() == .exited(0))
        #expect(!asking.screen.text.contains("new-secret"))
        try await inspector.wait(for: "2 links")
        let journal = try #require(
            home.journals.map { String(decoding: Home.bytes(of: $0), as: UTF8.self) }.last { $0.contains(" send ") })
        #expect(journal.contains("shop://a?t=\u{1B}]0;x\u{07}&access_token=new-secret&x=1"))
        await inspector.quit()
    }

    @Test("without a terminal, a masked secret cannot be asked for, and nothing is sent")
    func replayWithoutTerminal() async throws {
        let home = try Home()
        try session(home, "shop://a?access_token=EAAB-not-a-real-token-0123456789&x=1", "shop://b?x=•")
        let inspector = try home.inspector()
        try await inspector.wait(for: "Paste a link")
        let finished = try await home.script("echo secret | setsid \"$0\" history replay 1")
        #expect(finished.end == .exited(3) && finished.error.contains("there is no terminal to ask for it"))
        let bullet = try await home.script("setsid \"$0\" history replay 2")
        #expect(bullet.end == .exited(0), "a bullet of the link itself is no secret: \(bullet)")
        await inspector.quit()
    }

    @Test("H finds a link of an earlier session, and Enter delivers it again")
    func inspector() async throws {
        let home = try Home()
        try session(home, "shop://item/7?color=red")
        let terminal = try home.inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.type("Hred")
        try await terminal.wait(for: "shop://item/7?color=red")
        try await terminal.wait(for: "record 1")
        terminal.type("\r")
        try await terminal.wait(for: "1 link")
        #expect(
            home.journals.contains { String(decoding: Home.bytes(of: $0), as: UTF8.self).contains(" history shop://item/7?color=red\n") })
        await terminal.quit()
    }

    @Test("a running inspector adds what arrives to the history without being asked", .wallClock)
    func background() async throws {
        let home = try Home()
        let terminal = try home.inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.type("i")
        try await terminal.wait(for: "Enter deliver")
        terminal.type("shop://in-the-background/1\r")
        try await terminal.wait(for: "1 link")
        let files = ["/linkscope/history.db-wal", "/linkscope/history.db"].map { home.state + $0 }
        let text = Data("shop://in-the-background/1".utf8)
        let isThere = { files.contains { Data(Home.bytes(of: $0)).range(of: text) != nil } }
        // The terminal says nothing about it, so the files are looked at once a second.
        for _ in 0..<30 where !isThere() { try? await terminal.wait(for: "the history", seconds: 1) { _ in isThere() } }
        #expect(isThere())
        await terminal.quit()
    }

    @Test("two inspectors and the command line share the history, and each link is in it once")
    func together() async throws {
        let home = try Home()
        let (first, second) = (try home.inspector(), try home.inspector())
        for (terminal, name) in [(first, "first"), (second, "second")] {
            try await terminal.wait(for: "Paste a link")
            terminal.paste((0..<200).map { "shop://\(name)/\($0)" }.joined(separator: "\n"))
        }
        for terminal in [first, second] {
            try await terminal.wait(for: "200 links")
            terminal.type("H")
        }
        let both = try await home.script(#"for n in 1 2; do "$0" history search shop --limit 1000 & done; wait"#)
        #expect(both.error.isEmpty && both.lines.count == 800 && Set(both.lines).count == 400, "\(both)")
        for terminal in [first, second] {
            try await terminal.wait(for: "record 200")
            terminal.type("\u{1B}")
            try await terminal.wait(for: "the window to close") { !$0.text.contains("History of all sessions") }
            await terminal.quit()
        }
    }

    @Test("old sessions are deleted only when asked, and leave the history")
    func prune() async throws {
        let home = try Home()
        try session(home, "shop://old/1")
        let dry = try await home.run(["history", "prune", "--days", "0", "--max-size", "0", "--dry-run"])
        #expect(dry.end == .exited(0) && dry.error.contains("1 session (") && dry.error.contains("would be deleted"))
        #expect(try await home.run(["history", "search", "old"]).end == .exited(0))
        let pruned = try await home.run(["history", "prune", "--days", "0", "--max-size", "0"])
        #expect(pruned.end == .exited(0) && home.journals.isEmpty)
        #expect(try await home.run(["history", "search", "old"]).end == .exited(1))
    }

    @Test("a database with damage inside is set aside and built again, and the command says so")
    func damaged() async throws {
        let home = try Home()
        try session(home, "shop://a/1", "shop://b/2")
        #expect(try await home.run(["history", "search", "shop"]).lines.count == 2)
        let database = home.state + "/linkscope/history.db"
        let bytes = Home.bytes(of: database)
        // Only the first page, with the header and the names of the tables, stays as it is.
        try Data(bytes.prefix(4096) + [UInt8](repeating: 0xA5, count: bytes.count - 4096)).write(to: URL(filePath: database))
        try session(home, "shop://c/3")
        let found = try await home.run(["history", "search", "shop"])
        #expect(found.end == .exited(0) && found.lines.count == 3)
        #expect(found.error.contains("the history was damaged and was built again") && !found.error.contains("CommandFailure"))
    }

    @Test("the history is made again from the journals, by several commands at once, while others search")
    func rebuild() async throws {
        let home = try Home()
        try session(home, "shop://a/1", "shop://b/2")
        let both = try await home.script(
            #"for n in 1 2 3 4; do "$0" history rebuild & "$0" history search shop --limit 1000 & done; wait"#)
        #expect(both.error == String(repeating: "2 entries of 1 session\n", count: 4) && both.lines.count == 8, "\(both)")
        let rebuilt = try await home.run(["history", "rebuild"])
        #expect(rebuilt.end == .exited(0) && rebuilt.error == "2 entries of 1 session\n")
    }

    @Test(
        "mistakes of the command line name the help of the command",
        arguments: [
            (["search", "--since", "yesterday"], "write a day or a time"),
            (["search", "--kind", "x"], "link, event, other, navigation, device, lookup"),
            (["search", "--limit", "0"], "greater than 0"), (["prune", "--days", "-1"], "--days"),
        ])
    func mistakes(arguments: [String], message: String) async throws {
        let finished = try await Home().run(["history"] + arguments)
        #expect(finished.end == .exited(2) && finished.error.contains(message) && finished.output.isEmpty)
        #expect(finished.error.contains("linkscope history \(arguments[0]) --help") || arguments[0] == "prune")
    }
}
