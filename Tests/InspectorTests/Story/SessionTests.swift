import Inspector
import Records
import Screen
import Testing

@Suite struct SessionTests {
    static let sessions = [
        SessionSummary(
            path: "/s/1.journal", name: nil, changedAt: 1_763_726_651_000, size: 812, use: .current, first: Array("cafe://menu".utf8)),
        SessionSummary(
            path: "/s/2.journal", name: nil, changedAt: 1_763_640_251_000, size: 3_400_000, use: .other,
            first: Array("shop://p?access_token=abcdef".utf8)),
        SessionSummary(
            path: "/s/3.journal", name: "checkout", changedAt: 1_763_553_851_000, size: 12_345, use: .free,
            first: Array("\u{1B}[2Jnews://article/42".utf8)),
    ]

    private func rig() -> Rig {
        var rig = Rig()
        rig.sessions = Self.sessions
        rig.command("sessions")
        return rig
    }

    @Test("the sessions are listed with their time, size, name and first record, safely and masked")
    func list() {
        let rig = rig()
        #expect(rig.words.contains("2025-11-21 12:04 812 B (this one) cafe://menu"))
        #expect(rig.words.contains("2025-11-20 12:04 3 MB (in use) shop://p?access_token=••••••••"))
        #expect(rig.words.contains("2025-11-19 12:04 12 KB checkout ^[[2Jnews://article/42"))
    }

    @Test("Enter opens a session that nobody uses")
    func open() {
        var rig = rig()
        rig.press(.enter)
        #expect(rig.notice == "This is the session that is open.")
        rig.press(.down, .enter)
        #expect(rig.notice == "Another inspector uses this session. Quit it first." && rig.effects.isEmpty)
        rig.press(.down, .enter)
        #expect(rig.effects == ["open /s/3.journal"] && !rig.state.hasWindow)
    }

    @Test("the first screen names saved sessions if there are any")
    func firstScreen() {
        var rig = Rig(Size(columns: 120, rows: 40))
        #expect(!rig.screen.contains("--continue"))
        rig.haveSavedSessions()
        #expect(rig.words.contains(":sessions opens a saved session; linkscope --continue reopens the last one"))
    }

    @Test("n names a session; Esc does not")
    func name() {
        var rig = rig()
        rig.press("n")
        rig.type("beta")
        rig.press(.escape, "n")
        rig.type("live")
        rig.press(.enter)
        #expect(rig.effects == ["name /s/1.journal live"])
        #expect(rig.words.contains("(this one) live cafe://menu"))
        rig.press(.down, "n")
        #expect(rig.notice == "Another inspector uses this session. Quit it first.")
    }

    @Test("x asks before it deletes; only y deletes")
    func delete() {
        var rig = rig()
        rig.press("x")
        #expect(rig.notice == "The open session cannot be deleted.")
        rig.press(.end, "x")
        #expect(rig.screen.contains("Delete this session for good?"))
        rig.press("x")
        #expect(rig.effects.isEmpty && !rig.screen.contains("for good"))
        rig.press("x", "y")
        #expect(rig.effects == ["delete /s/3.journal"] && !rig.screen.contains("checkout"))
    }

    @Test("during a replay, Space pauses the replay and not the device; its end is told")
    func replay() {
        var rig = Rig()
        rig.startReplay(Replay(name: "a"))
        rig.paste(Links.plain)
        rig.press(.space)
        #expect(rig.effects == ["holdReplay true"] && rig.acts.isEmpty && rig.screen.contains("PAUSED"))
        rig.press(.space)
        #expect(rig.effects == ["holdReplay true", "holdReplay false"] && !rig.screen.contains("PAUSED"))
        rig.send(.source(name: "b", .ended))
        #expect(rig.state.edges.replay != nil)
        rig.send(.source(name: "a", .ended))
        #expect(rig.notice == "The replay has ended: 1 link." && rig.state.edges.replay == nil)
        rig.press(.space)
        #expect(rig.acts.count == 1)
    }
}
