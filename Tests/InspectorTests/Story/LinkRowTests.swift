import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// Each row of the links is a sentence, so links that look alike as text can be told apart at a glance.
@Suite struct LinkRowTests {
    /// The rows of the pane of links, without spaces at their ends.
    private func rows(_ rig: Rig) -> [String] {
        let area = rig.state.layout.rows(of: .links)
        return rig.screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(area.top).prefix(area.rows).map { line in
            let cells = Array(line)
            return String(cells[min(area.left, cells.count)..<min(area.right, cells.count)])
        }
    }

    @Test("a row tells who sent a link, who received it, where it leads and how it ended")
    func sentence() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mail://inbox/7", to: "news://article/42"))
        rig.paste("https://shop.example.com/p/7?color=red")
        rig.paste(Links.cafe)
        let words = rows(rig).prefix(3).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words[0].contains("Mail* → Nieuws news://article/42 https://example.com/1 App Link ok"))
        #expect(words[0].hasSuffix("ok"))
        #expect(words[1].contains("– → (page) https://shop.example.com/p/7?color=red web link"))
        #expect(words[2].contains("– → Café cafe://menu?table=4 link ok"))
    }

    @Test("sixty App Links with the same link and another target differ in their rows")
    func targets() {
        var rig = Rig(Size(columns: 160, rows: 100))
        for number in 1...60 {
            rig.paste(Links.appLink(#"{"target_url":"https://a.example/\#(number)","version":"1.0"}"#, to: "news://open"))
        }
        let rows = rows(rig).filter { $0.contains("open") }.map { $0.drop { $0 != "–" } }
        #expect(rows.count > 30)
        #expect(Set(rows).count == rows.count, "the rows differ in more than their number and time")
    }

    @Test("the worst problem stands in the row with its letter, and the end tells that nothing opened")
    func problems() {
        var rig = Rig(Size(columns: 180, rows: 40), device: Fixtures.strictPhone)
        rig.paste("shop://p?al_applink_data=%7Bbroken")
        rig.paste("myapp://item/42")
        rig.open()
        let words = rows(rig).prefix(2).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words[0].hasPrefix("E 1"))
        #expect(words[0].contains("payload"))
        #expect(words[0].hasSuffix("payload not json"), "a link with an error does not look fine")
        #expect(words[1].contains("– → – myapp://item/42"))
        #expect(words[1].hasSuffix("failed"))
    }

    @Test("a secret in a link is masked in its row")
    func secrets() {
        var rig = Rig(Size(columns: 200, rows: 40))
        rig.paste("cafe://menu?access_token=" + Links.secret)
        #expect(!rig.screen.contains(Links.secret))
        #expect(rows(rig)[0].contains("menu?access_tok") && rows(rig)[0].contains("•"))
    }

    @Test("a long or wide name moves no column", arguments: [40, 80, 120, 200])
    func widths(_ width: Int) {
        func end(_ link: String) -> Int? {
            var rig = Rig(Size(columns: width, rows: 40))
            rig.paste(link)
            let area = rig.state.layout.rows(of: .links)
            let row = rig.frame.cells(inRow: area.top)
            return (area.left..<area.right).last { row[$0] == "k" }
        }
        let name = String(repeating: "宽", count: 40)
        let long = end(Links.from(name, "mail://inbox/7", to: "news://" + String(repeating: "a", count: 300)))
        #expect(long != nil)
        #expect(long == end("cafe://menu"))
    }

    @Test("an assumed app has its mark wherever the screen names it, and its plain name in a table of events")
    func assumedApps() {
        var rig = Rig(Size(columns: 240, rows: 40))
        rig.paste(Links.from("Photos", "photos://album/7", to: "myapp://product/42"))
        rig.press("r", .enter)
        #expect(rig.words.contains("Photos* → myapp* myapp://product/42"))
        #expect(rig.words.contains("al_nav_in myapp* from Photos* (photos://album/7)"))
        #expect(rig.words.contains("al_nav_in Photos* from myapp*") && rig.words.contains("received by myapp*, assumed: no"))
        let last = rig.state.lists.events.indices.last.flatMap { rig.state.eventLine(at: $0)?.facts(nil) }
        #expect(last?.event.app == "Photos" && last?.from == "myapp")
        rig.press("3", .enter)
        #expect(rig.detail.contains { $0.hasPrefix("posted: ") && $0.hasSuffix(" by Photos*") })
    }
}

extension Frame {
    /// The base characters of a row, one for each column.
    fileprivate func cells(inRow row: Int) -> [Character] {
        (0..<size.columns).map { self[column: $0, row: row].map { Character($0.glyph.base) } ?? " " }
    }
}
