import AppLinks
import Deciding
import Inspector
import Records
import Screen
import Testing

@testable import Panes

/// The keys on the lane that show the device, the banner, the lane and the events as they were at a step of the journey.
@Suite struct TimeTravelTests {
    /// Shop → Nieuws, back to Shop, then a link to Café.
    private func travelled(_ size: Size = Size(columns: 120, rows: 40)) -> Rig {
        var rig = Rig(size)
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        rig.paste(Links.cafe)
        rig.command("journey")
        return rig
    }

    @Test("the lane has each step of its link with what opened it and when, and says which step is in view")
    func rows() {
        var rig = travelled()
        rig.command("go 1")
        #expect(rig.words.contains("Shop ──#1──▸ Nieuws ──r 12:04:13──▸ Shop"))
        rig.command("journey")
        rig.press(.left)
        #expect(rig.words.contains("step 3 of 4 12:04:13 Nieuws ↩ Shop #1"))
        rig.press(.left)
        #expect(rig.words.contains("step 2 of 4 12:04:11 Shop → Nieuws #1") && !rig.words.contains("──r"))
    }

    @Test("Left and Right show the device, the banner, the trail and the events of any step, and change nothing")
    func rewinding() {
        var rig = travelled()
        let (device, log) = (rig.state.device.simulated, rig.log)
        #expect(rig.screen.contains("Café in front") && !rig.screen.contains("AT STEP"))
        rig.press(.left)
        #expect(rig.screen.contains("Shop in front") && rig.screen.contains("AT STEP 3 OF 4"))
        #expect(rig.screen.contains("Returned at 12:04:13 to Shop"), "the banner that was tapped at this step")
        #expect(rig.words.contains("Nieuws ↩ Shop #1 #2 arrived after this step."))
        rig.press(.left)
        #expect(rig.screen.contains("Nieuws in front") && rig.screen.contains("AT STEP 2 OF 4"))
        #expect(rig.state.banner?.text == "Touch to return to Shop" && rig.screen.contains("Touch to return to Shop"))
        #expect(rig.words.contains(" 2/2 ") && rig.words.contains("step 2 of 4"))
        rig.press(.left)
        #expect(rig.screen.contains("AT STEP 1 OF 4") && rig.words.contains("None yet"))
        rig.press(.right)
        #expect(rig.screen.contains("AT STEP 2 OF 4"))
        #expect(rig.state.device.simulated == device && rig.log == log && rig.acts.count == 1)
    }

    @Test("once a step is in view, Left and Right step in any pane")
    func fromTheLinks() {
        var rig = travelled()
        #expect(rig.words.contains("Left rewind"))
        rig.press(.left, "1", .left)
        #expect(rig.screen.contains("AT STEP 2 OF 4") && rig.state.panes.focus == .links && rig.words.contains("Left/Right step"))
        rig.press(.escape)
        #expect(!rig.state.timeline.isPast && rig.state.panes.focus == .links)
    }

