import Inspector
import Screen
import TestSupport
import Testing

@testable import Panes

/// In the details and in the journey, `/` finds a text and hides nothing; `n` and `N` go to the next and the previous line with it.
@Suite struct FindingTests {
    /// A session whose last link is an App Link from Shop, with the focus in its details.
    private func details(_ size: Size = Size(columns: 120, rows: 40)) -> Rig {
        var rig = Rig(size)
        rig.paste(Links.cafe)
        rig.paste(Links.from("Shop", "shop://back/cart?item=42", to: "news://article/42"))
        rig.press("2")
        return rig
    }

    private func find(_ text: String, _ rig: inout Rig) {
        rig.press("/")
        rig.type(text)
        rig.press(.enter)
    }

    /// The label and value of the selected row.
    private func selected(_ rig: Rig) -> String {
        let line = rig.state.detailRows.lines[rig.state.detail.cursor.selected]
        return "\(line.label): \(line.whole ?? line.value)"
    }

    /// The texts on the screen that are shown as matches.
    private func marked(_ rig: Rig) -> [String] {
        let frame = rig.frame
        var found: [String] = []
        for row in 0..<frame.size.rows {
            var text = ""
            for column in 0..<frame.size.columns {
                guard let cell = frame[column: column, row: row], cell.style.attributes.contains(.underline) else {
                    if !text.isEmpty { found.append(text) }
                    text = ""
                    continue
                }
                text.unicodeScalars.append(cell.glyph.base)
            }
        }
        return found
    }

    @Test("Enter goes to the first line with the text, n and N to the others, around the ends; all lines stay")
    func finding() {
        var rig = details()
        let lines = rig.detail
        find("SHOP", &rig)
        let first = selected(rig)
        #expect(first.lowercased().contains("shop") && rig.detail == lines)
        #expect(rig.words.contains("find: SHOP 1 of "))
        rig.press("n")
        #expect(selected(rig).lowercased().contains("shop") && rig.words.contains("2 of "))
        rig.press("N")
        #expect(selected(rig) == first)
        rig.press("N")
        #expect(selected(rig) != first && selected(rig).lowercased().contains("shop"))
        rig.press("n")
        #expect(selected(rig) == first, "after the last match, the first one follows")
    }

    @Test("matches are underlined while the text is typed, in every tab, and Esc clears them")
    func highlights() {
        var rig = details()
        rig.press("/")
        rig.type("article/42")
        #expect(Set(marked(rig)) == ["article/42"])
        rig.press(.enter, ".")
        #expect(rig.state.detail.tab == .raw && marked(rig).contains("article/42"))
        rig.press(.escape)
        #expect(marked(rig) == [] && rig.state.panes.focus == .detail)
        rig.press(.escape)
        #expect(rig.state.panes.focus == .links)
    }

    @Test("an extra is shown and counted once")
    func extras() {
        var rig = Rig(Size(columns: 120, rows: 40))
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/","version":"1.0","extras":{"campaign":"summer"}}"#))
        rig.press("2")
        find("summer", &rig)
        #expect(rig.words.contains("find: summer 1 of 1") && selected(rig).hasPrefix("campaign:"))
    }

    @Test("a match outside the view comes to its middle")
    func deep() {
        var rig = Rig(Size(columns: 120, rows: 40))
        let extras = (0..<100).map { #""e\#($0)":"v\#($0)""# }.joined(separator: ",")
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/","version":"1.0","extras":{\#(extras)}}"#))
        rig.press("2")
        find("v50", &rig)
        let cursor = rig.state.detail.cursor
        #expect(selected(rig).contains("v50"))
        #expect((8...16).contains(cursor.selected - cursor.top), "\(cursor.selected - cursor.top)")
    }

    @Test("typing a text runs no command, and a paste goes into the line")
    func typing() {
        var rig = details()
        let before = (rig.trail, rig.posted.count, rig.stored.count)
        rig.press("/")
        rig.type("nNoruXdqD:")
        rig.paste("xyz")
        #expect((rig.trail, rig.posted.count, rig.stored.count) == before)
        #expect(rig.words.contains("nNoruXdqD:xyz") && rig.words.contains("not found"))
        rig.press(.enter)
        #expect(!rig.state.hasWindow)
        rig.press("n")
        #expect(rig.notice == "This tab does not contain the text.")
    }

    @Test("a match in a folded part counts, and the part is unfolded when n goes there")
    func folded() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("2")
        let extras = try #require(rig.state.detailRows.lines.firstIndex { $0.label.hasPrefix("Extras") })
        rig.selectDetail(extras)
        rig.press("h", "g")
        #expect(rig.state.detail.folded.contains("extras"))
        rig.press("/")
        rig.type("\"summer")
        let count = rig.words
        rig.press(.enter)
        #expect(!rig.state.detail.folded.contains("extras") && selected(rig).contains("summer"))
        #expect(count.contains(" line") && rig.words.contains("1 of "))
    }

    @Test("a masked secret is not found")
    func secret() {
        var rig = Rig()
        rig.paste("cafe://menu?access_token=" + Links.secret)
        rig.press("2")
        find("real-token", &rig)
        #expect(rig.words.contains("find: real-token not found"))
    }

    @Test("the words of a filter are marked in every pane, and n goes to the next row or line with them")
    func filter() {
        var rig = details()
        rig.paste("shop://p/7")
        rig.press("1", "/")
        rig.type("from:shop")
        #expect(Set(marked(rig).map { $0.lowercased() }) == ["shop"])
        rig.press(.enter, "2", "n")
        #expect(selected(rig).lowercased().contains("shop") && rig.words.contains("here: "))
        rig.press("1", .escape, "/")
        rig.type("shop")
        rig.press(.enter, .home)
        let first = rig.state.lists.selectedLinkIndex
        rig.press("n")
        let second = rig.state.lists.selectedLinkIndex
        rig.press("n")
        #expect(first == 1 && second == 2 && rig.state.lists.selectedLinkIndex == first)
        rig.press("N")
        #expect(rig.state.lists.selectedLinkIndex == second)
    }

    @Test("the lane is searched too")
    func journey() {
        var rig = details()
        rig.press("r", .enter)
        find("──r", &rig)
        #expect(rig.words.contains("1 of 1") && rig.state.detailRows[rig.state.detail.cursor.selected]?.path == DetailLine.lanePath)
    }

    @Test(":find goes to a text from anywhere, and Up recalls the last text")
    func command() {
        var rig = details()
        rig.press("1")
        rig.command("find cart")
        #expect(rig.state.panes.focus == .detail && selected(rig).contains("cart"))
        rig.press(.escape, "/", .up)
        #expect(rig.words.contains("find: cart"))
    }
}
