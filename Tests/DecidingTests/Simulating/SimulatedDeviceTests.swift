import AppLinks
import Deciding
import JSONDocument
import Testing

@Suite struct SimulatedDeviceTests {
    private var device: SimulatedDevice
    private let shop = "com.example.shop"
    private let news = "com.example.news"

    init() throws {
        device = try SimulatedDevice(
            profile: """
                {"name": "iPhone", "platform": "ios", "idiom": "phone", "browser": "Safari", "front": "news", "apps": [
                  {"id": "com.example.shop", "name": "Shop", "schemes": ["shop", "Store"], "returnURL": "shop://back"},
                  {"id": "com.example.news", "name": "News", "schemes": ["news"], "installed": true, "returnURL": "news://back?a=1&b=2"},
                  {"id": "com.example.cafe", "name": "Café", "schemes": ["cafe", "shop"], "installed": false}
                ]}
                """)
    }

    private func link(back: String? = nil, scheme: String = "shop") throws -> LinkURL {
        let referer = back.map { ",\"referer_app_link\":{\"url\":\"\($0)\",\"app_name\":\"News\"}" } ?? ""
        return try appLinkURL("{\"target_url\":\"https://example.com/p\"\(referer)}", base: scheme + "://open?")
    }

    @Test func theAppThatClaimsTheSchemeReceives() throws {
        var device = device
        let arrival = device.receive(try link(back: "news://back", scheme: "STORE"), from: "com.apple.mobilemail")
        #expect(arrival.receiver == .app(shop))
        #expect(arrival.events.map(\.event.name) == [.linkParse, .navigateIn])
        #expect(arrival.events.map(\.app) == [shop, shop])
        #expect(arrival.events[1].event.arguments["sourceApplication"] == "com.apple.mobilemail")
        #expect(arrival.frontBefore == .app(news))
        #expect(arrival.frontAfter == .app(shop))
        #expect(arrival.banner?.text == "Touch to return to News")
        #expect(device.frontApp?.banner.isVisible == true)
    }

    @Test func anUnknownSenderIsNotReported() throws {
        var device = device
        let arrival = device.receive(try link())
        #expect(arrival.events[1].event.arguments["sourceApplication"] == nil)
    }

    @Test(arguments: [
        ("http://example.com/", Arrival.Receiver.browser("Safari"), SimulatedDevice.Front.browser),
        ("HTTPS://example.com/", .browser("Safari"), .browser),
        ("cafe://x", .notInstalled("com.example.cafe"), .app("com.example.news")),
        ("wheel://x", .nobody, .app("com.example.news")),
        ("/relative", .nobody, .app("com.example.news")),
        ("shop:item", .app("com.example.shop"), .app("com.example.shop")),
    ])
    func receivers(_ text: String, receiver: Arrival.Receiver, front: SimulatedDevice.Front) throws {
        var device = device
        let arrival = device.receive(try #require(LinkURL(text)))
        #expect(arrival.receiver == receiver)
        #expect(arrival.frontAfter == front)
        #expect(device.front == front)
        #expect(arrival.events.isEmpty)
    }

    @Test func aRemovedAppReceivesNothing() throws {
        var device = device
        let isKnown = device.setInstalled(false, app: shop)
        #expect(isKnown)
        let arrival = device.receive(try link())
        #expect(arrival.receiver == .notInstalled(shop))
        #expect(arrival.events.isEmpty)
        let isCafeKnown = device.setInstalled(true, app: "com.example.cafe")
        #expect(isCafeKnown)
        let cafeArrival = device.receive(try link())
        #expect(cafeArrival.receiver == .app("com.example.cafe"))
        let isNoneKnown = device.setInstalled(true, app: "com.example.none")
        #expect(!isNoneKnown)
    }

    @Test func openingWalksTheTargetsAndNamesTheAppInFront() throws {
        var device = device
        let appLink = AppLink(
            sourceURL: LinkURL("https://example.com/p"),
            targets: [
                AppLinkTarget(url: LinkURL("wheel://a"), appStoreID: nil, appName: "Wheel"),
                AppLinkTarget(url: nil, appStoreID: "5", appName: "No URL"),
                AppLinkTarget(url: LinkURL("cafe://a"), appStoreID: nil, appName: "Café"),
                AppLinkTarget(url: LinkURL("shop://a"), appStoreID: nil, appName: "Shop"),
                AppLinkTarget(url: LinkURL("news://a"), appStoreID: nil, appName: "News"),
            ],
            webURL: LinkURL("https://example.com/p")
        )
        let departure = device.open(appLink, extras: ["n": 1])
        #expect(departure.steps.map(\.state) == [.skipped, .skipped, .skipped, .taken, .notReached, .notReached])
        #expect(departure.steps.map(\.isInstalled) == [nil, nil, false, true, true, nil])
        #expect(departure.steps.map(\.app) == [nil, nil, "com.example.cafe", shop, news, nil])
        #expect(
            departure.steps.map(\.reason) == [
                "no app claims wheel:", "it has no URL", "Café claims cafe:, but is not installed", "Shop is installed",
                "an earlier target opened", "an earlier target opened",
            ])
        #expect(departure.outcome.type == .app)
        #expect(departure.events.map(\.event.name) == [.navigateOut, .linkParse, .navigateIn])
        #expect(departure.events.map(\.app) == [news, shop, shop])
        #expect(departure.events[2].event.arguments["sourceApplication"] == news)
        #expect(departure.arrival?.link.refererURL == "news://back?a=1&b=2")
        #expect(departure.arrival?.link.refererAppName == "News")
        #expect(departure.arrival?.link.extras == ["n": 1])
        #expect(departure.arrival?.banner?.text == "Touch to return to News")
        #expect(departure.frontBefore == .app(news))
        #expect(departure.frontAfter == .app(shop))
    }

