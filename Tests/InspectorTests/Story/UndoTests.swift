import AppLinks
import Inspector
import Screen
import Testing

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

    @Test("links that arrived since then stay in the list")
    func arrivedSince() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        rig.paste("cafe://menu")
        rig.press("u")
        #expect(rig.state.lists.links.count == 2 && rig.trail == "Shop → Nieuws")
    }
}
