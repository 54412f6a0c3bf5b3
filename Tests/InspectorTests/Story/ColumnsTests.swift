import Inspector
import Screen
import Testing

@testable import Panes

/// The columns that the user chooses in `config.yaml`.
@Suite struct ColumnsTests {
    @Test("the lists show the columns that the user has chosen, in the user's order; the text gets the room that they leave")
    func chosen() {
        var rig = Rig()
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        #expect(rig.words.contains("Shop → Nieuws"))
        rig.prefer(links: [.end, .link, .to], events: [.app, .event])
        let rows = rig.screen.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.contains { $0.hasPrefix("┃> 1 ok news://article/42") && $0.contains("Nieuws ┃") })
        #expect(rows.contains { $0.hasPrefix("│>Nieuws al_nav_in from Shop") })
    }

    @Test("the columns are as wide as what they show, and the link gets the rest", arguments: [80, 120, 160, 200])
    func widths(_ width: Int) {
        var rig = Rig(Size(columns: width, rows: 40))
        rig.paste("cafe://menu/" + String(repeating: "a", count: 300))
        let row = rig.screen.split(separator: "\n").first { $0.contains("→ Café") }
        // After the link come what it is, the word for its end, and the border.
        let after = width < 100 ? " ok  ┃" : " link ok  ┃"
        let link = row?.dropFirst("┃>   1 12:04:11 –    → Café ".count).dropLast(after.count)
        #expect(row?.hasSuffix(after) == true && link?.contains("menu/aaa") == true && link?.contains(" ") == false, "\(row ?? "")")
    }

    @Test("a column that is wider than its share is cut only if a link needs the room")
    func spare() {
        var rig = Rig(Size(columns: 104, rows: 40))
        func row() -> Substring { rig.screen.split(separator: "\n").first { $0.contains("a.b.page.link/abc") } ?? "" }
        rig.paste("https://a.b.page.link/abc")
        #expect(row().contains("Firebase Dynamic Links"), "\(row())")
        rig.paste("shop://p/" + String(repeating: "a", count: 300))
        #expect(row().contains("Firebase Dyn") && !row().contains("Firebase Dynamic Links"), "\(row())")
    }

    @Test("a long name is cut, so that the link keeps its room")
    func longName() {
        var rig = Rig()
        rig.paste(Links.from(String(repeating: "n", count: 200), "mail://inbox/7", to: "news://article/42"))
        #expect(rig.words.contains("n… → Nieuws news://article/42"))
    }

    @Test("an arrow stands only between sender and receiver")
    func arrow() {
        var rig = Rig()
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        rig.prefer(links: [.to, .from, .link], events: ListColumns().events)
        #expect(rig.words.contains("1 Nieuws Shop news://article/42"))
    }
}