    @Test func nobodyInFrontNamesNoReferer() throws {
        var device = device
        device.bringToFront(.home)
        let departure = device.open(AppLink.direct(for: IncomingLink(try #require(LinkURL("shop://item")))))
        #expect(departure.events.map(\.app) == [nil, shop, shop])
        #expect(departure.arrival?.link.refererURL == nil)
        #expect(departure.events[2].event.arguments["sourceApplication"] == nil)
        #expect(device.frontApp?.banner.isVisible == false)
    }

    @Test func noTargetEndsInTheBrowser() throws {
        var device = device
        let departure = device.open(AppLink.direct(for: IncomingLink(try link(scheme: "wheel"))))
        #expect(departure.outcome.type == .browser)
        #expect(departure.arrival?.receiver == .browser("Safari"))
        #expect(departure.events.map(\.event.name) == [.navigateOut])
        #expect(departure.frontAfter == .browser)
        #expect(departure.steps.last?.reason == "Safari opens the link's target")
        // The browser gets the data too.
        #expect(departure.arrival?.url.text.hasPrefix("https://example.com/p?al_applink_data=%7b%22") == true)
    }

    @Test("an app receives a link with data as it is, and keeps its extras and its referer", arguments: [true, false])
    func ownData(throughAPage: Bool) throws {
        var device = device
        let data = """
            {"target_url":"https://example.com/p","extras":{"k":"v"},"referer_app_link":{"url":"back://","app_name":"Back"}}
            """
        let url = try appLinkURL(data, base: throughAPage ? "https://example.com/p?" : "shop://open?q=1&")
        let page = AppLink(
            sourceURL: url, targets: [AppLinkTarget(url: LinkURL("shop://open?q=1"), appStoreID: nil, appName: nil)], webURL: url)
        let departure = device.open(throughAPage ? page : AppLink.direct(for: IncomingLink(url)))
        #expect(departure.arrival?.receiver == .app(shop))
        #expect(departure.arrival?.url == (try appLinkURL(data, base: "shop://open?q=1&")))
        #expect(departure.arrival?.link.extras == ["k": "v"])
        #expect(departure.arrival?.banner?.text == "Touch to return to Back")
    }

    @Test("a web link with data opens in the browser as it is")
    func ownDataInTheBrowser() throws {
        var device = device
        let url = try appLinkURL("{\"target_url\":\"https://example.com/other\"}", base: "https://example.com/p?")
        let departure = device.open(AppLink.direct(for: IncomingLink(url)))
        #expect(departure.arrival?.url == url)
        #expect(departure.steps.map(\.reason) == ["Safari opens it"])
    }

    @Test("a return to a referer whose URL has data opens it as it is")
    func ownDataOfAReferer() throws {
        var device = device
        let back = try appLinkURL("{\"extras\":{\"k\":\"v\"}}", base: "news://back?")
        _ = device.receive(
            try appLinkURL("{\"referer_app_link\":{\"url\":\"\(back)\",\"app_name\":\"News\"}}", base: "shop://open?"))
        #expect(device.returnToReferer()?.arrival?.url == back)
    }

    @Test func failureLeavesTheFrontAsItIs() throws {
        var device = device
        let departure = device.open(AppLink.direct(for: IncomingLink(try #require(LinkURL("wheel://x")))))
        #expect(departure.outcome.type == .failure)
        #expect(departure.events.map(\.event.arguments["success"]) == ["0"])
        #expect(departure.arrival == nil)
        #expect(departure.frontAfter == .app(news))
    }

    @Test func thereAndBackAgain() throws {
        var device = device
        _ = device.open(AppLink.direct(for: IncomingLink(try #require(LinkURL("shop://item")))))
        #expect(device.front == .app(shop))
        let taken = device.returnToReferer()
        let back = try #require(taken)
        #expect(back.events.map(\.event.name) == [.navigateBack, .linkParse, .navigateIn])
        #expect(back.events.map(\.app) == [shop, news, news])
        #expect(back.outcome.type == .app)
        #expect(back.arrival?.link.targetURL.absoluteString == "news://back?a=1&b=2")
        #expect(back.arrival?.link.referer == nil)
        #expect(back.frontAfter == .app(news))
        #expect(device.app(shop)?.banner.isVisible == false)
        #expect(device.app(shop)?.banner.isClosed == false)
        let second = device.returnToReferer()
        #expect(second == nil)
    }

    @Test func returningToARemovedAppFails() throws {
        var device = device
        _ = device.open(AppLink.direct(for: IncomingLink(try #require(LinkURL("shop://item")))))
        device.setInstalled(false, app: news)
        let taken = device.returnToReferer()
        let back = try #require(taken)
        #expect(back.outcome.type == .failure)
        #expect(back.events.map(\.event.name) == [.navigateBack])
        #expect(back.frontAfter == .app(shop))
    }

    @Test func closingABannerLastsForThatApp() throws {
        var device = device
        _ = device.receive(try link(back: "news://back"))
        let isClosed = device.closeBanner()
        #expect(isClosed)
        let isClosedAgain = device.closeBanner()
        #expect(!isClosedAgain)
        let later = device.receive(try link(back: "news://back"))
        #expect(later.banner?.isVisible == false)
        let departure = device.returnToReferer()
        #expect(departure == nil)
        let elsewhere = device.receive(try link(back: "shop://back", scheme: "news"))
        #expect(elsewhere.banner?.isVisible == true)
        device.reopenBanner(of: shop)
        #expect(device.app(shop)?.banner.isVisible == true)
        let reopened = device.receive(try link(back: "news://back"))
        #expect(reopened.banner?.isVisible == true)
    }

    @Test func switchingOffTheAppInFrontLeavesNobodyThere() {
        var device = device
        device.setInstalled(false, app: news)
        #expect(device.front == .home)
        #expect(device.frontApp == nil)
        let canRemovedComeToFront = device.bringToFront(.app(news))
        #expect(!canRemovedComeToFront)
        let canBrowserComeToFront = device.bringToFront(.browser)
        #expect(canBrowserComeToFront)
    }

    @Test func aRefererIsCalledByTheNameInTheLinkAndByThatOfItsAppIfItDiffers() {
        #expect(device.referer("Heldnews", scheme: "news")?.text == "Heldnews (News)")
        #expect(device.referer("Heldnews", scheme: "news")?.text(with: "news://9") == "Heldnews (News, news://9)")
        #expect(device.referer("News", scheme: "news") == Referer(name: "News", app: news))
        #expect(device.referer("", scheme: "news")?.text == "News")
        #expect(device.referer("Other", scheme: "other")?.text == "Other" && device.referer(nil, scheme: "other")?.text == "other")
        #expect(device.referer(nil, scheme: nil) == nil)
    }

    @Test func aDeviceGivesItsTranslationToItsApps() throws {
        var device = try SimulatedDevice(
            profile: """
                {"name": "Pixel", "platform": "android", "idiom": "phone", "bannerText": "Terug naar %1$@",
                 "apps": [{"id": "news", "name": "Nieuws", "schemes": ["news"]}]}
                """)
        let link = try appLinkURL(#"{"referer_app_link":{"url":"shop://back","app_name":"Shop"}}"#, base: "news://42?")
        #expect(device.receive(link).banner?.text == "Terug naar Shop")
        #expect(device.frontApp?.banner.text == "Terug naar Shop")
        // Removing an app resets its banner, but not the language of the device.
        device.setInstalled(false, app: "news")
        device.setInstalled(true, app: "news")
        #expect(device.receive(link).banner?.text == "Terug naar Shop")
        device.bannerTranslations = [:]
        #expect(device.receive(link).banner?.text == "Touch to return to Shop")
    }
}
