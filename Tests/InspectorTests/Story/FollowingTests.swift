import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct FollowingTests {
    private func rig(links count: Int) -> Rig {
        var rig = Rig()
        rig.deliver((1...count).map { "shop://p/\($0)" })
        return rig
    }

    @Test("the newest link stays in view until the user moves up; then new links are counted, and the selection stays")
    func links() {
        var rig = rig(links: 50)
        #expect(rig.screen.contains("FOLLOW") && rig.state.lists.linkCursor.selected == 49)
        rig.press("k")
        rig.deliver(["shop://new/1", "shop://new/2"])
        #expect(rig.state.lists.linkCursor.selected == 48)
        #expect(rig.screen.contains("+2 new") && !rig.screen.contains("shop://new/2"))
        #expect(rig.state.detail.subject == .link(RecordID(index: 48)))
        rig.press("G")
        #expect(rig.screen.contains("shop://new/2") && rig.screen.contains("FOLLOW") && !rig.screen.contains(" new\n"))
        rig.deliver(["shop://new/3"])
        #expect(rig.screen.contains("shop://new/3"))
    }

    @Test("moving down to the last row follows again")
    func byMoving() {
        var rig = rig(links: 3)
        rig.press("k")
        #expect(!rig.state.lists.linkCursor.isFollowing)
        rig.press("j")
        #expect(rig.state.lists.linkCursor.isFollowing)
    }

    @Test("f stops following on the last row, and f starts it")
    func toggled() {
        var rig = rig(links: 3)
        rig.press("f")
        rig.deliver(["shop://p/4"])
        #expect(rig.state.lists.linkCursor.selected == 2)
        rig.press("f")
        #expect(rig.state.lists.linkCursor.selected == 3)
    }

    @Test("the list of events stops following independently")
    func events() {
        var rig = Rig()
        for _ in 0..<20 { rig.paste(Fixtures.appLink) }
        rig.press("e", "3", "g")
        rig.deliver([#"{"event":"late_one"}"#, #"{"event":"late_two"}"#])
        #expect(rig.words.contains(" +2 new "))
        #expect(rig.state.lists.eventCursor.selected == 0 && !rig.screen.contains("late_two"))
        rig.press(.end)
        #expect(rig.screen.contains("late_two") && rig.screen.contains("42/42  FOLLOW"))
    }

    @Test(
        "what is selected stays in view when the screen changes its size", arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (300, 90)])
    func resized(_ columns: Int, _ rows: Int) {
        var rig = rig(links: 500)
        for _ in 0..<7 { rig.press(.pageUp) }
        let selected = rig.state.lists.linkCursor.selected
        rig.resize(columns, rows)
        #expect(rig.state.lists.linkCursor.selected == selected)
        #expect(rig.screen.contains("p/\(selected + 1)"))
    }

    @Test("folded parts stay folded for the next link")
    func folding() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("2")
        let extras = try #require(rig.state.detailRows.lines.firstIndex { $0.label.hasPrefix("Extras") })
        rig.selectDetail(extras)
        rig.press("h")
        #expect(!rig.detail.contains("campaign: \"summer sale\""))
        let folded = rig.detail.count
        rig.press("l")
        #expect(rig.detail.count > folded)
        rig.press(.enter)
        #expect(rig.detail.count == folded)
        rig.paste(Fixtures.appLink)
        #expect(rig.detail.filter { !$0.hasPrefix("repeat: ") }.count == folded)
    }

    @Test("h on a row inside a part goes to the part, and then folds it")
    func foldingFromInside() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("2")
        let campaign = try #require(rig.state.detailRows.lines.firstIndex { $0.label == "campaign" })
        rig.selectDetail(campaign)
        rig.press("h")
        #expect(rig.state.detail.cursor.selected == campaign - 1)
        rig.press("h")
        #expect(rig.state.detail.folded.contains("extras"))
    }

    @Test("Enter on the referer shows its URL, in a window of its size")
    func refererURL() {
        var rig = Rig(Size(columns: 120, rows: 40))
        rig.paste(Fixtures.appLink)
        rig.press("2")
        rig.selectDetail(rig.state.detailRows.lines.firstIndex { $0.label == "referer" } ?? 0)
        rig.press(.enter)
        guard let window = rig.state.overlay as? ValueWindow else { return #expect(Bool(false), "no window") }
        #expect(
            window.title == "al_applink_data.referer_app_link.url"
                && String(decoding: window.text, as: UTF8.self) == "shop://back/cart?item=42")
        #expect(rig.screen.contains("┃ shop://back/cart?item=42"))
        #expect(rig.words.contains("arrived 2025-11-21"), "the window leaves the rows around it in view")
    }

    @Test("[ and ] move from problem to problem")
    func problems() {
        var rig = Rig()
        rig.deliver(["shop://1", "shop://bad link", "shop://3", Links.brokenJSON, "shop://5"])
        rig.press("[")
        #expect(rig.state.lists.linkCursor.selected == 3)
        rig.press("[")
        #expect(rig.state.lists.linkCursor.selected == 1)
        rig.press("[")
        #expect(rig.notice == "Reached the beginning; continuing at the last.")
        #expect(rig.state.lists.linkCursor.selected == 3)
        rig.press("]")
        #expect(rig.notice == "Reached the end; continuing at the first.")
        #expect(rig.state.lists.linkCursor.selected == 1)
    }

    @Test("a link that did not open is a problem, until it opens")
    func notOpened() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.deliver(["cafe://menu", "unknown://x", "shop://bad link", "https://example.com/", "cafe://menu/2"])
        rig.press("g", "]")
        #expect(rig.state.lists.linkCursor.selected == 1)
        rig.press("]")
        #expect(rig.state.lists.linkCursor.selected == 2)
        rig.press("]")
        #expect(rig.state.lists.linkCursor.selected == 1, "a page that waits to be opened is no problem")
    }

    @Test("the title counts the links with errors and warnings, also those that a filter shows")
    func problemCount() {
        var rig = Rig()
        rig.deliver(["shop://1", "shop://bad link", "shop://3", Links.brokenJSON, "shop://x?a=%zz"])
        #expect(rig.words.contains("1 Links 2 errors, 1 warning 5/5") || rig.words.contains("2 errors, 1 warning 5/5"))
        rig.press("/")
        rig.type("bad")
        rig.press(.enter)
        #expect(rig.words.contains("1 error 1/1 of 5 FILTER"))
        rig.press("]")
        #expect(rig.notice == "No other link that the filter shows has a problem.")
        rig.press("/")
        rig.type(" link -x shop -bad")
        #expect(!rig.words.contains("error 0"))
    }

    @Test("without a link that has a problem, ] says so")
    func noProblem() {
        var rig = Rig()
        rig.deliver(["shop://1", "shop://2"])
        rig.press("]")
        #expect(rig.notice == "No link has a problem.")
    }
}
