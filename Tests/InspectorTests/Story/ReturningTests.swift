import AppLinks
import Inspector
import Screen
import Testing

@testable import Panes

@Suite struct ReturningTests {
    @Test("A → B → A: r previews, Enter sends, the trail stays")
    func thereAndBack() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r")
        for word in ["Return to the referer", "Shop", "al_ref_back_out", "shop://back/cart?item=42", "Shop is installed"] {
            #expect(rig.screen.contains(word))
        }
        #expect(rig.log.count == 2, "a preview sends nothing")
        rig.press(.enter)
        #expect(rig.notice == "Returned to Shop.")
        #expect(rig.log.dropFirst(2) == ["Nieuws al_ref_back_out", "Shop al_link_parse", "Shop al_nav_in"])
        #expect(rig.trail == "Shop → Nieuws ↩ Shop")
        #expect(rig.screen.contains("Shop ──#1──▸ Nieuws ──r "))
        #expect(rig.state.banner?.text == "Touch to return to Shop", "one can return twice")
        rig.press("r")
        #expect(rig.words.contains("from Nieuws, which comes to the front first"))
        rig.press(.enter)
        #expect(rig.trail == "Shop → Nieuws ↩ Shop · Nieuws ↩ Shop")
    }

    @Test("after a return, the notice says how to go further back")
    func further() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mail://inbox", to: "news://article/42"))
        rig.paste(Links.from("Nieuws", "news://article/42", to: "tune://x/1"))
        rig.press("r", .enter)
        #expect(rig.notice == "Returned to Nieuws. To go further back, to Mail, press r on #1.")
        rig.press("r")
        #expect(rig.notice == nil, "the notice is not about the window")
        rig.press(.escape, "k", "r", .enter)
        #expect(rig.notice == "Returned to Mail.")
    }

    @Test("a banner that was used says when, until its link is opened again or the return is undone")
    func used() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        #expect(rig.words.contains("↩ Returned at 12:04:13 to Shop shop://back/cart?item=42 #2 r return X close"))
        #expect(!rig.screen.contains("Touch to return"))
        rig.press("k")
        #expect(rig.screen.contains("Touch to return to Shop"), "each link has a banner of its own")
        rig.press("j", "u")
        #expect(rig.screen.contains("Touch to return to Shop") && !rig.screen.contains("Returned at"))
        rig.press("U")
        #expect(rig.screen.contains("Returned at 12:04:13 to Shop"))
        rig.open()
        #expect(rig.screen.contains("Touch to return to") && !rig.screen.contains("Returned at"))
    }

    @Test("Esc closes the preview without sending anything", arguments: ["escape", "q"])
    func left(_ key: String) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", key == "q" ? "q" : .escape)
        #expect(!rig.state.hasWindow)
        #expect(rig.log.count == 2 && rig.acts.isEmpty && rig.effects.isEmpty)
        #expect(rig.state.banner?.text == "Touch to return to Shop")
    }

    @Test("a return to an app that is no longer installed fails with a message")
    func gone() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("d", .space, .escape, "r")
        #expect(rig.screen.contains("Shop claims shop:, but is not installed"))
        rig.press(.enter)
        #expect(rig.notice == "Failed: Shop claims shop:, but is not installed.")
        #expect(rig.log.last == "Nieuws al_ref_back_out")
        #expect(rig.screen.contains("The return at 12:04:16 opened nothing"))
    }

    @Test("arriving links wait until the preview is closed, and exactly the previewed link is sent")
    func arrivalDuringPreview() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r")
        let preview = rig.screen
        rig.deliver(["cafe://menu"])
        rig.deliver([Links.from("Wheel", "wheel://back")])
        #expect(rig.screen == preview)
        #expect(rig.state.lists.links.count == 1 && rig.state.recordCount == 3)
        rig.press(.enter)
        #expect(rig.notice == "Returned to Shop.")
        #expect(rig.state.lists.links.count == 3)
        #expect(rig.log.suffix(3) == ["Nieuws al_ref_back_out", "Shop al_link_parse", "Shop al_nav_in"])
    }

    @Test("while an event is shown, the banner is that of the event's link, and so is its number")
    func bannerOfAnEvent() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("cafe://menu")
        #expect(!rig.screen.contains("r return  X close"))
        rig.press("e", "3", "g")
        #expect(rig.screen.contains("#1  r return  X close"))
    }

    @Test("the row of the banner stays when the banner goes, so that the panes do not jump")
    func steadyPanes() {
        var rig = Rig()
        let before = rig.state.layout.links
        rig.paste(Fixtures.appLink)
        let with = rig.state.layout.links
        #expect(with.top == before.top + 1)
        rig.paste("cafe://menu")
        #expect(rig.state.banner == nil)
        #expect(rig.state.layout.links.top == with.top)
    }

    @Test("under live traffic, r returns for the selected link, again and again")
    func liveTraffic() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("f")
        for round in 0..<10 {
            rig.deliver((0..<8).map { Links.from("Café", "cafe://back/\(round)/\($0)", to: "photobox://album/\($0)") })
            rig.press("r")
            rig.deliver((0..<8).map { "news://live/\(round)/\($0)" })
            #expect(rig.screen.contains("shop://back/cart?item=42"))
            rig.press(.enter)
            #expect(rig.notice == "Returned to Shop.")
            #expect(rig.log.suffix(3) == ["Nieuws al_ref_back_out", "Shop al_link_parse", "Shop al_nav_in"])
        }
        #expect(rig.state.lists.linkCursor.selected == 0 && rig.state.lists.links.count == 161)
    }

    @Test("the banner is that of the selected link, whatever arrived since")
    func selected() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste(Links.from("Wheel", "wheel://back"))
        rig.paste("cafe://menu")
        #expect(rig.state.banner == nil)
        rig.press("k")
        #expect(rig.state.banner?.text == "Touch to return to Wheel")
        rig.press("k")
        #expect(rig.state.banner?.text == "Touch to return to Shop")
    }

    @Test("the return from an event is that of its link")
    func fromEvent() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("cafe://menu")
        rig.press("e", "3", "r", .enter)
        #expect(rig.notice == "Returned to Shop.")
        #expect(rig.trail == "Shop → Nieuws → Café · Nieuws ↩ Shop")
    }
}
