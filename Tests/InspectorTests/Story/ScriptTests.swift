import Inspector
import LinkLayers
import Screen
import Testing

@testable import Panes

/// The key J shows the page of a web link after its scripts have run.
@Suite struct ScriptTests {
    private func asking(_ keys: Key...) -> Rig {
        var rig = Rig()
        rig.paste(Links.ridePage)
        for key in keys { rig.press(key) }
        if rig.state.panes.focus == .detail { rig.send(.key("z")) }
        return rig
    }

    @Test("J fetches the page and runs its scripts, and shows each step; Esc stops it at once")
    func progress() {
        var rig = asking("J")
        #expect(rig.asked.map(\.runsScripts) == [true] && rig.asked.map(\.isFresh) == [false])
        rig.tell(.planned(Answers.scriptSteps), .started(Answers.scriptSteps[3]))
        #expect(rig.words.contains("working run its scripts") && rig.screen.contains("Esc stop"))
        rig.press("J")
        #expect(rig.asked.count == 1, "it is being done")
        rig.press(.escape)
        #expect(rig.effects == ["stopLookup"] && rig.state.lookups.running == nil && !rig.state.hasWindow)
        rig.tell(.page(Answers.scripted))
        #expect(rig.state.lookups.page(of: Answers.link(Links.ridePage)) == nil)
    }

    @Test("for a page that creates its tags by script, the tab names the key J, which runs the scripts")
    func offered() {
        var rig = asking("F")
        rig.tell(.page(Answers.scriptBuilt))
        #expect(rig.words.contains("[tags-by-script]"))
        #expect(rig.words.contains("not run; J runs them in Chromium and reads the page again"))
        #expect(rig.screen.contains("J run scripts"))
        rig.press("J")
        #expect(rig.asked.map(\.runsScripts) == [false, true])
        rig.tell(.page(Answers.scripted))
        for part in [
            "Café on iPhone", "run by Chrome/156.0.8078.79: 4 requests, 31337 bytes, 1234.6 ms", "-> \(Links.ridePage)?done",
            "[tags-only-by-script]", "A script goes to wheel://ride/7", "J run again",
        ] { #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)") }
        rig.open()
        #expect(rig.notice == "Opened in Café.")
    }

    @Test("a known result is shown and not run again; J in its tab runs the scripts again without the cache")
    func known() {
        var rig = asking("J")
        rig.tell(.page(Answers.scripted))
        rig.press(.escape, .escape, "J")
        #expect(rig.asked.count == 1 && rig.screen.contains("Chrome/156"))
        rig.press("J")
        #expect(rig.asked.map(\.isFresh) == [false, true] && rig.asked.map(\.runsScripts) == [true, true])
    }

    @Test("J while only the page is being fetched starts a lookup with scripts instead")
    func replaced() {
        var rig = asking("F", "J")
        #expect(rig.asked.map(\.runsScripts) == [false, true] && rig.effects == ["stopLookup"])
        rig.tell(.page(Answers.scriptBuilt), of: rig.asked[0])
        #expect(rig.state.lookups.running == rig.asked[1])
    }

    @Test("J in the tab Verdict shows the tab Page")
    func fromVerdict() {
        var rig = asking("V")
        rig.tell(.verdict(Answers.verdict()))
        rig.press("J")
        #expect(rig.asked.map(\.kind) == [.verdict, .page] && rig.asked.last?.runsScripts == true)
    }

    @Test("without Chromium, the page is still shown, with what to install")
    func noChromium() {
        var rig = asking("J")
        rig.tell(.page(Answers.withoutChromium))
        for part in [
            "not run (see below); J tries again", "apt-get install chromium", "brew install --cask chromium", "[chromium-missing]",
        ] {
            #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)")
        }
        rig.press("J")
        #expect(rig.asked.count == 2)
    }

    @Test("without a web link, no scripts are run")
    func nothing() {
        var rig = Rig()
        rig.press("J")
        rig.paste("shop://p")
        rig.press("J")
        #expect(rig.asked.isEmpty && !rig.state.hasWindow && rig.notice != nil)
    }
}
