import Inspector
import Screen
import Testing

@testable import Panes

/// Enter goes from an event to its link and from a link to its events; Esc goes back.
@Suite struct JumpingTests {
    private func row(_ label: String, _ rig: Rig) -> Int { rig.state.detailRows.lines.firstIndex { $0.label == label } ?? 0 }

    @Test("from an event to its link, and back to the same row")
    func toLink() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.cafe)
        rig.press("e", "3", "g", .enter)
        #expect(rig.detail.contains("link: #1  article/42") && rig.detail.contains("In the event"))
        rig.selectDetail(row("link", rig))
        #expect(rig.words.contains("Enter go to link"))
        rig.press(.enter)
        #expect(rig.state.panes.focus == .links && rig.state.lists.linkCursor.selected == 0)
        #expect(rig.words.contains("Esc back"))
        rig.press(.escape)
        #expect(rig.state.detail.subject == .event(0) && rig.state.panes.focus == .detail)
        #expect(rig.state.detail.cursor.selected == row("link", rig))
    }

    @Test("from the events of a link to the stream, and back to the tab")
    func toEvent() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press(",", ",", ",", "2", .down, .enter)
        #expect(rig.state.detail.subject == .event(1) && rig.state.detail.tab == .decoded)
        rig.press(.escape)
        #expect(rig.state.detail.tab == .events && rig.state.detail.cursor.selected == 1 && rig.state.panes.focus == .detail)
    }

    @Test("another selection ends the way back")
    func elsewhere() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.paste(Fixtures.appLink)
        rig.press("3", "g", .enter)
        rig.selectDetail(row("link", rig))
        rig.press(.enter, .up, .escape)
        #expect(rig.state.panes.focus == .links && rig.state.lists.linkCursor.selected == 0)
    }

    @Test("an event that the filter hides is shown beside the others, and the filter stays")
    func hiddenEvent() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("/")
        rig.type("event:link_parse")
        rig.press(.enter, ",", ",", ",", "2", "G", .enter)
        #expect(rig.state.detail.subject == .event(1) && rig.words.contains(">event 2 is hidden by the filter."))
        #expect(rig.notice == "The filter hides event 2. Esc goes back.")
        rig.press(.escape)
        #expect(rig.state.detail.tab == .events && rig.state.detail.cursor.selected == 1)
        #expect(rig.state.filtering.filter != nil && !rig.words.contains("is hidden by the filter"))
    }

    @Test("a link that the filter hides is shown, and Esc leads back to the list as the filter shows it")
    func hiddenLink() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mail://inbox", to: "news://article/42"))
        rig.paste(Links.from("Nieuws", "news://article/42", to: "tune://x/1"))
        rig.press("r", .enter, "/")
        rig.type("event:nav_in app:nieuws")
        rig.press(.enter, "3", "G")
        #expect(
            rig.state.lists.linkCursor.count == 1 && rig.words.contains(">#2 is hidden by the filter."),
            "Nieuws is where the return from #2 led")
        rig.press(.enter)
        rig.selectDetail(row("link", rig))
        rig.press(.enter)
        #expect(rig.state.panes.focus == .links && rig.screen.contains("2 Link #2") && rig.words.contains(">#2 is hidden by the filter."))
        rig.press(.escape)
        #expect(rig.state.filtering.filter != nil && rig.state.lists.linkCursor.count == 1 && rig.state.panes.focus == .detail)
        rig.press(.escape)
        #expect(rig.state.panes.focus == .events && rig.state.filtering.filter != nil)
        rig.press(.escape)
        #expect(rig.state.filtering.filter == nil)
    }

    @Test("every pane is about the link of the selected event")
    func oneLink() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.from("Mail", "mail://inbox", to: "tune://x/1"))
        rig.press("e", "3", "g")
        #expect(rig.state.detail.subject == .event(0) && rig.words.contains("> 1 "))
        #expect(rig.state.detail.record == rig.state.lists.links[0].record)
        rig.press("G")
        #expect(rig.words.contains("> 2 ") && rig.state.detail.record == rig.state.lists.links[1].record)
        rig.press("1", .up, "/")
        rig.type("news")
        rig.press(.enter, "3", .escape, "G", "/")
        rig.type("event:nav_in app:tune -from:mail")
        #expect(rig.linkNumbers == [])
        rig.press(.escape, "1", "g", "3", "G", "1")
        #expect(rig.words.contains("> 1 "), "the list has its own row again")
    }

    @Test("an event that came in shows what is in the event apart from what is in its link")
    func inTheEvent() throws {
        var rig = Rig()
        rig.deliver([#"{"event":"al_nav_in","url":"\#(Fixtures.appLink)","refererURL":"mail://inbox"}"#])
        rig.press("3", .enter)
        let event = try #require(rig.detail.firstIndex(of: "In the event"))
        let link = try #require(rig.detail.firstIndex(of: "In the link"))
        #expect(event < link)
        #expect(rig.detail[event..<link].contains("refererURL: mail://inbox"))
        #expect(rig.detail[link...].contains("referer: Shop (shop://back/cart?item=42)"))
    }
}
