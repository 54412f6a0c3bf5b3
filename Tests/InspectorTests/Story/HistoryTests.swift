import Inspector
import Records
import Screen
import Testing

/// The window that searches all sessions: `H`.
@Suite struct HistoryTests {
    private func entry(_ id: Int64, _ text: String, _ kind: HistoryEntry.Kind = .link, isMasked: Bool = false, journal: String? = nil)
        -> HistoryEntry
    {
        HistoryEntry(
            id: id, session: "s\(id)", sessionName: nil, journal: journal, record: 0, time: 1_763_726_000_000, kind: kind, source: "paste",
            text: text,
            isMasked: isMasked)
    }

    @Test("H searches while words are typed, and shows only what belongs to the last of them")
    func search() {
        var rig = Rig()
        rig.press("H")
        rig.type("sal")
        #expect(rig.historySearches == ["", "s", "sa", "sal"])
        #expect(rig.words.contains("Searching..."))
        rig.send(.history(.found([entry(1, "shop://s")], words: "s")))
        #expect(!rig.words.contains("shop://s"))
        rig.send(.history(.found([entry(2, "shop://sale")], words: "sal")))
        #expect(rig.words.contains("shop://sale"))
        rig.send(.history(.found([], words: "sal")))
        #expect(rig.words.contains("No link or event has words that begin so."))
    }

    @Test("Enter delivers a link again, and the window is closed")
    func deliver() {
        var rig = Rig()
        rig.historyEntries = [entry(2, "news://article/2"), entry(1, "news://article/1")]
        rig.press("H", .down, .enter)
        #expect(!rig.state.hasWindow)
        #expect(rig.stored.map(\.bytes) == [Array("news://article/1".utf8)])
        #expect(rig.stored.first?.source == .history)
        #expect(rig.effects.last == "closeHistory")
    }

