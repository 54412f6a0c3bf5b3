import AppLinks
import Deciding
import Inspector
import Records
import Screen
import Testing

@testable import Panes

/// The tab Journey: a row for each step, and the keys that show the device, the banner, the trail and the events as they were then.
@Suite struct TimeTravelTests {
    /// Shop → Nieuws, back to Shop, then a link to Café.
    private func travelled(_ size: Size = Size(columns: 120, rows: 40)) -> Rig {
        var rig = Rig(size)
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        rig.paste(Links.cafe)
        rig.press("2", ".", ".")
        return rig
    }

    @Test("each step has a row with its apps, its link, its time and the time since the step before")
    func rows() {
        let rig = travelled()
        let lines = rig.state.detailRows.lines
        #expect(lines.map(\.value) == ["Shop in front", "Shop → Nieuws #1", "Nieuws ↩ Shop #1", "Shop → Café #2"])
        #expect(rig.words.contains("Shop Nieuws Café"))
        for part in ["└─", "─#1─", "─▸●", "●◂─", "─#1↩─", "─┘", "+2.0 s", "+0.0 s", "now"] {
            #expect(rig.screen.contains(part), "\(part) in\n\(rig.screen)")
        }
    }

    @Test("Left and Right show the device, the banner, the trail and the events of any step, and change nothing")
    func rewinding() {
        var rig = travelled()
        let (device, log) = (rig.state.device.simulated, rig.log)
        #expect(rig.screen.contains("Café in front") && !rig.screen.contains("AT STEP"))
        rig.press(.left)
        #expect(rig.screen.contains("Shop in front") && rig.screen.contains("AT STEP 3 OF 4"))
        #expect(rig.screen.contains("Returned at 12:04:13 to Shop"), "the banner that was tapped at this step")
        #expect(rig.words.contains("Device Shop → Nieuws ↩ Shop │") && rig.words.contains("#2 arrived after this step."))
        rig.press(.left)
        #expect(rig.screen.contains("Nieuws in front") && rig.screen.contains("AT STEP 2 OF 4"))
        #expect(rig.state.banner?.text == "Touch to return to Shop" && rig.screen.contains("Touch to return to Shop"))
        #expect(rig.words.contains(" 2/2 ") && rig.words.contains("[Journey 2/4]"))
        rig.press(.home)
        #expect(rig.screen.contains("AT STEP 1 OF 4") && rig.words.contains("None yet"))
        rig.press(.right)
        #expect(rig.screen.contains("AT STEP 2 OF 4"))
        #expect(rig.state.device.simulated == device && rig.log == log && rig.acts.count == 1)
    }

    @Test("Left rewinds from a list too, while the tab Journey is shown")
    func fromTheLinks() {
        var rig = travelled()
        rig.press("1")
        #expect(rig.words.contains("Left rewind"))
        rig.press(.left)
        #expect(rig.screen.contains("AT STEP 3 OF 4") && rig.state.panes.focus == .links)
    }

    @Test("each return is a step, also one that changes nothing on the device; no notice of another step stays")
    func returningTwice() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter, "r", .enter)
        rig.press("2", ".", ".")
        #expect(rig.state.detailRows.lines.map(\.value) == ["Shop in front", "Shop → Nieuws #1", "Nieuws ↩ Shop #1", "Nieuws ↩ Shop #1"])
        let events = rig.state.lists.events.count
        #expect(rig.notice == "Returned to Shop.")
        rig.press(.left)
        #expect(rig.state.timeline.past?.eventCount == events - 3 && rig.notice == nil)
    }

    @Test("Left and Right rewind in the pane of the journey too, and the footer says so")
    func inThePane() {
        var rig = travelled()
        rig.press("3")
        #expect(rig.words.contains("Left rewind"))
        rig.press(.left, .left)
        #expect(rig.screen.contains("AT STEP 2 OF 4") && rig.screen.contains("step 2 of 4") && rig.words.contains("Left/Right step"))
        rig.press(.right)
        #expect(rig.screen.contains("AT STEP 3 OF 4"))
        rig.press(.escape)
        #expect(!rig.state.timeline.isPast && rig.state.panes.focus == .journey)
    }

    @Test("lanes show whole names or a sign, and tell steps of apps without a lane in words")
    func crowdedLanes() {
        var rig = Rig(Size(columns: 80, rows: 40))
        let apps = ["cafe", "shop", "photobox", "news", "mail-and-more", "music-player", "maps"]
        for (from, to) in zip(apps, apps.dropFirst()) { rig.paste(Links.from(from.uppercased(), "\(from)://back", to: "\(to)://x")) }
        rig.command("remove Café")
        rig.press("2", ".", ".")
        #expect(rig.words.contains(/\+\d more/), "the header counts the apps without a lane")
        #expect(rig.screen.contains("removing Café"))
    }

    @Test("End, Esc and the way forward return to now", arguments: [[Key.end], [.escape], [.right, .right]])
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
        rig.press(.end)
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
        rig.press("d", .down, .down, .down, .space, .escape, "u")
        #expect(rig.state.detailRows.lines.suffix(2).map(\.value) == ["removing Café", "Undone: removing Café"])
        rig.press(.left)
        #expect(rig.state.timeline.past?.device.app("com.example.cafe")?.isInstalled == false)
        #expect(rig.state.device.simulated.app("com.example.cafe")?.isInstalled == true)
    }

    @Test("a link that nothing opens is a step that stays where it was")
    func failed() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("nobody://x")
        rig.open()
        rig.press("2", ".", ".")
        #expect(rig.words.contains("failed"))
        #expect(rig.state.detailRows.lines.last?.value.hasSuffix("#1: failed") == true)
    }

    @Test("each link of a file has its step, and the tab opens at the step of the selected link")
    func file() {
        var rig = Rig()
        rig.deliver((1...500).map { "cafe://menu/\($0)" })
        rig.press("1", "g", "2", ".", ".")
        #expect(
            rig.state.timeline.kept.count == 501 && rig.state.detailRows.lines[rig.state.detail.cursor.selected].value.hasSuffix("#1"))
        #expect(!rig.words.contains("AT STEP"), "nothing is in the past yet")
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
        rig.press("2", ".", ".", .home)
        let first = rig.state.timeline.kept[rig.state.timeline.kept.startIndex].number
        #expect(rig.state.timeline.past?.number == first && rig.screen.contains("AT STEP \(first) OF"))
        for _ in 0..<20 { rig.deliver((0..<32).map { "cafe://menu/\($0)" }) }
        #expect(Crowd.flaw(of: rig.state) == nil && Crowd.flaw(of: rig.frame, state: rig.state) == nil)
    }

    @Test("a narrow pane has no lanes, but a sentence for each step")
    func narrow() {
        var rig = travelled(Size(columns: 40, rows: 12))
        rig.press("z")
        #expect(rig.words.contains("Shop → Nieuws #1") && rig.words.contains("Nieuws ↩ Shop #1"))
        rig.press(.left)
        #expect(rig.screen.contains("AT STEP 3 OF 4"))
    }
}
