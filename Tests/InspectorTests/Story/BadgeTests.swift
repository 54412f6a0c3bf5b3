import Inspector
import LinkLayers
import Screen
import Testing

@testable import Panes

/// The badges of a row: what is known of its link.
@Suite struct BadgeTests {
    private func asking(_ key: Key) -> Rig {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press(key)
        return rig
    }

    private func badges(_ rig: Rig, _ row: Int = 0) -> String { rig.state.lookups.badges(of: rig.state.lists.links[row]) }

    @Test("a page has a badge while it is fetched, and when it was found, stopped or could not be fetched")
    func page() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        #expect(badges(rig) == "")
        rig.press("F")
        #expect(badges(rig) == "F~")
        var (found, failed, stopped) = (rig, rig, rig)
        found.tell(.page(Answers.ride))
        #expect(badges(found) == "F")
        failed.tell(.failed(Answers.refusal))
        #expect(badges(failed) == "F!")
        stopped.tell(.hop(Answers.ride.hops[0]))
        stopped.press(.escape)
        #expect(badges(stopped) == "F?")
    }

    @Test("a verdict has a badge of its own, and other links keep theirs")
    func verdict() {
        var rig = asking("V")
        rig.tell(.verdict(Answers.verdict()))
        rig.press(.escape)
        rig.paste(Links.shopPage)
        rig.press("F")
        #expect(badges(rig, 0) == "V")
        #expect(badges(rig, 1) == "F~")
    }

    @Test("the badges stand beside the end of the link, which follows the last opening", arguments: [80, 120])
    func besideEnd(_ width: Int) {
        var rig = Rig(Size(columns: width, rows: 40))
        let long = "wheel://ride/" + String(repeating: "a", count: 99)
        rig.paste(Links.appLink(#"{"target_url":"\#(Links.ridePage)","version":"1.0"}"#, to: long))
        rig.press("V")
        rig.tell(.verdict(Answers.verdict()))
        #expect(rig.words.contains(width == 80 ? "V no app" : "V App Link no app"), "\(rig.screen)")
        rig.press(.escape)
        rig.open()
        let between = width == 80 ? "V " : "V App Link "
        #expect(["ok web", "failed"].contains { rig.words.contains(between + $0) }, "\(rig.screen)")
        rig.command("filter end:\"no app\"")
        #expect(rig.linkNumbers == [])
    }
}
