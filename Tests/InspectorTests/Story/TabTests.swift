import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

/// The tabs of the detail pane: one place for each result of a link.
@Suite struct TabTests {
    private func titles(_ rig: Rig) -> String { rig.screen.split(separator: "\n").first { $0.contains("[") }.map(String.init) ?? "" }

    @Test(". and , go through the tabs in their order; the current one stands in brackets at its place")
    func moving() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        #expect(rig.words.contains("[Facts] Raw Page·F Why·V Events 0 Diff What if"))
        rig.press(".")
        #expect(rig.words.contains("Facts [Raw] Page·F Why·V") && rig.state.panes.focus == .links)
        rig.press(",", ",", ",", ",")
        #expect(rig.state.detail.tab == .events && rig.words.contains("[Events 0]"))
        rig.press(".", ".", ".")
        #expect(rig.state.detail.tab == .decoded)
    }

    @Test("the footer offers to show all of a value only where a part of it is hidden")
    func showAll() {
        var rig = Rig(Size(columns: 80, rows: 40))
        rig.paste("shop://p/1?a=1&long=" + String(repeating: "x", count: 500))
        rig.press("2")
        var offers: [String: Bool] = [:]
        for _ in rig.state.detailRows.lines {
            offers[rig.state.selectedLine?.label ?? ""] = rig.screen.contains("Enter show all")
            rig.press(.down)
        }
        #expect(offers["open"] == true && offers["arrived"] == false && offers["a"] == false, "\(offers)")
    }

    @Test("the tab stays when another link is selected, and a result stays with its link; a pasted link shows its facts")
    func stays() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.paste(Links.shopPage)
        rig.press("F")
        rig.tell(.page(Answers.page(at: Links.shopPage, tags: [])))
        rig.press("1", .up)
        #expect(rig.state.detail.tab == .page && rig.words.contains("not fetched yet; F shows which app"))
        rig.press(.down)
        #expect(rig.words.contains("opens Safari on iPhone") && rig.words.contains("[Page W]") && rig.asked.count == 1)
        rig.paste("cafe://menu")
        #expect(rig.state.detail.tab == .decoded && rig.words.contains("Link to Café."))
    }

    @Test("the badges tell what became of a lookup, in words that need no color")
    func badges() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press("F")
        #expect(rig.words.contains("[Page ...]"))
        var (failed, stopped) = (rig, rig)
        failed.tell(.failed(Answers.refusal))
        failed.press(.escape)
        #expect(failed.words.contains("[Page E]"))
        stopped.tell(.hop(Answers.ride.hops[0]))
        stopped.press(.escape)
        #expect(stopped.words.contains("[Page stopped]") && stopped.words.contains("stopped at 12:04:13"))
        rig.tell(.page(Answers.ride))
        #expect(rig.words.contains("[Page ok]"))
        rig.press("V")
        rig.tell(.verdict(Answers.verdict()))
        #expect(rig.words.contains("Page ok [Why E] Events 0 Diff What if"))
    }

    @Test("on a narrow screen, the row shows the tabs around the current one, with signs that there are more")
    func narrow() {
        var rig = Rig(Size(columns: 32, rows: 14))
        rig.paste(Links.ridePage)
        rig.press("2")
        #expect(titles(rig).hasPrefix(" [Facts]") && titles(rig).hasSuffix("›"))
        rig.press(".", ".", ".", ".")
        #expect(titles(rig).hasPrefix("‹") && titles(rig).contains("[Events 0]"))
        rig.press(",")
        #expect(titles(rig).contains("[Why·V]"))
    }

    @Test("nothing is modal: while a tab shows a lookup, the keys of the lists work, and q quits")
    func modeless() {
        var rig = Rig()
        rig.paste(Links.shopPage)
        rig.paste(Links.ridePage)
        rig.press("F")
        #expect(!rig.state.hasWindow && rig.state.panes.focus == .detail)
        rig.press("1", "k")
        #expect(rig.state.lists.linkCursor.selected == 0 && rig.state.lookups.running != nil)
        rig.press("q")
        #expect(rig.effects == ["quit"])
    }

    // MARK: Raw

    @Test("Raw shows the whole link, with carets below the part that was selected last in Facts")
    func raw() throws {
        var rig = Rig()
        rig.paste("shop://p/1?first=1&second=two&third=3")
        rig.press("2")
        while rig.state.decodedRows.lines[rig.state.detail.cursor.selected].label != "second" { rig.press(.down) }
        rig.press(".")
        let lines = rig.screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let row = try #require(lines.firstIndex { String($0).contains("^^^") })
        let start = try #require(lines[row].firstIndex(of: "^"))
        let end = try #require(lines[row].lastIndex(of: "^"))
        #expect(String(lines[row - 1][start...end]) == "second=two")
    }

    @Test("Raw wraps a long link over rows and marks the place of each problem")
    func rawFinding() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.paste(Links.brokenJSON)
        rig.press("2", ".", "z")
        let text = rig.state.detailRows.lines.filter { $0.path == "input" }.map(\.value).joined()
        #expect(text == Links.brokenJSON)
        #expect(rig.screen.contains("~") && rig.screen.contains("~ a problem"))
    }

    @Test("Raw masks secrets, also one that is only partly inside a row", arguments: [20, 33, 47, 80])
    func rawSecret(_ columns: Int) {
        var rig = Rig(Size(columns: columns, rows: 40))
        rig.paste(Fixtures.appLink)
        rig.press("2", ".", "z")
        let shown = rig.state.detailRows.lines.map(\.value).joined()
        #expect(!shown.contains(Links.secret) && !rig.screen.contains("EAAB") && shown.contains("••••••••"))
        rig.press("S")
        #expect(rig.state.detailRows.lines.filter { $0.path == "input" }.map(\.value).joined() == Fixtures.appLink)
    }

    @Test("Raw says that a record has no link")
    func rawOfObject() {
        var rig = Rig()
        rig.deliver([#"{"hello":1}"#])
        rig.press(".")
        #expect(rig.words.contains("This record has no link."))
    }

    // MARK: Events

    @Test("Events shows the events of this link only, and Enter goes to the event in the stream")
    func events() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Fixtures.appLink)
        rig.deliver([#"{"event":"x"}"#, Links.cafe])
        rig.press(.up)
        rig.open(from: "Shop")
        rig.press("1")
        let link = rig.state.lists.links[1].record
        let rows = rig.state.lists.events(of: link)
        let taken = ["Nieuws al_link_parse", "Nieuws al_nav_in"]
        #expect(rows.map { rig.log[$0] } == taken + ["Shop al_nav_out"] + taken)
        rig.press(",", ",", ",", "2")
        #expect(rig.words.contains("[Events 5]") && rig.state.detailRows.lines.count == 5)
        rig.press(.down, .down, .enter)
        #expect(rig.state.panes.focus == .events && rig.state.lists.eventCursor.selected == 2)
        #expect(rig.state.detail.subject == .event(rows[2]))
    }

    @Test("the events of a link are found among many", arguments: [0, 1, 77, 199])
    func eventsAmongMany(_ number: Int) {
        var rig = Rig()
        for start in stride(from: 0, to: 200, by: 20) {
            rig.deliver((start..<start + 20).map { Links.from("Shop", "shop://back/\($0)") })
            rig.open()
        }
        let link = rig.state.lists.links[number].record
        let expected = rig.state.lists.events.indices.filter { rig.state.lists.link(ofEvent: $0)?.record == link }
        #expect(rig.state.lists.events(of: link) == expected && !expected.isEmpty)
    }

    @Test("an unreadable record says so in each tab")
    func unreadable() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.send(.loaded([.unreadable(RecordID(index: 0), reason: "it is gone")]))
        rig.press(".")
        #expect(rig.words.contains("it is gone"))
    }
}
