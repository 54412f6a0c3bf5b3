import Foundation
import Inspector
import Screen
import Testing

@testable import Panes
@testable import PlainMode

/// The trail of a link is about this link, whatever other links did on the device.
@Suite struct TrailTests {
    private static let photo = Links.from("PhotoApp", "photoapp://album/7", to: "myapp://product/42")

    /// PhotoApp → myapp ↩ PhotoApp with the first link, then two links from Mail, with the first link selected.
    private func visited() -> Rig {
        var rig = Rig()
        rig.paste(Self.photo)
        rig.press("r", .enter)
        for number in 2...3 { rig.paste(Links.from("Mail", "mail://back/\(number)", to: "tune://x/\(number)")) }
        rig.command("go 1")
        return rig
    }

    /// The words on the screen, with the same border for panes with and without the focus.
    private func words(_ rig: Rig) -> String { String(rig.words.map { $0 == "┃" ? "│" : $0 }) }

    @Test("the lane is the way of the selected link")
    func pane() {
        var rig = visited()
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ myapp* ──r 12:04:13──▸ PhotoApp* │"))
        rig.command("go 3")
        #expect(words(rig).contains("│ Mail* ──#3──▸ tune* │"))
    }

    @Test("a lane without a sender says so, and that of a broken link does not look like a success")
    func broken() {
        var rig = Rig()
        rig.paste(Links.cafe)
        #expect(words(rig).contains("│ no referer ──#1──▸ Café │"))
        rig.paste(Links.brokenJSON)
        #expect(words(rig).contains("│ no referer ──#2 ✕ payload cut──▸ Shop │"))
    }

    @Test("a browser in a lane keeps its name when the user changes the device")
    func browser() {
        var rig = Rig()
        rig.paste("https://www.example.com/about")
        rig.open()
        rig.command("device Android")
        rig.open(from: "Chrome")
        #expect(words(rig).contains("──▸ Safari · Chrome ──o"), "\(words(rig))")
        rig.command("device iPhone")
        #expect(words(rig).contains("──▸ Safari · Chrome ──o"), "\(words(rig))")
    }

    @Test("a long lane takes a few rows, and leaves out its first steps")
    func long() {
        var rig = visited()
        for _ in 0..<2 { rig.press("r", .enter) }
        #expect(words(rig).contains("PhotoApp* ──#1──▸ myapp* ──r 12:04:13──▸ PhotoApp* · myapp* ──r"))
        #expect(!words(rig).contains("..."))
        for _ in 0..<40 { rig.press("r", .enter) }
        #expect(words(rig).contains("│ ...") && !words(rig).contains("──#1──"))
    }

    @Test("what plain mode and the report say of a link is about its own way")
    func said() {
        var transcript = Transcript("Trails", device: visited())
        transcript.type("show 1 journey")
        #expect(transcript.text.contains("Trail: PhotoApp (assumed), then myapp (assumed), then back to PhotoApp (assumed).\n"))
        var rig = visited()
        rig.command("write report.md")
        guard let story = rig.exports.last?.report else {
            Issue.record("a report is written")
            return
        }
        #expect(story.lane == "PhotoApp* ──#1──▸ myapp* ──r 12:04:13──▸ PhotoApp*")
    }

    @Test("plain mode remembers the return, and that a link was received")
    func returned() {
        var transcript = Transcript("Returns")
        transcript.type(Self.photo, "show 1 journey", "return", "show 1", "show 1 journey", "open", "show 1")
        let parts = transcript.text.components(separatedBy: "> ")
        #expect(parts[2].hasSuffix("myapp (assumed) received this link when it arrived. It has not been opened again since.\n"))
        #expect(parts[4].contains("Banner: returned at 12:04:14 to PhotoApp. Type \"return\" to return again.\n"))
        #expect(!parts[4].contains("Touch to return") && !parts[5].contains("has not been opened on the device"))
        #expect(parts[7].contains("Banner: Touch to return to PhotoApp."), "a link that is opened again shows its banner anew")
    }

    @Test("a link that was declared since, or whose referer is not on the device, has one trail")
    func replaced() {
        var rig = visited()
        rig.command("declare myapp")
        rig.press(.enter)
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ Myapp ──r 12:04:13──▸ PhotoApp* │"))
        rig = Rig(device: Fixtures.strictPhone)
        rig.paste(Links.from("Mail", "mail://back", to: "cafe://menu"))
        #expect(words(rig).contains("│ Mail ──#1──▸ Café │"))
    }

    @Test("stepping back shows the lane as it was, with the app that sent each link")
    func past() {
        var rig = visited()
        rig.command("journey")
        rig.press(.left)
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ myapp* ──r 12:04:13──▸ PhotoApp* │"))
        rig.press(.left)
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ myapp* │"))
        rig.command("go 3")
        #expect(rig.words.contains("#3 arrived after this step."))
    }

    @Test("an opening that was undone is in the lane only while it was not")
    func undone() {
        var rig = Rig()
        rig.paste(Self.photo)
        rig.open(from: "Shop")
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ myapp* · Shop ──o 12:04:15──▸ myapp* │"))
        rig.press("u")
        #expect(words(rig).contains("│ PhotoApp* ──#1──▸ myapp* │"))
        rig.command("journey")
        rig.press(.left)
        #expect(words(rig).contains("Shop ──o 12:04:15──▸ myapp* │"))
    }
}
