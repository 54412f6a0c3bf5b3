import AppLinks
import Inspector
import Screen
import Testing

/// The banner shows the name of the referer's first target. After the user closes the banner, it stays closed, also for later referers,
/// until the user brings the app to the front or removes the app.
@Suite struct BannerTests {
    @Test(
        "when there is a banner",
        arguments: [
            (Links.from("Shop", "shop://back"), "Touch to return to Shop"),
            (Links.from("", "shop://back"), nil),
            (Links.from("Shop", ""), nil),
            (Links.namelessReferer, nil),
            (Links.appLink(#"{"version":"1.0","target_url":"https://example.com"}"#), nil),
            (Links.appLink(#"{"version":"1.0","referer_app_link":{"app_name":"A \u4e2d","url":"a://"}}"#), "Touch to return to A 中"),
            ("news://article", nil),
            ("https://example.com", nil),
        ] as [(String, String?)])
    func showing(_ link: String, _ text: String?) {
        var rig = Rig()
        rig.paste(link)
        #expect(rig.state.banner?.text == text)
        #expect(rig.screen.contains("X close") == (text != nil))
        #expect(rig.screen.contains("r return") == (text != nil))
    }

    @Test("a closed banner stays closed for the next referer, until the user brings the app to the front")
    func sticky() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("X")
        #expect(rig.notice == "Banner of Nieuws closed, also for its later links. u undoes it.")
        #expect(rig.state.banner?.text == nil)
        rig.paste(Links.from("Wheel", "wheel://back"))
        #expect(rig.state.banner?.text == nil)
        rig.press("r")
        #expect(rig.notice == "There is no banner, because you closed the banner of Nieuws. To reopen it, press d, then f on the app.")
        rig.press("d", .down, "f", .escape)
        #expect(rig.state.banner?.text == "Touch to return to Wheel")
    }

    @Test("each app has its own banner")
    func perApp() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("X")
        rig.paste(Links.from("Nieuws", "news://back", to: "cafe://menu"))
        #expect(rig.state.banner?.text == "Touch to return to Nieuws")
    }

    @Test("a link without a referer hides the banner, and a link with one shows it again")
    func replaced() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("news://today")
        #expect(rig.state.banner?.text == nil)
        rig.paste(Fixtures.appLink)
        #expect(rig.state.banner?.text == "Touch to return to Shop")
    }

    @Test(
        "without a banner, r and X say why and do nothing",
        arguments: [
            (nil, "There is no link yet. Paste one, or press i or s."),
            ("news://article", "There is no banner, because this link has no referer to return to."),
            (Links.namelessReferer, "There is no banner, because the referer of this link has no name."),
            (Links.from("Shop", ""), "There is no banner, because the referer of this link has no URL."),
            (Links.from("Shop", "shop://back", to: "wheel://ride"), "There is no banner, because no app received this link."),
        ] as [(String?, String)], ["r", "X"] as [Unicode.Scalar])
    func none(_ it: (link: String?, notice: String), _ key: Unicode.Scalar) {
        var rig = Rig()
        if let link = it.link { rig.paste(link) }
        let events = rig.log
        rig.press(.character(key, []))
        #expect(rig.notice == it.notice)
        #expect(rig.acts.isEmpty && rig.log == events && !rig.state.hasWindow)
    }

    @Test("a link keeps its referer and its banner, also if it was opened from the browser")
    func reopened() {
        var rig = Rig()
        rig.paste(Links.from("Shop", "shop://back", to: "shop://b"))
        #expect(rig.state.banner?.text == "Touch to return to Shop")
        rig.open(from: "Safari")
        #expect(rig.state.banner?.text == "Touch to return to Shop")
    }

    @Test("the banner of a step has the number of its link, and is not offered")
    func pastBanner() {
        var rig = Rig()
        rig.paste(Links.from("PhotoApp", "photoapp://album/7", to: "myapp://product/42"))
        rig.paste(Links.from("Loop", "loop://b/233"))
        rig.paste("cafe://menu")
        rig.command("go 1")
        #expect(rig.screen.contains("#1  r return"))
        rig.command("journey")
        rig.press(.left, .right)
        #expect(rig.screen.contains("Touch to return to Loop   loop://b/233") && rig.screen.contains("#2 ┃"))
        #expect(!rig.screen.contains("r return") && !rig.screen.contains("X close"))
        rig.press(.escape)
        #expect(rig.screen.contains("Touch to return to PhotoApp") && rig.screen.contains("#1  r return"))
    }
}
