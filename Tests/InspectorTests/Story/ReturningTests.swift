import AppLinks
import Inspector
import Screen
import Testing

@Suite struct ReturningTests {
    @Test("A → B → A: r previews, Enter sends, the trail stays")
    func thereAndBack() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r")
        for word in ["Return to the referer", "Shop", "al_ref_back_out", "shop://back/cart?item=42", "installed: Shop opens it"] {
            #expect(rig.screen.contains(word))
        }
        #expect(rig.log.count == 2, "a preview sends nothing")
        rig.press(.enter)
        #expect(rig.notice == "Returned to Shop.")
        #expect(rig.log.dropFirst(2) == ["Nieuws al_ref_back_out", "Shop al_link_parse", "Shop al_nav_in"])
        #expect(rig.trail == "Shop → Nieuws ↩ Shop")
        #expect(rig.screen.contains("Trail Shop → Nieuws ↩ Shop"))
        #expect(rig.state.device.bannerText == nil)
    }

    @Test("Esc closes the preview without sending anything", arguments: ["escape", "q"])
    func left(_ key: String) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", key == "q" ? "q" : .escape)
        #expect(rig.state.overlay == nil)
        #expect(rig.log.count == 2 && rig.acts.isEmpty && rig.effects.isEmpty)
        #expect(rig.state.device.bannerText == "Touch to return to Shop")
    }

    @Test("a return to an app that is no longer installed fails with a message")
    func gone() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("d", .space, .escape, "r")
        #expect(rig.screen.contains("Shop claims shop:, but is not installed"))
        rig.press(.enter)
        #expect(rig.notice == "Nothing opened: Shop claims shop:, but is not installed.")
        #expect(rig.log.last == "Nieuws al_ref_back_out")
    }

    @Test("exactly the previewed link is sent: a link that changes the app in front closes the preview")
    func arrivalDuringPreview() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r")
        rig.deliver(["cafe://menu"])
        #expect(rig.state.overlay == nil)
        #expect(rig.notice?.contains("The return was not sent") == true)
        rig.press(.enter)
        #expect(!rig.log.contains("Nieuws al_ref_back_out"))
    }

    @Test("an arrival that does not change the app in front keeps the preview")
    func harmlessArrival() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r")
        rig.deliver(["tel:112"])
        rig.press(.enter)
        #expect(rig.notice == "Returned to Shop.")
    }
}
