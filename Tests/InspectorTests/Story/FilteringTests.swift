import Inspector
import Records
import Screen
import Testing

@testable import Panes

/// `/` shows only the links and events that fit, while the user types. Typing a filter never runs a command.
@Suite struct FilteringTests {
    /// A session with four links and their events.
    private func session(_ size: Size = Size(columns: 120, rows: 40)) -> Rig {
        var rig = Rig(size)
        rig.paste(Links.from("Shop", "shop://back", to: "news://article/42"))
        rig.paste(Links.cafe)
        rig.paste(Links.brokenJSON)
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/caf%C3%A9","version":"1.0","extras":{"campaign":"summer"}}"#))
        rig.deliver([#"{"event":"my_event","ts":"2026-08-01T10:00:01Z","args":{"who":"Anna"}}"#])
        return rig
    }

    @Test("the word in the place of a receiver can be found")
    func noReceiver() {
        var rig = session()
        rig.paste("https://example.com/")
        rig.press("/", "(", "p", "a", "g")
        #expect(rig.linkNumbers == [5])
    }

    @Test(
        "links and events are found by how they ended, with the words of their rows",
        arguments: [
            ("end:ok", [1, 4], 1), ("end=ok", [1], 0), ("end:\"ok app\"", [4], 1), ("end:failed", [2, 3, 5], 2), ("end:f", [2, 3, 5], 2),
            ("end=failed", [5], 2), ("-end:failed", [1, 4, 6], 3), ("result:failed", [2, 3, 5], 2),
            ("end:error", [2], 0), ("end:no", [3], 0), ("end=\"no app\"", [3], 0), ("end:page", [6], 0), ("-end:ok", [2, 3, 5, 6], 4),
            ("end:*app", [3, 4], 1),
        ] as [(String, [Int], Int)])
    func ends(_ text: String, _ links: [Int], _ events: Int) {
        var rig = Rig(Size(columns: 120, rows: 40), device: Fixtures.strictPhone)
        for link in [Links.plain, Links.brokenJSON, "no/link", Links.cafe, "wheel://ride", "https://example.com/"] {
            rig.paste(link)
        }
        rig.deliver([#"{"event":"al_nav_out","event_args":{"success":"0"}}"#])
        for link in [4, 5] {
            rig.command("go \(link)")
            rig.open()
        }
        rig.press("/")
        rig.type(text)
        #expect(rig.linkNumbers == links)
        #expect(rig.state.lists.eventCursor.count == events, "\(rig.screen)")
    }

    @Test("a link that ends otherwise after it was opened leaves the filter")
    func newEnd() {
        var rig = Rig()
        rig.paste("wheel://ride")
        rig.press("/")
        rig.type("end:\"no app\"")
        rig.press(.enter)
        #expect(rig.linkNumbers == [1])
        rig.open()
        #expect(rig.linkNumbers == [])
        #expect(rig.notice?.hasPrefix("Failed: ") == true)
    }

    @Test("a link leaves the filter when it is opened and so causes an event that the filter excludes by a word")
    func wordOfEvent() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.press("/")
        rig.type("-nav_out")
        rig.press(.enter)
        #expect(rig.linkNumbers == [1])
        rig.open()
        #expect(rig.words.contains("No link matches the filter"))
    }

    @Test(
        "Tab completes the name of a field, and a value that the field knows",
        arguments: [
            ("le", "level:"), ("cart -e", "cart -event:"), ("end:f", "end:failed"), ("end:no", "end:\"no app\""),
            ("shop level:w", "shop level:warning"),
            ("has:", "has:data"), ("zz", "zz"), ("end:zz", "end:zz"), ("", ""), ("cart ", "cart "),
        ])
    func completing(_ text: String, _ completed: String) {
        var rig = session()
        rig.press("/")
        rig.type(text)
        rig.press(.tab)
        #expect(rig.state.filtering.text == completed)
    }

    @Test(
        "Tab again chooses the next completion, and the first one after the last; a typed letter ends the choice",
        arguments: [
            ("e", ["event:", "end:", "event:"]), ("end:ok ", []), ("x level:", ["x level:error", "x level:warning", "x level:note"]),
            ("end:", ["end:failed", "end:error", "end:\"no app\"", "end:page"]), ("end:ok", ["end:\"ok app\"", "end:\"ok web\""]),
            ("hos", ["host:"]), ("finding:no-t", ["finding:no-target"]),
        ] as [(String, [String])])
    func cycling(_ text: String, _ completed: [String]) {
        var rig = session()
        rig.press("/")
        rig.type(text)
        for text in completed {
            #expect(rig.words.contains("Tab complete"))
            rig.press(.tab)
            #expect(rig.state.filtering.text == text)
        }
        rig.type("f")
        #expect(rig.state.filtering.text == (completed.last ?? text) + "f")
    }

    @Test(
        "links with a note are found, and those with a finding, by its code; a problem is also a link that did not open",
        arguments: [
            ("level:note", [2]), ("finding:no-target", [2]), ("finding:no-*", [2]), ("finding=no", []), ("level:problem", [3, 4]),
            ("level:error", [3]),
        ] as [(String, [Int])])
    func findings(_ text: String, _ links: [Int]) {
        var rig = Rig(device: Fixtures.strictPhone)
        for link in ["https://example.com/", Links.appLink(#"{"version":"1.0"}"#), Links.brokenJSON, "wheel://ride"] { rig.paste(link) }
        rig.press("/")
        rig.type(text)
        #expect(rig.linkNumbers == links)
    }

    @Test("a word for a result is not in links and events; the empty lists say how to find it")
    func resultWords() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.press("/")
        rig.type("failed")
        #expect(rig.words.contains("No link matches. To find results, use end:failed."))
        rig.press(.escape, "/")
        rig.type("nothing")
        #expect(rig.words.contains("No link matches the filter. Esc clears it"))
    }

    @Test("clear hides what has arrived so far, and keeps the filter; Esc shows all again, and nothing is lost")
    func clearing() {
        var rig = session()
        rig.command("clear")
        #expect(rig.notice == "4 links and 5 events are hidden. Esc shows them again.")
        #expect(rig.linkNumbers == [] && rig.state.lists.eventCursor.count == 0)
        rig.paste(Links.plain)
        rig.deliver([#"{"event":"my_event","ts":"2026-08-01T10:00:02Z","args":{"who":"Bob"}}"#])
        #expect(rig.linkNumbers == [5] && rig.state.lists.eventCursor.count == 1)
        rig.command("clear")
        #expect(rig.linkNumbers == [] && rig.state.filtering.text.split(separator: " ").count == 1)
        rig.press("1", .escape)
        #expect(rig.linkNumbers == [1, 2, 3, 4, 5])
        rig.press("e")
        #expect(rig.state.lists.eventCursor.count == 6)
        rig.press("e")
        rig.command("filter scheme:cafe")
        rig.command("clear")
        rig.paste(Links.cafe)
        rig.paste(Links.plain)
        #expect(rig.linkNumbers == [6])
    }

    @Test("there may be nothing to clear")
    func nothingToClear() {
        var rig = Rig()
        rig.command("clear")
        #expect(rig.notice == "There is nothing to clear yet." && rig.state.filtering.filter == nil)
    }

    @Test("a row without any match says what the field takes")
    func noMatch() {
        var rig = session()
        rig.press("/")
        rig.type("has:zzz")
        #expect(rig.words.contains("0 of 4 links, 0 of 5 events has: takes data, extras, referer, secret, or the name of an extra"))
    }

    @Test(
        "which links fit",
        arguments: [
            ("article", [1, 4]), ("ARTICLE/42", [1]), ("menu", [2]), ("-menu", [1, 3, 4]), ("news", [1, 4]), ("from:shop", [1]),
            ("from=Shop", [1]), ("from=sho", []), ("from:sh*", [1]), ("has:referer", [1]), ("has:extras", [4]), ("has:campaign", [4]),
            ("level:error", [3]), ("level:problem", [3]), ("app:caf", [2]), ("scheme=cafe", [2]), ("to:a.example", [4]),
            ("host:a.example", [4]), ("link:2", [2]), ("link=#2", [2]), ("link:2..3", [2, 3]), ("link:3..", [3, 4]), ("-link:..3", [4]),
            ("link:99999999999999999999", []), ("level:err", [3]), ("level:warning", []), ("event:nav_in", [1, 4]),
            ("event:al_nav*", [1, 4]),
            ("event:nav_out", []), ("news -from:shop", [4]), ("\"menu?table\"", [2]), ("cafe://menu", [2]), ("referer~back", [1]),
            ("\"level:error\"", []),
        ] as [(String, [Int])])
    func fits(_ text: String, _ shown: [Int]) {
        var rig = session()
        rig.press("/")
        rig.type(text)
        #expect(rig.linkNumbers == shown)
        rig.press(.enter)
        #expect(rig.linkNumbers == shown)
        rig.press(.escape)
        #expect(rig.linkNumbers == [1, 2, 3, 4])
    }

    @Test("typing a filter runs no command, whatever the letters mean elsewhere")
    func typing() {
        var rig = session()
        let before = (rig.trail, rig.posted.count, rig.stored.count)
        rig.press("/")
        rig.type("Shop XoruUdqzRFVJSw?")
        #expect((rig.trail, rig.posted.count, rig.stored.count) == before)
        #expect(rig.effects.allSatisfy { $0 == "stopSearch" })
        rig.press(.escape)
        #expect(rig.linkNumbers == [1, 2, 3, 4])
    }

    @Test("the events are filtered too, and a filter without a match says so")
    func events() {
        var rig = session()
        rig.press("/")
        rig.type("event:nav_in")
        #expect(rig.words.contains("2 of 4 links, 2 of 5 events"))
        #expect(!rig.screen.contains("my_event"))
        for _ in 0..<12 { rig.press(.backspace) }
        rig.type("anna")
        #expect(rig.screen.contains("my_event"))
        #expect(rig.screen.contains("No link matches the filter. Esc clears it, / edits it."))
    }

    @Test("what arrives later is filtered too, and links keep their numbers")
    func arriving() {
        var rig = session()
        rig.press("/")
        rig.type("scheme:cafe")
        rig.press(.enter)
        rig.deliver(["cafe://later", "shop://later"])
        #expect(rig.linkNumbers == [2, 5])
        rig.press("1", .up)
        #expect(rig.screen.contains("2 Link #2"))
        rig.press("o", .enter)
        #expect(rig.state.journey.ways.count == 1)
    }

    @Test("the selected link stays selected while the filter shows it, and when the filter is cleared")
    func selection() {
        var rig = session()
        rig.press("1", .up, .up)
        #expect(rig.screen.contains("2 Link #2"))
        rig.press("/")
        rig.type("cafe")
        #expect(rig.screen.contains("2 Link #2"))
        rig.press(.escape)
        #expect(rig.screen.contains("2 Link #2"))
        rig.press("/")
        rig.type("article/42")
        #expect(rig.screen.contains("2 Link #1"))
        rig.press(.escape)
        #expect(rig.screen.contains("2 Link #2"), "a link that the filter hid is selected again")
    }

    @Test("rows that a filter finds are not new; rows that arrive while it is in effect are, if it shows them")
    func unseen() {
        var rig = session()
        rig.press("1", .up)
        rig.press("/")
        rig.type("cafe")
        rig.press(.enter)
        #expect(rig.state.lists.shownLinks.unseen == 0)
        rig.deliver([Links.plain], from: .file)
        #expect(rig.state.lists.shownLinks.unseen == 0)
        rig.deliver([Links.cafe], from: .file)
        #expect(rig.words.contains("+1 new"))
        rig.press(.escape)
        #expect(rig.words.contains("+2 new"))
    }

    @Test(
        "a mistake is named, and Enter does not accept it",
        arguments: [
            ("colour:red", "There is no field"), ("from:", "from: takes the name of an app"), ("\"open", "The closing \" is missing."),
            ("level:bad", "level: takes error, warning, note, or problem"), ("end:", "end: takes failed, error, \"no app\", page, "),
            ("end:zz", "end: takes failed"), ("link:x", "link: takes a number, or a range"), ("link:3..2", "link: takes a number"),
            ("link:..", "link: takes a number"),
            ("since:x", "since: takes the number of a record"), ("link:1..2..3", "link: takes a number"),
            ("\u{202E}col:x", "There is no field"),
        ])
    func mistakes(_ text: String, _ problem: String) {
        var rig = session()
        rig.press("/")
        rig.type(text)
        #expect(rig.screen.contains(problem))
        rig.press(.enter)
        #expect(rig.screen.contains(problem))
        rig.press(.escape)
        #expect(rig.linkNumbers == [1, 2, 3, 4])
    }

    @Test("going to a link that the filter hides shows it beside the others")
    func going() {
        var rig = session()
        rig.press("/")
        rig.type("scheme:cafe")
        rig.press(.enter)
        rig.press(":")
        rig.type("go 1")
        rig.press(.enter)
        #expect(rig.screen.contains("2 Link #1") && rig.words.contains(">#1 is hidden by the filter."))
        #expect(rig.linkNumbers.first == 2 && rig.notice == "The filter hides #1. Esc clears the filter.")
        rig.press("D")
        #expect(rig.words.contains("#2 #1"), "it is compared with a link that the filter shows")
        rig.press(.escape, .escape)
        #expect(rig.screen.contains("2 Link #1") && rig.linkNumbers == [1, 2, 3, 4])
    }

    @Test("no event takes the place of a link that the filter hides")
    func noEventInstead() {
        var rig = session()
        rig.press("/")
        rig.type("event:my_event")
        rig.press(.enter)
        #expect(rig.state.lists.linkCursor.count == 0 && rig.state.lists.eventCursor.count == 1)
        #expect(rig.words.contains("2 Link ") && rig.state.detail.subject == nil)
        rig.press("3")
        #expect(rig.words.contains("2 Event "))
    }

    @Test("the last row of a filter is not the newest link, so it stays selected when the filter is cleared")
    func lastRow() {
        var rig = session()
        rig.press("1", "g", "/")
        rig.type("link:1..2")
        rig.press(.enter, "j", .escape)
        #expect(rig.screen.contains("2 Link #2") && rig.linkNumbers == [1, 2, 3, 4])
        rig.press("G", "/")
        rig.type("link:1..2")
        rig.press(.escape)
        #expect(rig.screen.contains("2 Link #4") && rig.words.contains("FOLLOW"), "a view that followed all along follows on")
    }

    @Test("a pasted link that a filter shows stays selected when the filter is cleared")
    func pasted() {
        var rig = session()
        rig.press("1", "g")
        rig.command("clear")
        rig.paste(Links.plain)
        #expect(rig.screen.contains("2 Link #5"))
        rig.press(.escape)
        #expect(rig.screen.contains("2 Link #5"))
    }

    @Test("the message about a mistake leaves the text that is typed in view")
    func mistakeInView() {
        var rig = session(Size(columns: 80, rows: 24))
        rig.press("/")
        rig.type("level:eror")
        #expect(rig.words.contains("/level:eror") && rig.words.contains("level: takes error, warning"))
    }

    @Test("Up offers the last filter and the filters of the settings, with their names; an edited one is no longer offered")
    func saved() {
        var rig = session()
        rig.save(["cafes": "scheme:cafe", "wrong": "level:error"])
        rig.press("/")
        rig.type("article/42")
        rig.press(.escape, "/")
        #expect(rig.words.contains("Up saved filters"))
        rig.press(.up)
        #expect(rig.linkNumbers == [1])
        rig.press(.up)
        #expect(rig.linkNumbers == [2] && rig.words.contains("cafes: 1 of 4 links"))
        rig.press(.up, .up, .up)
        #expect(rig.linkNumbers == [3] && rig.words.contains("wrong: 1 of 4 links"))
        rig.press(.down)
        #expect(rig.linkNumbers == [2])
        rig.press(.backspace)
        #expect(!rig.words.contains("cafes: ") && rig.words.contains("Up/Down move"))
        rig.press(.escape, "/", .up, .down)
        #expect(rig.linkNumbers == [1, 2, 3, 4])
        rig.press(.up, .up, .enter)
        #expect(rig.linkNumbers == [2] && rig.words.contains("cafes: 1 of 4 links"))
    }

    @Test("a secret that is typed into the filter is masked")
    func secret() {
        var rig = session()
        rig.press("/")
        rig.type("access_token=" + Links.secret)
        #expect(!rig.screen.contains(Links.secret))
    }
}
