import Inspector
import Screen
import Testing

@testable import Panes

/// Space holds the device and the lists. Links that arrive meanwhile are stored and wait.
@Suite struct HoldTests {
    @Test("during a pause, links wait and nothing on the screen moves but their number")
    func held() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press(.space)
        #expect(rig.words.contains("PAUSED") && rig.notice == "Paused: new links are recorded and wait until you press Space again.")
        let (device, detail) = (rig.state.device.simulated, rig.detail)
        rig.deliver(["cafe://menu", "shop://p/1"])
        rig.deliver([#"{"event":"x"}"#])
        #expect(rig.words.contains("PAUSED +3"))
        #expect(rig.state.device.simulated == device && rig.detail == detail && rig.log.count == 2)
        #expect(rig.stored.count == 4, "they are stored")
        rig.press(.space)
        #expect(!rig.screen.contains("PAUSED") && rig.state.device.frontName == "Shop")
        #expect(rig.state.lists.links.count == 3 && rig.log.count == 3)
        #expect(rig.state.lists.linkCursor.selected == 2, "the list follows again")
    }

    @Test("the lists can be read and the device used during a pause")
    func used() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press(.space)
        rig.deliver(["cafe://menu"])
        rig.press("r", .enter)
        #expect(rig.notice == "Returned to Shop." && rig.state.lists.links.count == 1)
        rig.press(.space)
        #expect(rig.trail == "Shop → Nieuws ↩ Shop → Café")
    }

    @Test("a link that arrives during a pause is recorded, and a notice says what delivers it")
    func pasted() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.press(.space)
        rig.paste(Links.cafe)
        #expect(rig.notice == "Paused: the link was recorded and waits until you press Space again.")
        #expect(rig.state.lists.links.count == 1)
        rig.press(.space)
        #expect(rig.state.lists.links.count == 2)
    }

    @Test("a pause with too many waiting links ends with a message, and no link is lost")
    func full() {
        var rig = Rig()
        rig.paste("shop://0")
        rig.press(.space)
        for round in 0..<21 { rig.deliver((0..<1000).map { "shop://\(round)/\($0)" }) }
        #expect(rig.notice == "Resumed, because too many links were waiting.")
        #expect(!rig.state.hold.isOn && rig.state.lists.links.count == 21_001)
    }
}
