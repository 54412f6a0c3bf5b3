import AppLinks
import Deciding
import Testing

/// The simulated device asks the decision engine: apps with declarations, parts of the system, and who opens the link.
@Suite struct SimulatedDecisionTests {
    private static func device(_ platform: String, _ apps: String, _ more: String = "") throws -> SimulatedDevice {
        try SimulatedDevice(
            profile: #"{"name": "Test", "platform": "\#(platform)", "idiom": "phone", "browser": "Browser"\#(more), "apps": [\#(apps)]}"#)
    }

    private static let shop = """
        {"id": "com.example.shop", "name": "Shop", "filters": [
          {"actions": ["android.intent.action.VIEW"], "categories": ["android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"],
           "data": [{"scheme": "https", "host": "shop.example", "pathPrefix": "/p"}], "autoVerify": true, "activity": ".Main",
           "place": "AndroidManifest.xml:41"}],
         "domains": {"shop.example": "verified"}}
        """

    private static let phoneShop = """
        {"id": "com.example.shop", "name": "Shop", "schemes": ["shop"], "appID": "ABCDE12345.com.example.shop",
         "associatedDomains": ["applinks:shop.example"], "places": {"applinks:shop.example": "Shop.entitlements:7"}}
        """
    private static let files =
        #", "aasa": {"shop.example": {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/p/*"}]}]}}}"#

    private func receiver(_ link: String, on device: SimulatedDevice, from sender: LinkSender = .outside) throws -> Arrival.Receiver {
        device.receiver(of: try #require(LinkURL(link)), from: sender).receiver
    }

    @Test("Android gives a web link to the app whose verified filter takes its path, other web links to the browser")
    func androidWebLinks() throws {
        let device = try Self.device("android", Self.shop)
        #expect(try receiver("https://shop.example/p/7", on: device) == .app("com.example.shop"))
        #expect(try receiver("https://shop.example/help", on: device) == .browser("Browser"))
        #expect(try receiver("https://shop.example/p/7", on: device, from: .browser(.typed)) == .browser("Browser"))
        #expect(device.hasApp(for: try #require(LinkURL("https://shop.example/p/7"))))
    }

    @Test("iOS gives a web link to the app that the association file names, unless it was typed or belongs to the app that opens it")
    func appleWebLinks() throws {
        let device = try Self.device("ios", Self.phoneShop, Self.files)
        #expect(try receiver("https://shop.example/p/7", on: device) == .app("com.example.shop"))
        #expect(try receiver("https://shop.example/help", on: device) == .browser("Browser"))
        #expect(try receiver("https://shop.example/p/7", on: device, from: .app("com.example.shop")) == .browser("Browser"))
        #expect(try receiver("https://shop.example/p/7", on: device, from: .browser(.typed)) == .browser("Browser"))
        #expect(try receiver("shop://x", on: device) == .app("com.example.shop"))
    }

    @Test(
        "what belongs to the system goes to its app",
        arguments: [
            ("ios", "tel:+31201234567", "Phone"), ("ios", "mailto:a@b.example", "Mail"),
            ("ios", "https://apps.apple.com/app/id1", "App Store"),
            ("ios", "https://maps.apple.com/?q=x", "Maps"), ("android", "tel:+31201234567", "Phone"),
            ("android", "market://details?id=a", "Google Play"), ("android", "geo:1,2", "Google Maps"), ("android", "smsto:1", "Messages"),
            ("android", "https://play.google.com/store/apps/details?id=a", "Google Play"),
        ])
    func system(_ platform: String, _ link: String, _ name: String) throws {
        var device = try Self.device(platform, "")
        device.assumesApps = true
        let arrival = device.receive(try #require(LinkURL(link)))
        guard case .app(let id) = arrival.receiver else {
            Issue.record("\(arrival.receiver)")
            return
        }
        #expect(device.app(id)?.name == name && device.front == .app(id))
        #expect(arrival.events.isEmpty && arrival.banner == nil && device.apps.isEmpty, "no app is assumed for it, and it posts no events")
    }

    @Test("what belongs to the other system, and texts of codes, open nothing; no app is assumed for them")
    func foreign() throws {
        let code = "This is the text of a code for cameras, not a link, so no app gets it"
        for (platform, link, reason) in [
            ("ios", "market://details?id=a", "iOS itself opens no market: links, and no app claims them"),
            ("android", "itms-apps://x", "Only iOS opens itms-apps: links"),
            ("ios", "intent://x#Intent;scheme=shop;end", "Only Android opens intent: links"), ("ios", "WIFI:S:Home;T:WPA;P:x;;", code),
            ("android", "BEGIN:VCARD FN:Ana END:VCARD", code), ("ios", "javascript:x()", "No app claims the scheme"),
        ] {
            var device = try Self.device(platform, "")
            device.assumesApps = true
            let arrival = device.receive(try #require(LinkURL(link)))
            #expect(arrival.receiver == .nobody && device.apps.isEmpty && device.whyNothing(arrival.url) == reason, "\(link)")
            #expect(SimulatedEnd(arrival, on: device).place == .nothing(reason: reason), "\(link)")
        }
    }

    @Test("Chrome reads an intent: link: its app, or the page that it names for the case that the app is missing")
    func intents() throws {
        let link = "intent://p/7#Intent;scheme=https;package=com.example.shop;S.browser_fallback_url=https%3A%2F%2Fshop.example;end"
        #expect(
            try receiver("intent://shop.example/p/7" + link.dropFirst("intent://p/7".count), on: Self.device("android", Self.shop))
                == .app("com.example.shop"))
        #expect(try receiver(link, on: Self.device("android", "")) == .browser("Browser"))
        #expect(try receiver(link, on: Self.device("ios", "")) == .nobody)
    }

    @Test("an app that is not installed is named; an app that claims the scheme but not the link is told with its filter")
    func whyNothing() throws {
        var device = try Self.device("ios", Self.phoneShop)
        device.setInstalled(false, app: "com.example.shop")
        #expect(try receiver("shop://x", on: device) == .notInstalled("com.example.shop"))
        let narrow = Self.shop.replacing("\"https\"", with: "\"shop\"")
        let android = try Self.device("android", narrow)
        #expect(try receiver("shop://shop.example/help", on: android) == .nobody)
        #expect(
            android.whyNothing(try #require(LinkURL("shop://shop.example/help"))) == "com.example.shop: the host matches, but no path does")
    }

    @Test("a link that differs from what an app takes by its scheme alone: the sentence says so, with the place of the filter")
    func nearScheme() throws {
        let words = "the filter takes the link only with"
        let web = try Self.device("android", Self.shop)
        let miss = try #require(web.cause(of: web.decide("http://shop.example/p/7")))
        #expect(miss.text == "Shop (com.example.shop): \(words) https:, and Android compares schemes exactly.")
        #expect(miss.place == "AndroidManifest.xml:41")
        let custom = try Self.device("android", Self.shop.replacing("\"https\"", with: "\"shop\""))
        let link = try #require(LinkURL("SHOP://shop.example/p/7"))
        #expect(custom.whyNothing(link) == "com.example.shop: \(words) shop:, and Android compares schemes exactly")
        #expect(custom.whyNothing(try #require(LinkURL("shops://shop.example/p/7"))) == "no app claims shops:")
    }

    @Test("a web link that arrives is delivered if the user's app gets it; otherwise it has no effect until the user opens it")
    func arrivingWebLinks() throws {
        var device = try Self.device("android", Self.shop)
        let before = device
        #expect(device.receiveInApp(IncomingLink(try #require(LinkURL("https://shop.example/help")))) == nil)
        #expect(device == before)
        let arrival = device.receiveInApp(IncomingLink(try #require(LinkURL("https://shop.example/p/7"))))
        #expect(arrival?.receiver == .app("com.example.shop") && device.front == .app("com.example.shop"))
    }

    @Test("each change of the apps and of the system counts for the next link")
    func changes() throws {
        var device = try Self.device("android", Self.shop)
        let changes: [(inout SimulatedDevice) throws -> Void] = [
            { _ in }, { $0.setInstalled(false, app: "com.example.shop") }, { $0.setInstalled(true, app: "com.example.shop") },
            { $0.system = .android(AndroidDevice(version: AndroidVersion(api: 30))) }, { $0.forget("com.example.shop") },
            { $0.install([try SimulatedDevice.App(profile: Self.shop)]) },
        ]
        var receivers: [Arrival.Receiver] = []
        for change in changes {
            try change(&device)
            receivers.append(try receiver("https://shop.example/p/7", on: device))
        }
        let (shop, browser) = (Arrival.Receiver.app("com.example.shop"), Arrival.Receiver.browser("Browser"))
        #expect(receivers == [shop, browser, shop, shop, browser, shop])
    }

    @Test("a decision that opens nothing names the app that is missing, and the facts say so")
    func missing() throws {
        var device = try Self.device("ios", Self.phoneShop, Self.files)
        device.setInstalled(false, app: "com.example.shop")
        let url = try #require(LinkURL("shop://x"))
        let decision = device.decide(url.text)
        #expect(decision.missing == "com.example.shop")
        #expect(device.facts(of: decision, on: url, knowsSite: true).first?.text == "nothing opens it: Shop is not installed")
    }

    @Test("the facts of a decision: the end with its activity, the rules, and where each stands")
    func facts() throws {
        let android = try Self.device("android", Self.shop)
        let url = try #require(LinkURL("https://shop.example/p/7"))
        let facts = android.facts(of: android.decide(url.text), on: url, knowsSite: false)
        #expect(
            facts.first == DecisionFact(kind: .end(isApp: true), text: "Shop opens it, activity .Main", place: "AndroidManifest.xml:41"))
        #expect(facts.contains { $0.text == "Shop (com.example.shop) is verified for the host." && $0.place == "AndroidManifest.xml:41" })
        let phone = try Self.device("ios", Self.phoneShop, Self.files)
        let last = phone.facts(of: phone.decide(url.text), on: url, knowsSite: true).last
        #expect(last?.kind == .decider && last?.place == "Shop.entitlements:7")
        let empty = try Self.device("ios", "")
        #expect(empty.facts(of: empty.decide(url.text), on: url, knowsSite: false).last?.kind == .unknown)
    }

    @Test("a device file with declarations is written as it was read", arguments: ["android", "ios"])
    func roundTrip(_ platform: String) throws {
        let more =
            platform == "ios"
            ? Self.files + #", "version": "17.2", "choices": {"a.example": "browser"}"#
            : #", "version": "12L", "defaultBrowser": "org.example.browser", "preferred": {"shop": "com.example.shop"}"#
        let device = try Self.device(platform, platform == "ios" ? Self.phoneShop : Self.shop, more)
        let again = try SimulatedDevice(profile: device.fileText)
        // The association file is written without its spaces.
        #expect(again.apps == device.apps && again.fileText == device.fileText)
        #expect(try receiver("https://shop.example/p/7", on: again) == .app("com.example.shop"))
        let app = try #require(device.apps.first)
        #expect(try SimulatedDevice.App(profile: "\(app.json)") == app)
    }

    @Test("a mistake in a declaration is said with its place")
    func mistakes() throws {
        let wrong = Self.shop.replacing("pathPrefix", with: "pathStart")
        let error = #expect(throws: DeviceProfileError.self) { try Self.device("android", wrong) }
        #expect(
            error?.line == 3 && error?.problem.path == "apps[0].filters[0].data[0]"
                && error?.problem.message.contains("unknown key \"pathStart\"") == true)
    }
}
