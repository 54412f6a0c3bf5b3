import Inspector
import Screen
import TestSupport
import Testing

@testable import Panes

@Suite struct NoticeTests {
    @Test("a notice has a row of its own above the footer, which keeps its keys", arguments: [(120, 40), (80, 24), (40, 12), (30, 10)])
    func row(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        let footer = rig.frame.textOfRow(rows - 1)
        rig.press("]")
        #expect(rig.frame.textOfRow(rows - 2).contains("No link has a"))
        #expect(rig.frame.textOfRow(rows - 1) == footer)
        rig.wait(milliseconds: 4000)
        #expect(!rig.screen.contains("No link has"))
    }

    @Test("the panes stay where they are when a notice comes and goes", arguments: [(120, 40), (80, 24), (70, 20)])
    func steady(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        let layout = rig.state.layout
        rig.press("]")
        #expect(rig.notice != nil && rig.state.layout == layout)
    }

    @Test("on a low screen, a notice takes the place of the footer", arguments: [(80, 9), (20, 5)])
    func low(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        rig.press("]")
        #expect(rig.frame.textOfRow(rows - 1).hasPrefix(" No link has a pro"))
        rig.wait(milliseconds: 4000)
        #expect(rig.frame.textOfRow(rows - 1).contains("? help"))
    }

    @Test("a notice that is too long for a row takes two")
    func long() {
        var rig = Rig(Size(columns: 40, rows: 12))
        rig.paste(Fixtures.appLink)
        rig.press(.space)
        rig.paste(Fixtures.appLink)
        let rows = [9, 10].map { rig.frame.textOfRow($0).split(separator: " ").joined(separator: " ") }
        #expect(rows.joined(separator: " ") == "Paused: the link was recorded and waits until you press Space again.")
    }

    @Test(
        "the footer names the help and the commands at every width, and says when other keys are left out", .daily,
        arguments: [20, 40, 80, 120, 140] + Seeds.share(of: Array(21..<140), in: 13))
    func footer(_ columns: Int) {
        for glyphs in [Glyphs.utf8, .ascii] {
            var rig = Rig(Size(columns: columns, rows: 24), glyphs: glyphs)
            rig.paste(Fixtures.appLink)
            let footer = rig.frame.textOfRow(23)
            #expect(footer.contains("? help") && footer.contains(" :"))
            #expect(footer.contains(glyphs == .utf8 ? "…" : "...") || footer.contains("q quit"))
        }
    }

    @Test("a late timer does not remove a newer notice")
    func newer() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("]", .down, .down, "[")
        rig.wait(milliseconds: 1500)
        #expect(rig.notice == "No link has a problem.")
        rig.wait(milliseconds: 2500)
        #expect(rig.notice == nil)
    }

    @Test("a notice that answers a key goes when the next key leads elsewhere: to another pane, or into a window")
    func elsewhere() {
        for next in ["2", "?", "/"] as [Key] {
            var rig = Rig()
            rig.paste(Links.plain)
            rig.press("]")
            #expect(rig.notice == "No link has a problem.")
            rig.press(next)
            #expect(rig.notice == nil)
        }
    }

    @Test("Enter after a refused r confirms nothing and leads nowhere; later it shows the details as usual")
    func refused() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste(Links.plain)
        rig.press("1", "r")
        let notice = rig.notice
        #expect(notice != nil)
        rig.press(.enter)
        #expect(rig.state.panes.focus == .links && !rig.state.hasWindow && rig.notice == notice)
        rig.wait(milliseconds: 4000)
        rig.press(.enter)
        #expect(rig.state.panes.focus == .detail)
    }

    @Test("a notice about running work stays until the work ends, and is no message")
    func progress() {
        var rig = Rig()
        rig.send(.notice(.progress("Working...")))
        rig.wait(milliseconds: 60_000)
        rig.press("j", .escape)
        #expect(rig.notice == "Working..." && rig.timers.isEmpty)
        #expect(rig.state.notices.log.isEmpty)
    }

    @Test(":messages shows the last 200 notices with their times")
    func messages() {
        var rig = Rig(Size(columns: 80, rows: 12))
        for number in 0..<300 {
            rig.wait(milliseconds: 1000)
            rig.send(.notice(Notice(.good, "Notice \(number) of many.")))
        }
        #expect(rig.state.notices.log.count == 200)
        rig.command("messages")
        #expect(rig.words.contains("12:09:11 Notice 299 of many."))
        rig.press("g")
        #expect(rig.screen.contains("Notice 100 of many.") && !rig.screen.contains("Notice 99 of"))
        rig.press(.escape)
        #expect(!rig.state.hasWindow)
    }
}
