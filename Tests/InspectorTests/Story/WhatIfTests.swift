import AppLinks
import Deciding
import Screen
import Testing

@testable import Inspector
@testable import Panes

/// The tab What-if: where a link ends, by where it is tapped and on which device, and without its app.
@Suite struct WhatIfTests {
    private func asking(_ link: String, device: SimulatedDevice = Fixtures.iPhone) -> Rig {
        var rig = Rig(device: device)
        rig.paste(link)
        rig.press("w")
        return rig
    }

    private func grid(_ rig: Rig) -> [String] { rig.state.detailRows.lines.prefix(5).map(\.value) }

    /// Everything that the tab says, without line breaks.
    private func said(_ rig: Rig) -> String {
        rig.state.detailRows.lines.filter { !$0.isContinuation }.map { $0.whole ?? $0.value }.joined(separator: " ")
    }

    @Test("a small pane explains a cell in a window, which Esc closes", arguments: [(40, 12), (20, 5)])
    func explainingInLittleRoom(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        rig.press("w", .enter)
        guard let window = rig.state.overlay as? WhatIfWindow else {
            Issue.record("no window")
            return
        }
        #expect(window.explanation.map(\.label).prefix(2) == ["On iPhone, in a message", "ends"])
        #expect(window.explanation[1].value == "app Nieuws")
        rig.press(.escape)
        #expect(!rig.state.hasWindow && rig.state.detail.tab == .whatIf)
    }

    @Test("in little room, the grid shows whole names of a few devices, and Right goes on to the others")
    func littleRoom() {
        var rig = Rig(Size(columns: 40, rows: 12))
        rig.paste("https://www.example.com/about")
        rig.press("w")
        #expect(rig.words.contains("1-2 of 4 iPhone iPad") && rig.words.contains("in a message [Safari] Safari"), "\(rig.screen)")
        rig.press(.right, .right)
        #expect(rig.words.contains("3-4 of 4 Android") && rig.words.contains("in a message [Chrome] Chrome"), "\(rig.screen)")
        rig.press(.right, .left, .left)
        #expect(rig.words.contains("1-2 of 4") && rig.words.contains("Safari [Safari]"), "\(rig.screen)")
    }

    @Test("a link with a scheme ends in its app wherever it is tapped; without the app, it ends on its web page or nowhere")
    func schemes() {
        let all = { (end: String) in "iPhone app \(end); iPad app \(end); Android app \(end); Android 11 app \(end)" }
        #expect(
            grid(asking(Fixtures.appLink)) == [
                "in a message: \(all("Nieuws"))", "on a page: \(all("Nieuws"))",
                "typed: \(all("Nieuws"))", "redirected: \(all("Nieuws"))",
                "app missing: iPhone browser Safari; iPad browser Safari; Android browser Chrome; Android 11 browser Chrome",
            ])
        let cafe = grid(asking(Links.cafe))
        #expect(cafe.last == "app missing: iPhone nothing; iPad nothing; Android nothing; Android 11 nothing")
    }

    @Test("Why and What if agree about the other devices: they assume the same apps")
    func sameApps() {
        var rig = Rig()
        rig.paste("heldapp://p/9")
        rig.press("V")
        #expect(rig.words.contains("on Android heldapp") && !rig.words.contains("nothing opens it"))
    }

    @Test("a link that several apps take ends in a question on Android")
    func question() throws {
        let apps = [("one", "One"), ("two", "Two")].map { SimulatedDevice.App(id: $0.0, name: $0.1, schemes: ["twin"]) }
        let device = SimulatedDevice(name: "Android", platform: .android, idiom: .phone, apps: apps)
        let link = IncomingLink(try #require(LinkURL("twin://x")))
        let whatIf = WhatIfSource(link: link, page: nil, verdict: nil, devices: [device]).whatIf()
        #expect(whatIf.rows[0].ways[0].end.words == "a question: One or Two")
    }

    @Test("a scheme that no app claims ends in an app that would claim it", arguments: [Fixtures.iPhone, Fixtures.strictPhone])
    func unknownScheme(_ device: SimulatedDevice) {
        let grid = grid(asking("nobody://x", device: device))
        #expect(grid.first?.contains("iPhone app ") == true && grid.last?.contains("iPhone nothing") == true)
    }

    @Test("a web link ends in the browser until its page is fetched; then each device follows its own tags")
    func page() {
        var rig = asking(Links.ridePage)
        #expect(grid(rig)[0].hasPrefix("in a message: iPhone browser Safari; iPad browser Safari; Android browser Chrome"))
        rig.press(.enter)
        #expect(said(rig).contains("F fetches the page, V checks the association files"))
        rig.press("F")
        rig.tell(.page(Answers.ride))
        rig.press("w")
        #expect(grid(rig)[0].hasPrefix("in a message: iPhone app Wheel; iPad app Café; Android app ride"))
        #expect(grid(rig)[4].hasPrefix("app missing: iPhone browser Safari; iPad browser Safari; Android browser Chrome"))
    }

    @Test("an app that the site's files name opens its link, but not where the address was typed")
    func verdict() {
        var rig = asking(Links.ridePage)
        let files = [
            Answers.files[0], Answers.file(.appleCopy, "https://app-site-association.cdn-apple.com/a/v1/www.example.org", Answers.aasa),
        ]
        rig.press("V")
        rig.tell(.verdict(Answers.verdict(Links.ridePage, files)))
        rig.press("w", .enter)
        #expect(grid(rig)[0].hasPrefix("in a message: iPhone app ABCDE12345.com.example.ride;"))
        #expect(grid(rig)[2].hasPrefix("typed: iPhone browser Safari;"))
        #expect(said(rig).contains("the association file gives it the link"))
    }

    @Test(
        "a link to a store ends in the store of the system that has it",
        arguments: [("https://apps.apple.com/app/id1", "iPhone app App Store"), ("market://details?id=a", "Android app Google Play")])
    func store(_ link: String, _ end: String) {
        #expect(grid(asking(link))[0].contains(end))
    }

    @Test("Enter explains a cell in the words of the journey; nothing is opened, and the device stays as it is")
    func explaining() {
        var rig = asking(Fixtures.appLink)
        let device = rig.state.device.simulated
        for _ in 0..<4 { rig.press(.down) }
        rig.press(.enter)
        for part in [
            "On iPhone, app missing", "1 skipped", "Nieuws claims news:, but is not installed", "web opened",
            "Safari opens the link's target",
        ] { #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)") }
        rig.press(.up, .right, .enter)
        #expect(rig.words.contains("On iPad, redirected") && rig.words.contains("Nieuws is installed"))
        #expect(rig.state.device.simulated == device && rig.acts.isEmpty && rig.log.count == 2)
    }

    @Test("without a link to open, the tab says so", arguments: ["shop://no url", #"{"hello":1}"#])
    func nothing(_ text: String) {
        let rig = asking(text)
        #expect(rig.state.detail.tab == .whatIf && rig.state.detailRows.lines.count <= 5)
        #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
    }
}
