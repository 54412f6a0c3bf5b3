import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// The tab Diff: the selected link beside the link above it, or beside the repaired link.
@Suite struct DiffTests {
    private func comparing(_ first: String, _ second: String, _ size: Size = Size(columns: 120, rows: 40)) -> Rig {
        var rig = Rig(size)
        rig.paste(first)
        rig.paste(second)
        rig.press("D")
        return rig
    }

    private func rows(_ rig: Rig) -> [String] {
        rig.state.detailRows.lines.filter { !$0.isContinuation && !$0.value.isEmpty }.map(\.value)
    }

    @Test("the fields that differ come first, with their changed parts in brackets and a sign that needs no color")
    func fields() {
        var rig = comparing("shop://p/41?a=1&b=2&same=x", "shop://p/42?b=3&c=4&same=x")
        #expect(rows(rig) == ["path: /41 -> /42", "query.a: 1 -> -", "query.b: 2 -> 3", "query.c: - -> 4"])
        rig.press("z")
        for part in ["#1 #2", "~ path /[41] /[42]", "- query.a 1", "~ query.b [2] [3]", "+ query.c 4", "fields are the same"] {
            #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)")
        }
        rig.press(.end, .right)
        #expect(rows(rig).contains("scheme: shop -> shop"))
    }

    @Test("the first link is compared with the one below it")
    func first() {
        var rig = comparing("shop://p/41", "shop://p/42")
        rig.press("1", "g", "D")
        #expect(rows(rig) == ["path: /42 -> /41"])
    }

    @Test("a number with a fraction is marked as a whole")
    func fraction() {
        var rig = comparing("shop://p/1?total=12.5&v=1.x", "shop://p/1?total=13.5&v=2.x")
        rig.press("z")
        #expect(rig.words.contains("~ query.total [12.5] [13.5]") && rig.words.contains("~ query.v [1].x [2].x"))
    }

