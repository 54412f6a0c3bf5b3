import Inspector
import Screen
import Testing

@testable import Panes

/// Each pane and window tells on its border how many rows are above and below those in view.
@Suite struct HiddenRowsTests {
    @Test("a pane tells how many rows are hidden, and none if all are in view")
    func pane() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.paste(Fixtures.appLink)
        rig.press("2")
        let area = rig.state.layout.detail
        func edge() -> String { rig.frame.textOfRow(area.bottom - 1) }
        let below = rig.state.detailRows.lines.count - area.rows
        #expect((1...9).contains { edge().contains(" ↓\(below + $0) more ") }, "\(rig.screen)")
        rig.press(.down, .down)
        rig.press("G")
        #expect((1...9).contains { edge().contains(" ↑\(below + $0) more ") }, "\(rig.screen)")
        rig.press("z")
        rig.send(.resized(Size(columns: 80, rows: 100)))
        #expect(!rig.frame.textOfRow(rig.state.layout.detail.bottom - 1).contains(" more "), "\(rig.screen)")
    }

    @Test("without borders, the heading of a pane tells it, beside its note")
    func heading() {
        var rig = Rig(Size(columns: 40, rows: 12))
        rig.deliver((1...9).map { "cafe://menu/\($0)" })
        rig.press("1", "g")
        let heading = rig.frame.textOfRow(rig.state.layout.links.top)
        #expect(heading.contains("1/9") && heading.contains("↓"), "\(rig.screen)")
    }

    @Test("a window tells it too, in ASCII as well", arguments: [(Glyphs.utf8, "↓"), (.ascii, "v")])
    func window(_ glyphs: Glyphs, _ sign: String) {
        for key in ["d", "?", "y"] as [Key] {
            var rig = Rig(Size(columns: 40, rows: 12), glyphs: glyphs)
            rig.paste(Fixtures.appLink)
            rig.press(key)
            let counts = rig.words.split(separator: " ").filter { $0.hasPrefix(sign) && Int($0.dropFirst()) != nil }
            #expect(!counts.isEmpty, "\(rig.screen)")
        }
    }

    @Test("the list of commands tells it too, above its first row", arguments: [(120, 40), (80, 24), (40, 12)])
    func commands(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.press(":")
        #expect(rig.screen.split(separator: "\n").contains { $0.contains("━ ↓") && $0.contains(" more ━") }, "\(rig.screen)")
        rig.press(.backTab)
        rig.press(.backTab)
        #expect(rig.screen.split(separator: "\n").contains { $0.contains("━ ↑") && $0.contains(" more ━") }, "\(rig.screen)")
        rig.type(" zzz")
        rig.press(.control("u"))
        rig.type("quit")
        #expect(!rig.words.contains(" more "), "\(rig.screen)")
    }

    @Test(
        "a title is cut after a word, also where the sign of hidden rows stands beside it",
        arguments: ["o", "y", "d", "a", "b", "?"] as [Key])
    func title(_ key: Key) throws {
        var rig = Rig(Size(columns: 120, rows: 40))
        rig.paste(Fixtures.appLink)
        rig.press(key)
        let wide = try #require(rig.screen.split(separator: "\n").first { $0.contains("┏━ ") })
        let words = wide.drop { $0 != "━" }.split(separator: " ").dropFirst().prefix { !$0.hasPrefix("━") }
        rig.resize(20, 5)
        let title = rig.frame.textOfRow(0).split(separator: " ").prefix { !"↑↓".contains($0.first ?? "↑") && $0 != "more" }
        #expect(!title.isEmpty && words.starts(with: title), "\(words) \(rig.screen)")
    }

    @Test("a long value tells that there is more, though nobody counts its lines")
    func value() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/\#(String(repeating: "a", count: 20_000))","version":"1.0"}"#))
        rig.press("2")
        rig.selectDetail(rig.state.detailRows.lines.firstIndex { $0.label == "target" } ?? 0)
        rig.press(.enter)
        #expect(rig.words.contains("↓ more") && !rig.words.contains("↑ "))
        rig.press(.pageDown)
        #expect(rig.words.contains("↑ ↓ more"))
        rig.press("G")
        for _ in 0..<40 { rig.press(.pageDown) }
        #expect(rig.words.contains("↑ more"))
    }
}
