import AppLinks
import Deciding
import Inspector
import Screen
import Testing

@testable import Panes

/// `u` takes back what the user did to the device, and `U` does it again. The links and events of the lists stay.
@Suite struct UndoTests {
    @Test("u takes back the last act, and U does it again")
    func undone() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "u")
        #expect(rig.notice == "Undone: the return from #1. U does it again.")
        #expect(rig.state.device.frontName == "Nieuws" && rig.trail == "Shop → Nieuws")
        rig.press("U")
        #expect(rig.notice == "Done again: the return from #1. u undoes it.")
        #expect(rig.state.device.frontName == "Shop" && rig.trail == "Shop → Nieuws ↩ Shop")
        #expect(rig.log.count == 5, "what was posted stays posted")
    }

    @Test("each act can be taken back, the last one first")
    func inOrder() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let before = rig.state.device.simulated
        rig.press("X")
        rig.press("d", .down, .down, .down, .space, .escape)
        rig.open(from: "Safari")
        for notice in ["opening #1", "removing Café", "closing the banner"] {
            rig.press("u")
            #expect(rig.notice == "Undone: \(notice). U does it again.")
        }
        #expect(rig.state.device.simulated == before && rig.state.banner?.text == "Touch to return to Shop")
        rig.press("u")
        #expect(rig.notice == "Nothing to undo.")
        rig.press("U", "U", "U", "U")
        #expect(rig.notice == "Nothing to redo.")
        #expect(rig.trail == "Shop → Nieuws · Safari → Nieuws")
    }

    @Test("where only the lists changed, u says how to change them back")
    func lists() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("m")
        rig.command("sort from")
        rig.command("clear")
        rig.press("u")
        #expect(
            rig.notice == "Nothing to undo. Esc in a list shows the hidden rows again. :sort time restores the order. m removes a mark.")
    }

    @Test("a new act forgets what was taken back")
    func replaced() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("X", "u", "r", .enter, "U")
        #expect(rig.notice == "Nothing to redo.")
    }

    @Test("links that arrived since then stay on the device: its apps, their banner, and the way to them")
    func arrivedSince() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        rig.paste(Links.from("News", "news://article/42", to: "payapp://checkout/5"))
        rig.press("u")
        #expect(rig.notice == "Undone: the return from #1. U does it again.")
        #expect(rig.detail.contains("received: by payapp*, assumed: no app here declares payapp:"))
        #expect(rig.state.device.frontName == "payapp" && rig.state.banner?.text == "Touch to return to News")
        #expect(rig.trail == "Shop → Nieuws → payapp")
        rig.press("U")
        #expect(rig.state.device.frontName == "payapp" && rig.trail == "Shop → Nieuws ↩ Shop · Nieuws → payapp")
        rig.press("u")
        #expect(rig.trail == "Shop → Nieuws → payapp" && rig.state.banner?.text == "Touch to return to News")
    }

    @Test("a link that arrived between two acts stays when both are taken back")
    func arrivedBetween() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("X")
        rig.paste("one://1")
        rig.press("d", .down, .down, .down, .space, .escape)
        rig.paste("two://2")
        rig.press("u", "u")
        let apps = rig.state.device.simulated.apps
        #expect(apps.filter(\.isAssumed).map(\.name) == ["one", "two"] && apps.allSatisfy { $0.isInstalled || $0.name == "Wheel" })
        #expect(rig.state.device.frontName == "two" && rig.trail == "Shop → Nieuws → one → two")
        rig.press("1", "k", "k")
        #expect(rig.state.banner?.text == "Touch to return to Shop")
    }

    @Test("the name that a link told an assumed app stays, and is the same in all rows")
    func namedSince() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mymail://inbox/7", to: "myapp://product/42"))
        rig.press("r", .enter)
        rig.paste(Links.from("MyApp", "myapp://product/42", to: "payapp://checkout/5"))
        let names = ["MyApp al_link_parse", "MyApp al_nav_in", "MyApp al_ref_back_out", "Mail al_link_parse", "Mail al_nav_in"]
        #expect(rig.log.prefix(5) == names[...])
        rig.press("u")
        #expect(rig.log.prefix(5) == names[...] && rig.log.count == 7)
    }

    @Test("the events of an act that was taken back stay, marked")
    func marked() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "u")
        #expect(rig.state.lists.events.count == 5 && rig.words.contains("5 events (3 undone)"))
        #expect(rig.words.contains("al_ref_back_out Nieuws undone to shop://back/cart"))
        let event = try #require(rig.state.eventLine(at: 2))
        let line = String(decoding: try #require(event.json(nil)), as: UTF8.self)
        #expect(line.contains(#""undone":true"#))
        rig.press("/")
        rig.type("-end:undone")
        rig.press(.enter)
        #expect(rig.state.lists.eventCursor.count == 2)
        rig.press("U")
        #expect(rig.state.lists.eventCursor.count == 5)
        rig.press("/", .control("u"), .enter)
        #expect(!rig.words.contains("undone"))
    }

    @Test("a failed opening that was taken back no longer counts as a problem")
    func failedOpening() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("nobody://1")
        rig.open()
        #expect(rig.words.contains("nobody://1 failed") || rig.words.contains("failed"))
        rig.press("u", "3")
        #expect(rig.words.contains("(1 undone)") && !rig.words.contains("a adds one"))
    }
}