    @Test("the data of an App Link is compared value by value, in the order of the link")
    func data() {
        let rig = comparing(
            Links.appLink(#"{"target_url":"https://a.example/1","version":"1.0","extras":{"n":1,"list":[1,2]}}"#),
            Links.appLink(#"{"target_url":"https://a.example/2","version":"1.0","extras":{"n":1,"list":[1,3],"new":{}}}"#))
        #expect(
            rows(rig) == [
                "target: https://a.example/1 -> https://a.example/2", "data.target_url: https://a.example/1 -> https://a.example/2",
                "data.extras.list[1]: 2 -> 3", "data.extras.new: - -> {}",
            ])
    }

    @Test(
        "each change of a value has brackets of its own, around whole words",
        arguments: [
            ("http://a/item/38?q=日本38", "http://a/item/39?q=日本39", "item/[38]?q=[日本38]", "item/[39]?q=[日本39]"),
            ("one.two.three", "one.2.three", "one.[two].three", "one.[2].three"),
            ("cart", "cart/new", "cart[]", "cart[/new]"), ("caf%C3%A9", "caf%C3%A8", "[caf%C3%A9]", "[caf%C3%A8]"),
        ])
    func hunks(_ left: String, _ right: String, _ shownLeft: String, _ shownRight: String) {
        func link(_ text: String) -> String {
            Links.appLink(#"{"target_url":"https://a.example/","version":"1.0","extras":{"v":"\#(text)"}}"#)
        }
        var rig = comparing(link(left), link(right), Size(columns: 160, rows: 40))
        rig.press("z")
        #expect(rig.words.contains(shownLeft) && rig.words.contains(shownRight), "\(rig.screen)")
    }

    @Test("a value of many words that is all different is one change, found at once")
    func longHunk() {
        func link(_ word: String) -> String {
            let text = Array(repeating: word, count: 20_000).joined(separator: ".")
            return Links.appLink(#"{"target_url":"https://a.example/","version":"1.0","extras":{"v":"\#(text)"}}"#)
        }
        var rig = Rig()
        let time = ThreadTime.spent { rig = comparing(link("a"), link("b")) }
        #expect(rig.words.contains("[a.a") && rig.words.contains("[b.b") && time < .seconds(20))
    }

    @Test("m marks a link and removes the mark, and ' goes from mark to mark")
    func marks() {
        var rig = Rig()
        rig.deliver((1...5).map { "shop://p/\($0)" })
        rig.press("'")
        #expect(rig.notice == "No link is marked. m marks the selected one.")
        rig.press("g", "m")
        #expect(rig.notice == "#1 is marked; 1 link is marked." && rig.screen.contains("1◆"))
        rig.press(.down, .down, "m", .down)
        rig.press("'")
        #expect(rig.state.lists.selectedLinkIndex == 0)
        rig.press("'")
        #expect(rig.state.lists.selectedLinkIndex == 2)
        rig.press("m")
        #expect(rig.notice == "#3 is no longer marked; 1 link is marked." && !rig.screen.contains("3◆"))
        rig.press("/")
        rig.type("p/5")
        rig.press(.enter, "'")
        #expect(rig.notice == "The filter shows no marked link.")
    }

    @Test("D compares the selected link with the marked one, and two marked links with each other, wherever the cursor is")
    func comparingMarks() {
        var rig = Rig()
        rig.deliver((1...5).map { "shop://p/\($0)" })
        rig.press("g", "m", "G", "D")
        #expect(rows(rig) == ["path: /1 -> /5"] && rig.notice == "Compares #5 with #1, which is marked.")
        #expect(rig.words.contains("#1 (marked)"))
        rig.press("1", .up, .up, "m", "G", "D")
        #expect(rows(rig) == ["path: /1 -> /3"] && rig.state.lists.selectedLinkIndex == 2)
        rig.press("1", "m", "'", "D")
        #expect(rows(rig) == ["path: /2 -> /1"], "without a marked link, the first one is compared with the one below it")
    }

    @Test("a long name of a field is whole, in rows that begin at its dots and underscores", arguments: [(80, 30), (40, 24)])
    func longNames(_ columns: Int, _ rows: Int) {
        let names = ["referer_app_link.app_name", "referer_app_link.url"]
        func link(_ name: String) -> String {
            let referer = ##"{"app_name":"\##(name)","url":"\##(name)://"}"##
            return Links.appLink(##"{"target_url":"https://a.example/","version":"1.0","referer_app_link":\##(referer)}"##)
        }
        var rig = comparing(link("Shop"), link("Mail"), Size(columns: columns, rows: rows))
        rig.press("z")
        let label = { (line: DetailLine) in
            (line.styled?.spans.first { $0.style.role == .key }?.text.description ?? "").filter { $0 != " " }
        }
        for name in names {
            let lines = rig.state.detailRows.lines.filter { $0.path == "data." + name }
            #expect(lines.map(label).joined() == "data." + name, "\(rig.screen)")
            #expect(lines.map(label).allSatisfy { $0.isEmpty || $0.hasPrefix("data") || "._".contains($0.first ?? " ") }, "\(rig.screen)")
        }
        #expect(rig.words.contains("[Mail]"))
    }

    @Test("in a narrow pane, the values stand one below the other")
    func narrow() {
        let rig = comparing("shop://p/41", "shop://p/42", Size(columns: 40, rows: 16))
        for part in ["~ path\n", "< /[41]\n", "> /[42]\n"] { #expect(rig.screen.contains(part), "\(part) is missing in\n\(rig.screen)") }
    }

    @Test("equal links are the same byte for byte; links that differ only in their spelling are shown whole")
    func same() {
        #expect(rows(comparing(Links.plain, Links.plain)) == ["The links are the same, byte for byte."])
        #expect(rows(comparing("shop://p/1?a=%41", "shop://p/1?a=A")) == ["link: shop://p/1?a=%41 -> shop://p/1?a=A"])
    }

    @Test("links that differ only far from their beginning are not the same; what is around the difference is shown")
    func farDifference() throws {
        let beginning = "shop://p?q=" + String(repeating: "a", count: 5_000)
        let rig = comparing(beginning + "1z", beginning + "2z")
        let row = try #require(rows(rig).first)
        #expect(row.hasPrefix("query.q: ...aaa") && row.contains("aaa1z -> ...aaa") && row.hasSuffix("aaa2z"))
        var transcript = Transcript("Long links")
        transcript.deliver([beginning + "1z", beginning + "2z"], shown: "two long links")
        transcript.type("diff 1 2")
        #expect(transcript.text.contains("aaa1z in #1, ...aaa") && transcript.text.contains("aaa2z in #2."))
    }

    @Test("links whose letters look the same but have different bytes are not the same")
    func differentBytes() {
        let rig = comparing("shop://p/caf\u{E9}", "shop://p/cafe\u{301}")
        #expect(!rows(rig).isEmpty && !rig.words.contains("byte for byte"))
    }

    @Test("secrets stay masked; that they differ is shown")
    func secrets() {
        var rig = comparing("shop://p?access_token=abcdef0123&x=1", "shop://p?access_token=abcdef0124&x=1")
        #expect(!rig.screen.contains("abcdef") && rows(rig).count == 1)
        #expect(rig.words.contains("access_token ["), "\(rig.screen)")
        rig.press("S")
        #expect(rig.screen.contains("abcdef"))
    }

    @Test("a single link has none to be compared with, and a record without a link cannot be compared")
    func nothing() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.press("D")
        #expect(rig.words.contains("There is no other link to compare this one with. m marks"))
        rig.deliver([#"{"hello":1}"#, Links.plain])
        #expect(rig.state.detail.tab == .diff && rig.words.contains("#2 has no link"))
        rig.press("1", .up)
        #expect(rig.words.contains("This record has no link to compare."))
    }

    @Test("the link above is read when it is needed, also a long one, and may be unreadable")
    func reading() {
        var rig = Rig()
        rig.passesReadings = false
        rig.deliver((0..<400).map { "shop://p/\($0)" } + ["shop://p/" + String(repeating: "a", count: 100_000), Links.plain])
        rig.press("D")
        #expect(rig.words.contains("~ path") && !rig.state.isBusy)
        rig.press("1", .home, .down)
        #expect(rows(rig) == ["path: /0 -> /1"])
    }

    @Test(":diff compares any two links by their numbers")
    func byNumbers() {
        var rig = Rig()
        for place in ["a", "b", "c", "d"] { rig.paste("shop://\(place)") }
        rig.command("diff 1 3")
        #expect(rig.state.detail.tab == .diff && rig.state.lists.selectedLinkIndex == 0)
        #expect(rows(rig) == ["host: c -> a"])
        rig.command("diff 4 2")
        #expect(rows(rig) == ["host: b -> d"])
        rig.command("diff 4 9")
        #expect(rig.notice == "There is no link #9: the links are #1 to #4.")
    }

    // MARK: The repair

    @Test("R shows the broken link beside the repaired one; Enter delivers it, Esc does not")
    func repair() {
        var rig = Rig()
        rig.paste("shop://item?q=red+shoes")
        rig.press("R")
        #expect(rig.words.contains("[Diff repair]") && rig.words.contains("as it arrived") && rig.stored.count == 1)
        #expect(rows(rig) == ["query.q: red+shoes -> red shoes"])
        #expect(rig.state.hints.contains { $0.keys == "Enter" && $0.word == "deliver" })
        var cancelled = rig
        cancelled.press(.escape)
        #expect(cancelled.stored.count == 1 && cancelled.state.detail.tab == .decoded && !cancelled.words.contains("repair]"))
        rig.press(.enter)
        #expect(rig.stored.count == 2 && rig.state.detail.tab == .decoded)
        #expect(rig.notice == "The repaired link was delivered; the original is still in the list.")
    }

    @Test("the repair ends when another link or tab is chosen")
    func repairEnds() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.paste("shop://item?q=red+shoes")
        rig.press("R", "1", .up)
        #expect(rig.state.detail.tab == .decoded && !rig.state.detail.showsRepair)
        rig.press(.down, "R", ".", "2", .enter)
        #expect(rig.stored.count == 2 && !rig.state.detail.showsRepair)
        rig.press("R", "D")
        #expect(rig.state.detail.tab == .diff && rig.words.contains("#1 #2"))
        rig.press(.enter)
        #expect(rig.stored.count == 2)
    }
}
