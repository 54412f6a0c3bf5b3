import Inspector
import Screen
import Testing

@testable import Panes

/// `O` shows the links in another order. The selected link stays selected, wherever its place is.
@Suite struct SortingTests {
    /// Four links, of which the second one is from Shop and the third one is from Mail.
    private func session() -> Rig {
        var rig = Rig()
        rig.paste("wheel://zoo")
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        rig.paste(Links.from("Mail", "mail://inbox", to: "cafe://menu"))
        rig.paste("shop://Apple")
        return rig
    }

    @Test(
        "the orders, in both directions; links without a text come last",
        arguments: [
            ("time", [1, 2, 3, 4]), ("-time", [4, 3, 2, 1]), ("from", [3, 2, 1, 4]), ("-from", [4, 1, 2, 3]),
            ("link", [4, 2, 3, 1]), ("what", [4, 2, 3, 1]), ("TO", [3, 2, 4, 1]),
        ] as [(String, [Int])])
    func orders(_ name: String, _ order: [Int]) {
        var rig = session()
        rig.command("sort \(name)")
        #expect(rig.linkNumbers == order)
        #expect(rig.state.lists.selectedLinkIndex == 3, "the selected link stays selected")
    }

    @Test("the menu shows the order in effect, and the title of the pane names it")
    func menu() {
        var rig = session()
        #expect(!rig.screen.contains("sort:"))
        rig.press(">", .down, .enter)
        #expect(rig.linkNumbers == [4, 3, 2, 1] && rig.words.contains("sort:time ↓ 1/4"))
        rig.press(">", .down, .enter)
        #expect(rig.linkNumbers == [3, 2, 1, 4] && rig.words.contains("sort:from ↑ 4/4"))
        rig.press(">", .home, .enter)
        #expect(rig.linkNumbers == [1, 2, 3, 4] && !rig.screen.contains("sort:"))
        rig.command("sort color")
        #expect(rig.notice?.hasPrefix("There is no order \"color\". Use time, from, to, link, is or end; -time reverses it.") == true)
    }

    @Test("a new link goes to its place and does not move the selection; in the order of arrival, the view follows again")
    func arriving() {
        var rig = session()
        rig.command("sort link")
        rig.deliver(["shop://banana"])
        #expect(rig.linkNumbers == [4, 2, 5, 3, 1] && rig.state.lists.selectedLinkIndex == 3)
        #expect(rig.words.contains("+1 new"))
        rig.command("sort target")
        #expect(rig.linkNumbers == [4, 2, 5, 3, 1])
        rig.command("sort -time")
        rig.deliver(["shop://cherry"])
        #expect(rig.linkNumbers == [6, 5, 4, 3, 2, 1] && rig.state.lists.selectedLinkIndex == 3)
        rig.command("sort time")
        rig.press("G")
        rig.paste("shop://date")
        #expect(rig.state.lists.selectedLinkIndex == 6)
    }

    @Test("a filter and a sort work together, and n, marks and problems follow the order that is shown")
    func filtered() {
        var rig = session()
        rig.command("sort link")
        rig.press("/")
        rig.type("news")
        #expect(rig.linkNumbers == [2])
        rig.press(.control("u"))
        rig.type("o")
        rig.press(.enter)
        #expect(rig.linkNumbers == [4, 2, 3, 1])
        rig.press("g", "n")
        #expect(rig.state.lists.selectedLinkIndex == 1)
        rig.press(.escape)
        #expect(rig.linkNumbers == [4, 2, 3, 1] && rig.state.lists.selectedLinkIndex == 1)
        rig.press("m", "g", "'")
        #expect(rig.state.lists.selectedLinkIndex == 1)
    }

    @Test("links that are sorted by their ends get another place when their end changes")
    func ends() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("cafe://menu")
        rig.paste("myapp://item/42")
        rig.command("sort -end")
        #expect(rig.linkNumbers == [1, 2])
        rig.command("sort end")
        #expect(rig.linkNumbers == [2, 1])
        rig.paste("myapp://item/43")
        #expect(rig.linkNumbers == [2, 3, 1])
        rig.command("go 3")
        rig.open()
        #expect(rig.linkNumbers == [3, 2, 1])
        rig.press("u")
        #expect(rig.linkNumbers == [2, 3, 1])
    }

    @Test("while the links are being read, they stay in place with the progress in the title; Esc stops it")
    func running() {
        var rig = session()
        rig.answersAtOnce = false
        rig.command("sort from")
        #expect(rig.linkNumbers == [1, 2, 3, 4] && rig.words.contains("sort:from ↑ 0 %"))
        rig.press(.escape)
        #expect(rig.notice == "Stopped. The links are in the order of arrival." && !rig.screen.contains("sort:"))
        #expect(rig.effects.last == "stopSort")
    }
}