    @Test("a masked secret has to be typed before the link is delivered")
    func masked() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "news://a?token=••••••••", isMasked: true)]
        rig.press("H", .enter)
        #expect(rig.stored.isEmpty)
        #expect(rig.words.contains("Write a link"))
        #expect(rig.notice?.contains("type it in place of the dots") == true)
        rig.press(.backspace, .backspace, .backspace)
        rig.type("new")
        rig.press(.enter)
        #expect(rig.stored.map(\.bytes) == [Array("news://a?token=new".utf8)])
    }

    @Test("typing replaces the dots of a masked secret, and Enter goes to the next ones before it delivers")
    func dots() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "news://a?token=••••••••&password=••••••••&x=1", isMasked: true)]
        rig.press("H", .enter, .enter)
        #expect(rig.notice == "Type the secret in place of the dots first.")
        rig.type("new")
        rig.press(.enter)
        #expect(rig.stored.isEmpty && rig.notice == "Type the secret in place of the dots first.")
        rig.paste("secret")
        rig.press(.enter)
        #expect(rig.stored.map(\.bytes) == [Array("news://a?token=new&password=secret&x=1".utf8)])
    }

    @Test("dots stay the place of a secret in the user's editor; dots that a user writes are dots")
    func edited() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "news://a?token=••••••••", isMasked: true)]
        rig.press("H", .enter, .control("o"))
        rig.send(.edited(.text("news://b?token=••••••••&x=1")))
        rig.press(.enter)
        #expect(rig.stored.isEmpty)
        rig.type("new")
        rig.press(.enter)
        rig.press("i", .control("u"))
        rig.type("shop://•")
        rig.type("a")
        rig.press(.enter)
        #expect(rig.stored.map(\.bytes) == [Array("news://b?token=new&x=1".utf8), Array("shop://•a".utf8)])
    }

    @Test("what the user did is no record; Ctrl-O opens the session of an entry")
    func session() {
        var rig = Rig()
        rig.historyEntries = [entry(2, "opened shop://1", .navigation, journal: "/tmp/a.journal"), entry(1, "shop://1")]
        rig.press("H", .enter)
        #expect(rig.notice == "Only links and events can be delivered again.")
        rig.press(.control("o"))
        #expect(rig.effects.last == "open /tmp/a.journal")
        rig.press("H", .down, .control("o"))
        #expect(rig.notice == "The session cannot be opened: its journal is gone.")
    }

    @Test("Tab shows the session of an entry beside the open one: its entries in order, to deliver again; Esc goes back to the search")
    func beside() {
        var rig = Rig()
        var entries = [
            entry(4, "shop://other"), entry(3, "shop://sale/2"), entry(2, "opened shop://sale/1", .navigation), entry(1, "shop://sale/1"),
        ]
        for index in 1..<4 { entries[index].session = "old" }
        rig.historyEntries = entries
        rig.press("H")
        rig.type("sale")
        rig.press(.down, .down, .tab)
        #expect(rig.words.contains("Session old: 3 entries"))
        #expect(!rig.words.contains("shop://other"))
        rig.type("typed")
        #expect(rig.historySearches.last == "sale")
        rig.press(.escape)
        #expect(rig.words.contains("shop://other"))
        rig.press(.tab, .up, .enter)
        #expect(rig.stored.map(\.bytes) == [Array("shop://sale/1".utf8)])
    }

    @Test("beside the session of an entry, no field has the cursor: a paste is delivered, and the search ends")
    func pasted() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "shop://sale")]
        rig.press("H", .tab)
        rig.paste("shop://pasted")
        #expect(!rig.state.hasWindow && rig.effects.last == "closeHistory")
        #expect(rig.stored.map(\.bytes) == [Array("shop://pasted".utf8)])
    }

    @Test(
        "a session is said to be shown in part only if it has more entries than are read before or after the chosen one",
        arguments: [(600, false), (1100, true)] as [(Int64, Bool)])
    func part(_ count: Int64, _ isPart: Bool) {
        var rig = Rig()
        // The entry in the middle is the first that the search shows.
        let middle = count / 2
        var entries = ([middle] + (1...count).filter { $0 != middle }).map { entry($0, "shop://\($0)") }
        for index in entries.indices { entries[index].session = "old" }
        rig.historyEntries = entries
        rig.press("H", .tab)
        #expect(rig.words.contains("Session old:"))
        #expect(rig.words.contains("only entries near the chosen one are shown") == isPart)
    }

    @Test("the session of an entry is not shown when the user has gone on typing")
    func late() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "shop://sale")]
        rig.answersSessions = false
        rig.press("H", .tab)
        rig.type("s")
        rig.send(.history(.session([entry(1, "shop://sale")], around: 1)))
        #expect(!rig.words.contains("Session s1"))
    }

    @Test("while the journals are read, the window says how far, and a trouble is told")
    func news() {
        var rig = Rig()
        rig.press("H")
        rig.send(.history(.adding(12_345)))
        #expect(rig.words.contains("Reading the journals: 12,345 entries so far..."))
        rig.send(.history(.found([], words: "")))
        rig.send(.history(.upToDate(prunable: 0)))
        #expect(rig.words.contains("Nothing was recorded yet."))
        rig.send(.history(.failed("history.db is a database of another program: move it away")))
        #expect(rig.words.contains("history.db is a database of another program: move it away"))
    }

    @Test("the window says if sessions are old enough to be deleted")
    func prunable() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "shop://1")]
        rig.press("H")
        rig.send(.history(.upToDate(prunable: 2)))
        #expect(rig.words.contains("to delete 2 old or excess sessions, run linkscope history prune"))
    }

    @Test("typed words begin the search")
    func typed() {
        var rig = Rig()
        rig.historyEntries = [entry(1, "shop://sale")]
        rig.command("history summer sale")
        #expect(rig.historySearches == ["summer sale"])
        #expect(rig.words.contains("shop://sale"))
    }
}
