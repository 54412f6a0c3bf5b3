import AppLinks
import Deciding
import Inspector
import Screen
import Testing

@testable import Panes

/// The tab What-if: where a link ends on each device, with its app installed and without it.
@Suite struct WhatIfTests {
    private func asking(_ link: String, device: SimulatedDevice = Fixtures.iPhone) -> Rig {
        var rig = Rig(device: device)
        rig.paste(link)
        rig.press("w")
        return rig
    }

    private func grid(_ rig: Rig) -> [String] { rig.state.detailRows.lines.prefix(3).map(\.value) }

    /// Everything that the tab says, without line breaks.
    private func said(_ rig: Rig) -> String {
        rig.state.detailRows.lines.filter { !$0.isContinuation }.map { $0.whole ?? $0.value }.joined(separator: " ")
    }

    @Test("a small pane explains a cell in a window, which Esc closes", arguments: [(40, 12), (20, 5)])
    func explainingInLittleRoom(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        rig.press("w", .enter)
        guard case .value(let title, let text, _)? = rig.state.overlay else {
            Issue.record("no window")
            return
        }
        #expect(title == "On iPhone, app installed" && String(decoding: text, as: UTF8.self).hasPrefix("ends  app Nieuws"))
        rig.press(.escape)
        #expect(rig.state.overlay == nil && rig.state.detail.tab == .whatIf)
    }

    @Test("an app link with a web target ends in its app, or in the browser; one without a web target ends nowhere")
    func schemes() {
        #expect(
            grid(asking(Fixtures.appLink)) == [
                "iPhone: app Nieuws; browser Safari", "iPad: app Nieuws; browser Safari",
                "Android: app Nieuws; browser Chrome",
            ])
        let cafe = grid(asking(Links.cafe))
        #expect(cafe.count == 3 && cafe.allSatisfy { $0.hasSuffix("; nothing") })
    }

    @Test("a scheme that no app claims ends in an app that would claim it", arguments: [Fixtures.iPhone, Fixtures.strictPhone])
    func unknownScheme(_ device: SimulatedDevice) {
        let grid = grid(asking("nobody://x", device: device))
        #expect(grid.count == 3 && grid.allSatisfy { $0.contains(": app ") && $0.hasSuffix("; nothing") })
    }

    @Test("a web link ends in the browser until its page is fetched; then each device follows its own tags")
    func page() {
        var rig = asking(Links.ridePage)
        #expect(grid(rig)[0] == "iPhone: browser Safari; browser Safari")
        rig.press(.enter)
        #expect(said(rig).contains("F fetches the page, V checks the association files"))
        rig.press("F")
        rig.tell(.page(Answers.ride))
        rig.press("w")
        #expect(
            grid(rig) == [
                "iPhone: app Wheel; browser Safari", "iPad: app Café; browser Safari", "Android: app ride; browser Chrome",
            ])
    }

    @Test("a verdict that gives the link to an app decides before the page")
    func verdict() {
        var rig = asking(Links.ridePage)
        let files = [
            Answers.files[0], Answers.file(.appleCopy, "https://app-site-association.cdn-apple.com/a/v1/www.example.org", Answers.aasa),
        ]
        rig.press("V")
        rig.tell(.verdict(Answers.verdict(Links.ridePage, files)))
        rig.press("w", .enter)
        #expect(grid(rig)[0] == "iPhone: app ABCDE12345.com.example.ride; browser Safari" && grid(rig)[2].hasPrefix("Android: browser"))
        #expect(said(rig).contains("apple-app-site-association of the site gives the link"))
    }

    @Test(
        "a link to a store ends in the store",
        arguments: ["https://apps.apple.com/app/id1", "https://play.google.com/store/apps/details?id=a"])
    func store(_ link: String) {
        let grid = grid(asking(link))
        #expect(grid.count == 3 && grid.allSatisfy { $0.contains("App Store; App Store") || $0.contains("Google Play; Google Play") })
    }

    @Test("Enter explains a cell in the words of the journey; nothing is opened, and the device stays as it is")
    func explaining() {
        var rig = asking(Fixtures.appLink)
        let device = rig.state.device.simulated
        rig.press(.right, .enter)
        for part in [
            "[browser Safari]", "On iPhone, app not installed", "1 skipped", "Nieuws claims news:, but is not installed", "web opened",
            "Safari opens it",
        ] { #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)") }
        rig.press(.down, .left, .enter)
        #expect(rig.words.contains("On iPad, app installed") && rig.words.contains("Nieuws is installed"))
        #expect(rig.state.device.simulated == device && rig.acts.isEmpty && rig.log.count == 2)
    }

    @Test("without a link to open, the tab says so", arguments: ["shop://no url", #"{"hello":1}"#])
    func nothing(_ text: String) {
        let rig = asking(text)
        #expect(rig.state.detail.tab == .whatIf && rig.state.detailRows.lines.count <= 5)
        #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
    }
}
