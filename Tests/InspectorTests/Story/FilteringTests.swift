import Inspector
import Screen
import Testing

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

    @Test("the words in the place of a receiver can be found: nobody, and the page of a web link")
    func noReceiver() {
        var rig = session()
        rig.paste("no link at all")
        rig.paste("https://example.com/")
        rig.press("/", "t", "o", ":", "n", "o", "b")
        #expect(rig.linkNumbers == [5])
        rig.press(.escape, "/", "(", "p", "a", "g")
        #expect(rig.linkNumbers == [6])
    }

    @Test(
        "which links fit",
        arguments: [
            ("article", [1, 4]), ("ARTICLE/42", [1]), ("menu", [2]), ("-menu", [1, 3, 4]), ("news", [1, 4]), ("from:shop", [1]),
            ("from=Shop", [1]), ("from=sho", []), ("from:sh*", [1]), ("has:referer", [1]), ("has:extras", [4]), ("has:campaign", [4]),
            ("level:error", [3]), ("level:problem", [3]), ("app:caf", [2]), ("scheme=cafe", [2]), ("to:a.example", [4]),
            ("host:a.example", [4]), ("link:2", [2]), ("link=#2", [2]), ("event:nav_in", [1, 4]), ("event:al_nav*", [1, 4]),
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
        #expect(rig.screen.contains("No link fits the filter. Esc clears it, / edits it."))
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
        #expect(rig.state.journey.departures.count == 1)
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
        rig.paste(Links.plain)
        #expect(rig.state.lists.shownLinks.unseen == 0)
        rig.paste(Links.cafe)
        #expect(rig.words.contains("+1 new"))
        rig.press(.escape)
        #expect(rig.words.contains("+2 new"))
    }

    @Test(
        "a mistake is named, and Enter does not accept it",
        arguments: [
            ("colour:red", "There is no field"), ("from:", "from: has no value yet"), ("\"open", "The closing \" is missing."),
            ("level:bad", "level is error, warning or problem"),
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

    @Test("going to a link that the filter hides clears the filter")
    func going() {
        var rig = session()
        rig.press("/")
        rig.type("scheme:cafe")
        rig.press(.enter)
        rig.press(":")
        rig.type("go 1")
        rig.press(.enter)
        #expect(rig.screen.contains("2 Link #1"))
        #expect(rig.linkNumbers == [1, 2, 3, 4])
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
