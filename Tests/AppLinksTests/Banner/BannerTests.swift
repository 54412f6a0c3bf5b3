import AppLinks
import JSONDocument
import Testing

@Suite struct BannerTests {
    private func link(name: String?, url: String? = "photobox://back") -> AppLink {
        AppLink(
            sourceURL: url.flatMap { LinkURL($0) },
            targets: [AppLinkTarget(url: url.flatMap { LinkURL($0) }, appStoreID: nil, appName: name)], webURL: nil)
    }

    @Test(
        arguments: [
            ("Photo Box", "Touch to return to Photo Box"), ("100%@ %1$@", "Touch to return to 100%@ %1$@"),
            ("\u{202e}x\n", "Touch to return to \u{202e}x\n"),
            ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func says(name: String?, text: String?) {
        var banner = ReturnToRefererBanner()
        banner.show(link(name: name))
        #expect(banner.text == text)
        #expect(banner.isVisible == (text != nil))
        #expect((banner.height(labelHeight: 10) > 0) == (text != nil))
    }

    @Test func showsNothingAtFirstNorWithoutALinkOrTargets() {
        var banner = ReturnToRefererBanner()
        #expect(!banner.isVisible)
        #expect(banner.height(labelHeight: 10) == 0)
        banner.show(link(name: "A"))
        banner.show(nil)
        #expect(!banner.isVisible)
        #expect(banner.text == nil)
        banner.show(AppLink(sourceURL: nil, targets: [], webURL: nil))
        #expect(!banner.isVisible)
    }

    @Test func closedStaysClosedUntilItIsReopened() {
        var banner = ReturnToRefererBanner()
        banner.show(link(name: "A"))
        banner.close()
        #expect(!banner.isVisible)
        banner.show(link(name: "B"))
        #expect(!banner.isVisible)
        #expect(banner.text == "Touch to return to B")
        #expect(banner.height(labelHeight: 10) == 0)
        banner.isClosed = false
        #expect(banner.isVisible)
    }

    @Test func usedComesBackWithTheNextLink() {
        var banner = ReturnToRefererBanner()
        banner.show(link(name: "A"))
        banner.collapse()
        #expect(!banner.isVisible)
        #expect(!banner.isClosed)
        #expect(banner.height(labelHeight: 10) == 0)
        banner.show(link(name: "B"))
        #expect(banner.isVisible)
    }

    @Test func hiddenKeepsItsText() {
        var banner = ReturnToRefererBanner()
        banner.isHidden = true
        banner.show(link(name: "A"))
        #expect(!banner.isVisible)
        #expect(banner.text != nil)
        banner.isHidden = false
        #expect(banner.isVisible)
    }

    @Test(
        arguments: [
            (.never, .init(width: 320, height: 20), 27.0),
            (.whereContentReachesBelow, .init(width: 320, height: 20), 47),
            (.always, .init(width: 320, height: 20), 47),
            (.always, .init(width: 20, height: 480, isLandscape: true), 47),
            (.always, .init(width: 320, height: 20, isHidden: true), 27),
        ] as [(ReturnToRefererBanner.StatusBarInclusion, ReturnToRefererBanner.StatusBar, Double)])
    func height(inclusion: ReturnToRefererBanner.StatusBarInclusion, bar: ReturnToRefererBanner.StatusBar, height: Double) {
        var banner = ReturnToRefererBanner()
        banner.show(link(name: "A"))
        banner.statusBarInclusion = inclusion
        #expect(banner.height(labelHeight: 10, statusBar: bar) == height)
    }

    @Test func showingAnURLTellsTheParseEventMarkedForTheBar() throws {
        var banner = ReturnToRefererBanner()
        let url = try appLinkURL("{\"referer_app_link\":{\"url\":\"a://b\",\"app_name\":\"A\"}}")
        let events = banner.show(url: url)
        #expect(events.map(\.name) == [.linkParse])
        #expect(events.first?.arguments["forRenderBackToReferrerBar"] == "1")
        #expect(banner.text == "Touch to return to A")
        let none = banner.show(url: LinkURL("shop://plain"))
        #expect(none.isEmpty)
        #expect(!banner.isVisible)
        let nothing = banner.show(url: nil)
        #expect(nothing.isEmpty)
    }

    @Test func aTapWithoutADelegateOrALinkIsHarmless() throws {
        let (center, recorder) = MeasurementRecorder.make()
        let controller = ReturnToRefererController(opener: Schemes(opens: ["photobox"]), posting: center)
        #expect(controller.tap() == nil)
        controller.show(link(name: "A"))
        #expect(controller.tap()?.type == .app)
        #expect(recorder.all.map(\.name) == [.navigateOut])
        #expect(!controller.banner.isVisible)
        #expect(!controller.banner.isClosed)
    }

    @Test func theWayBackSendsTheRefererAsTarget() throws {
        let (center, recorder) = MeasurementRecorder.make()
        let controller = ReturnToRefererController(opener: Schemes(opens: ["a"]), posting: center, aboveNavigation: true)
        #expect(controller.banner.statusBarInclusion == .always)
        controller.show(url: try appLinkURL("{\"referer_app_link\":{\"url\":\"a://b\",\"app_name\":\"A\"}}"))
        let opened = try #require(controller.tap()?.openedURL)
        #expect(IncomingLink(opened).targetURL.absoluteString == "a://b")
        #expect(IncomingLink(opened).extras == [:])
        #expect(recorder.all.map(\.name) == [.linkParse, .navigateBack])
        controller.removeFromNavigation()
        #expect(!controller.isAboveNavigation)
    }
}