    @Test("each return is a step, also one that changes nothing on the device; no notice of another step stays")
    func returningTwice() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "r", .enter)
        #expect(rig.notice == "Returned to Shop.")
        rig.command("journey")
        #expect(rig.words.contains("──r 12:04:13──▸ Shop · Nieuws ──r 12:04:15──▸ Shop"))
        let events = rig.state.lists.events.count
        rig.press(.left)
        #expect(rig.state.timeline.past?.eventCount == events - 3 && rig.notice == nil)
    }

    @Test("Esc and the way forward return to now", arguments: [[Key.escape], [.right, .right]])
    func returning(_ keys: [Key]) {
        var rig = travelled()
        rig.press(.left, .left)
        #expect(rig.screen.contains("AT STEP 2 OF 4"))
        for key in keys { rig.press(key) }
        #expect(!rig.state.timeline.isPast && !rig.screen.contains("AT STEP") && rig.screen.contains("Café in front"))
        #expect(rig.state.panes.focus == .detail)
    }

    @Test("new links are recorded and received while the past is in view, which stays")
    func arriving() {
        var rig = travelled()
        rig.press(.left, .left)
        rig.paste(Fixtures.appLink)
        #expect(rig.screen.contains("AT STEP 2 OF 5") && rig.state.device.frontName == "Nieuws" && rig.state.lists.links.count == 3)
        #expect(rig.words.contains(" 2/2 "), "events that came later are not shown")
        rig.press(.escape, "e")
        #expect(rig.words.contains("7/7 FOLLOW"))
    }

    @Test("in the past, the keys that change the device are refused", arguments: ["o", "r", "X", "u", "U", "d", "R"])
    func refused(_ key: Key) {
        var rig = travelled()
        rig.press(.left, .left, key)
        let refused = ["o", "r"].contains(key) ? "opened" : "changed"
        #expect(rig.notice == "You are looking at step 2 of 4, so nothing was \(refused). Esc returns to now.")
        #expect(!rig.state.hasWindow && rig.acts.count == 1)
        let offered = rig.state.hints.compactMap(\.command)
        #expect(!offered.contains(.open) && !offered.contains(.goBack), "the footer does not offer what is refused")
    }

    @Test("Enter goes to the link of the step")
    func goToLink() {
        var rig = travelled()
        rig.press(.left, .left, .enter)
        #expect(rig.state.panes.focus == .links && rig.state.lists.linkCursor.selected == 0)
    }

    @Test("what the user does to the device is a step, and so is taking it back")
    func acts() {
        var rig = travelled()
        rig.press("d", .down, .down, .down, .space, .escape, "u", .left)
        #expect(rig.words.contains("removing Café"))
        #expect(rig.state.timeline.past?.device.app("com.example.cafe")?.isInstalled == false)
        #expect(rig.state.device.simulated.app("com.example.cafe")?.isInstalled == true)
    }

    @Test("a link that nothing opens is a step, and the lane says what refused it")
    func failed() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("nobody://x")
        rig.open()
        #expect(rig.words.contains("✕ no app claims nobody:"))
        #expect(rig.state.timeline.kept.last?.cause == .failed)
    }

    @Test("each link of a file has its step, and the way back begins at the step of the selected link")
    func file() {
        var rig = Rig()
        rig.deliver((1...500).map { "cafe://menu/\($0)" })
        rig.press("1", "g")
        rig.command("journey")
        #expect(rig.state.timeline.kept.count == 501 && !rig.words.contains("AT STEP"), "nothing is in the past yet")
        rig.press(.left)
        #expect(rig.words.contains("AT STEP 2 OF 501"))
        rig.press(.right)
        #expect(rig.words.contains("AT STEP 3 OF 501"))
        rig.press(.escape)
        #expect(!rig.words.contains("AT STEP"))
    }

    @Test("only the last steps are kept, and of a large batch only a few")
    func bounded() {
        var rig = Rig()
        rig.passesReadings = false
        let large = Timeline.mostSteps + 1
        rig.deliver((0..<large).map { "cafe://menu/\($0)" })
        #expect(rig.state.timeline.steps.count == Timeline.mostSteps(ofBatch: large, apps: 3))
        #expect(rig.state.timeline.steps[0].cause == .arrived && rig.state.timeline.steps[0].skipped == large - 8)
        for start in 0..<40 { rig.deliver((0..<32).map { "cafe://menu/\(start)/\($0)" }) }
        #expect(rig.state.timeline.kept.count == Timeline.mostSteps && rig.state.timeline.steps.count < Timeline.mostSteps * 2)
        #expect(rig.state.journey.trail.count < Journey.mostSteps * 2)
        rig.command("journey")
        rig.press(.left)
        let number = rig.state.timeline.kept[rig.state.timeline.kept.endIndex - 2].number
        #expect(rig.state.timeline.past?.number == number && rig.screen.contains("AT STEP \(number) OF"))
        for _ in 0..<20 { rig.deliver((0..<32).map { "cafe://menu/\($0)" }) }
        #expect(Crowd.flaw(of: rig.state) == nil && Crowd.flaw(of: rig.frame, state: rig.state) == nil)
    }

    @Test("a narrow pane breaks the lane into rows")
    func narrow() {
        var rig = travelled(Size(columns: 40, rows: 12))
        rig.command("go 1")
        rig.command("journey")
        rig.press("z")
        #expect(rig.words.contains("Shop ──#1──▸ Nieuws") && rig.words.contains("──r 12:04:13──▸ Shop"))
        rig.press(.left)
        #expect(rig.screen.contains("AT STEP 3 OF 4"))
    }
}
