import Inspector
import Screen
import Testing

/// Enter goes from an event to its link and from a link to its events; Esc goes back.
@Suite struct JumpingTests {
    private func row(_ label: String, _ rig: Rig) -> Int { rig.state.detailRows.lines.firstIndex { $0.label == label } ?? 0 }

    @Test("from an event to its link, and back to the same row")
    func toLink() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.cafe)
        rig.press("4", "g", .enter)
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
        rig.press("4", "g", .enter)
        rig.selectDetail(row("link", rig))
        rig.press(.enter, .up, .escape)
        #expect(rig.state.panes.focus == .links && rig.state.lists.linkCursor.selected == 0)
    }

    @Test("a filter that hides the destination is not cleared before the user agrees")
    func filtered() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("/")
        rig.type("event:link_parse")
        rig.press(.enter, ",", ",", ",", "2", "G", .enter)
        #expect(rig.notice == "The filter hides event 2. Enter again clears the filter and goes there.")
        rig.press(.up, .down, .enter)
        #expect(rig.state.filtering.filter != nil && rig.notice?.hasPrefix("The filter hides event 2.") == true, "it is asked again")
        rig.press(.enter)
        #expect(rig.state.filtering.filter == nil && rig.state.detail.subject == .event(1))
    }

    @Test("an event that came in shows what is in the event apart from what is in its link")
    func inTheEvent() throws {
        var rig = Rig()
        rig.deliver([#"{"event":"al_nav_in","url":"\#(Fixtures.appLink)","refererURL":"mail://inbox"}"#])
        rig.press("4", .enter)
        let event = try #require(rig.detail.firstIndex(of: "In the event"))
        let link = try #require(rig.detail.firstIndex(of: "In the link"))
        #expect(event < link)
        #expect(rig.detail[event..<link].contains("refererURL: mail://inbox"))
        #expect(rig.detail[link...].contains("referer: Shop (shop://back/cart?item=42)"))
    }
}
