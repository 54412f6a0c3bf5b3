import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// What a person sees first: what the link is, what to press, and the events of this link.
@Suite struct FirstGlanceTests {
    @Test("the first line says what the link is and where it leads, with the name of the app that claims it")
    func sentence() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        #expect(rig.detail.first == ": App Link from Shop to Nieuws or, without it, to news.example.com.")
        rig.paste("https://shop.example.com/p/7")
        #expect(rig.detail.first == ": Web link to shop.example.com.")
    }

    @Test("the worst finding comes next, with the key that repairs the link; this key is the first in the footer")
    func repair() {
        var rig = Rig()
        rig.paste("Shop://item/7?coupon=50%zz")
        #expect(rig.detail[1].hasPrefix("! warning: ") && rig.detail[1].hasSuffix(" R repairs it."))
        #expect(rig.state.hints.first?.command == .repair)
        rig.paste(Fixtures.appLink)
        #expect(rig.state.hints.first?.command == .goBack, "a banner is answered first")
        rig.paste(Links.shopPage)
        #expect(rig.state.hints.first?.command == .verify, "a web link is asked about first")
    }

    @Test("the key in a finding can be clicked, and Enter on the finding does the same")
    func keyOfFinding() {
        for presses in [true, false] {
            var rig = Rig()
            rig.paste("Shop://item/7?coupon=50%zz")
            if presses {
                rig.press("2", "g", .down)
                #expect(rig.words.contains("Enter repair"))
                rig.press(.enter)
            } else {
                rig.click("R repairs it", in: .detail)
            }
            #expect(rig.state.detail.showsRepair, "\(rig.screen)")
        }
    }

    @Test("the referer has one name everywhere: that of the link, with the name of its app where it differs")
    func refererName() {
        var rig = Rig(Size(columns: 200, rows: 40))
        rig.paste(Links.from("Heldnews", "news://back/9", to: "cafe://menu"))
        #expect(rig.detail.first?.hasPrefix(": App Link from Heldnews (Nieuws) to Café") == true)
        #expect(rig.words.contains("Heldnews (Nieuws) → Café") && rig.words.contains("Touch to return to Heldnews (Nieuws)"))
        #expect(rig.words.contains("Heldnews (Nieuws) ──#1──▸ Café") && rig.detail.contains("referer: Heldnews (Nieuws, news://back/9)"))
        #expect(rig.words.contains("al_nav_in Café from Heldnews (Nieuws, news://back/9)"))
        rig.press("r", .enter)
        #expect(rig.words.contains("──▸ Heldnews (Nieuws)") && rig.words.contains("to Heldnews (Nieuws)"))
        #expect(rig.notice == "Returned to Heldnews (Nieuws).")
    }

    @Test(
        "a link that no app of the device can claim is told in one way",
        arguments: [
            ("intent://item/7#Intent;scheme=cafe;end", "Only Android opens intent: links"),
            ("geo:52.5,13.4", "iOS itself opens no geo: links, and no app claims them"),
        ])
    func unclaimable(link: String, reason: String) {
        var rig = Rig()
        rig.paste(link)
        #expect(rig.words.contains("✕ no app: \(reason)") && !rig.words.contains("adds an app"))
        rig.press("V")
        #expect(rig.words.contains("because \(reason)."))
    }

    @Test("the text of a code shows its fields, never the password, and no advice about apps")
    func codes() {
        var rig = Rig()
        rig.paste("WIFI:T:WPA;S:Kiosk;P:flatwhite8;;")
        #expect(rig.detail.contains("network: Kiosk") && rig.detail.contains("security: WPA") && rig.words.contains("Wi-Fi network"))
        #expect(rig.detail.contains("password: ••••••••") && !rig.screen.contains("flatwhite8") && !rig.words.contains("adds an app"))
        rig.paste("tel:+15551234567")
        #expect(rig.detail.contains("number: +15551234567"))
    }

    @Test("a service that has shut down is said to be dead by the sentence and by Why, which offer no page")
    func deadService() {
        var rig = Rig()
        rig.paste("https://adf.ly/abc")
        #expect(rig.detail.first == ": AdF.ly short link. It no longer leads anywhere.")
        #expect(!rig.detail.contains { $0.hasPrefix("page: ") })
        rig.press("V")
        #expect(rig.words.contains("hint The shortener adf.ly has shut down: the link no longer leads anywhere."))
    }

    @Test("Why names the rule by which no app gets a web link")
    func whyBrowser() {
        var rig = Rig()
        rig.paste("https://youtu.be/dQw4w9WgXcQ")
        #expect(rig.words.contains("YouTube: watch a v"))
        rig.press("V")
        #expect(rig.words.contains("because No installed app has the host in its associated domains."))
        #expect(!rig.words.contains("so the browser opens it"))
    }

    @Test("a value of the query is not repeated as a layer, and rows of events show links without their data")
    func shownOnce() {
        var rig = Rig(Size(columns: 200, rows: 40))
        rig.paste("cafe://menu?next=https%3A%2F%2Fa.example%2Fp")
        #expect(rig.detail.contains("next: https://a.example/p") && !rig.detail.contains { $0.hasPrefix("Layers") })
        rig.paste(Links.from("Shop", "shop://back", to: "cafe://menu"))
        rig.press("r", .enter)
        #expect(rig.words.contains("to shop://back") && !rig.screen.contains("al_applink_data=%7B"))
        rig.deliver([#"{"event":"bought","payload":"%7B%22a%22%3A1%7D"}"#])
        rig.press("e")
        #expect(rig.words.contains(#"payload={"a":1}"#))
    }

    @Test("the query of a link that a wrapper has as it is belongs to that link")
    func queryInside() {
        var rig = Rig()
        rig.paste("https://urldefense.com/v3/__https://a.example/p?a=1__;!!AbCd!xyz$")
        #expect(rig.detail.contains { $0.hasSuffix("https://a.example/p?a=1") })
        #expect(!rig.detail.contains { $0.hasPrefix("Query of the link") || $0.contains("a: 1") })
    }

    @Test("target, extras and referer are facts; al_applink_data has only what they have not said")
    func once() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let lines = rig.detail.joined(separator: "\n")
        #expect(lines.ranges(of: "https://news.example.com/article/42").count == 1)
        #expect(lines.ranges(of: "summer sale").count == 1)
        #expect(lines.contains("al_applink_data (2 more keys)") && !lines.contains("user_agent"))
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/1","target_url":"https://b.example/2"}"#))
        #expect(rig.detail.contains("al_applink_data (2 more keys)"), "what stands there twice was not said")
    }

    @Test("a wide row shows a link from its scheme on, and cuts it at its end")
    func wholeLinks() {
        var rig = Rig(Size(columns: 140, rows: 40))
        rig.paste("cafe://menu/" + String(repeating: "a", count: 200) + "/last")
        #expect(rig.screen.contains("cafe://menu/aaaa") && !rig.screen.contains("a…a") && rig.screen.contains("a… "))
        #expect(rig.words.contains("# time from → to link is end"))
    }

    // MARK: Events

    @Test("the events are those of the selected link, and e shows those of all links")
    func eventsOfLink() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.from("Mail", "mail://inbox/7", to: "cafe://menu"))
        #expect(rig.words.contains("3 Events of #2") && rig.words.contains("2/2 of 4"))
        rig.press("k")
        #expect(rig.words.contains("3 Events of #1") && rig.words.contains("from Shop") && !rig.words.contains("from Mail"))
        rig.press("e")
        #expect(!rig.words.contains("Events of #") && rig.words.contains("4/4"))
    }

    @Test("on a wide screen, a few events stand below the link, and more of them beside it")
    func fewEvents() {
        var rig = Rig(Size(columns: 200, rows: 60))
        rig.paste(Fixtures.appLink)
        let few = rig.state.layout
        #expect(few.detail.columns == 200 && few.events.columns == 200 && few.events.rows == 5)
        for _ in 0..<20 { rig.paste(Fixtures.appLink) }
        rig.press("e")
        #expect(rig.state.layout.events.columns == 100 && rig.state.layout.detail.rows == rig.state.layout.events.rows)
    }

    @Test("an event from outside belongs to the newest link before it whose URL it names; if several fit, the number is a guess")
    func namedLinks() {
        var rig = Rig()
        rig.deliver(["shop://a", "cafe://menu", #"{"event":"bought","url":"cafe://menu"}"#])
        rig.press("g")
        #expect(!rig.words.contains("bought"))
        rig.press("j")
        #expect(rig.words.contains("#2 bought"))
        rig.deliver(["cafe://menu", #"{"event":"sold","url":"cafe://menu"}"#])
        rig.press("G")
        #expect(rig.words.contains("#3? sold"))
        rig.press("3")
        #expect(rig.detail.contains { $0.hasPrefix("link: #3? ") }, "\(rig.detail)")
    }

    // MARK: Windows

    @Test("a window dims what lies behind it, and its hints can be clicked: a mouse finishes a return")
    func windows() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        #expect(rig.frame[column: 2, row: 2]?.style.role != .dim)
        rig.press("r")
        #expect(rig.frame[column: 2, row: 2]?.style.role == .dim)
        let column = try #require(rig.column(of: "Enter send", row: 39))
        rig.click(at: Point(column: column + 1, row: 39))
        #expect(!rig.state.hasWindow && rig.notice == "Returned to Shop.")
    }

    @Test("on the first screen, s plays a whole round trip")
    func sample() {
        var rig = Rig()
        #expect(rig.words.contains("Shop ──link──▸ your app ──return──▸ Shop") && rig.words.contains("Paste a link"))
        rig.press("s")
        #expect(rig.words.contains("Shop ──#1──▸ Nieuws ──r 12:04:12──▸ Shop") && rig.notice?.hasPrefix("That was a round trip") == true)
        rig.press("s")
        #expect(rig.words.contains("Samples"), "later, s offers all samples")
    }

    @Test("rows of the history that begin alike are shown from where they differ")
    func history() {
        var rig = Rig()
        let same = "shop://item/" + String(repeating: "%7B%22", count: 60)
        rig.historyEntries = ["first", "second"].enumerated().map { index, end in
            HistoryEntry(
                id: Int64(index), session: "s", sessionName: nil, journal: "s.journal", record: 0, time: rig.now, kind: .link,
                source: "paste",
                text: same + end, isMasked: false)
        }
        rig.press("H")
        #expect(rig.screen.contains("first") && rig.screen.contains("second"))
    }
}
