import AppLinks
import Deciding
import Testing

/// A device that assumes apps has a receiver for every custom scheme, and a way back to every referer.
@Suite struct AssumingTests {
    private static let profile = """
        {"name": "iPhone", "platform": "ios", "idiom": "phone", "browser": "Safari", "front": "news", "assumesApps": true, "apps": [
          {"id": "com.example.news", "name": "News", "schemes": ["news"], "returnURL": "news://back"},
          {"id": "com.example.cafe", "name": "Café", "schemes": ["cafe"], "installed": false}
        ]}
        """
    private let device: SimulatedDevice

    init() throws { device = try SimulatedDevice(profile: Self.profile) }

    private func link(_ base: String, back: String, name: String? = nil) throws -> LinkURL {
        let name = name.map { ",\"app_name\":\"\($0)\"" } ?? ""
        return try appLinkURL(
            "{\"target_url\":\"https://example.com/p\",\"referer_app_link\":{\"url\":\"\(back)\"\(name)}}", base: base)
    }

    @Test("an app is assumed for a scheme that nobody claims, once for all spellings of the scheme")
    func receiver() throws {
        var device = device
        let first = device.receive(try #require(LinkURL("MyApp://item/42")))
        #expect(first.receiver == .app("assumed.myapp"))
        let second = device.receive(try #require(LinkURL("myapp://item/43")))
        #expect(second.receiver == .app("assumed.myapp"))
        let app = try #require(device.app("assumed.myapp"))
        #expect(app.name == "myapp" && app.schemes == ["myapp"] && app.isAssumed && app.isInstalled)
        #expect(app.returnURL?.text == "myapp://")
        #expect(device.apps.count == 3 && device.front == .app("assumed.myapp"))
    }

    @Test("a referer is an app too: it was in front before the link, and the banner leads back to it")
    func roundTrip() throws {
        var device = device
        let arrival = device.receive(try link("myapp://item/42?", back: "mail://inbox/7", name: "Mail"))
        #expect(arrival.frontBefore == .app("assumed.mail") && arrival.frontAfter == .app("assumed.myapp"))
        #expect(device.app("assumed.mail")?.name == "Mail")
        let taken = device.returnToReferer()
        let departure = try #require(taken)
        #expect(departure.outcome.type == .app && departure.frontAfter == .app("assumed.mail"))
        #expect(departure.steps.map(\.reason) == ["Mail is assumed to be installed"])
        #expect(departure.events.map(\.app) == ["assumed.myapp", "assumed.mail", "assumed.mail"])
    }

    @Test("an assumed app gets its name from a referer, and keeps it")
    func named() throws {
        var device = device
        _ = device.receive(try #require(LinkURL("mail://compose")))
        #expect(device.app("assumed.mail")?.name == "mail")
        _ = device.receive(try link("news://1?", back: "mail://inbox", name: "Mail"))
        #expect(device.app("assumed.mail")?.name == "Mail")
        _ = device.receive(try link("news://1?", back: "mail://inbox", name: "Other"))
        #expect(device.app("assumed.mail")?.name == "Mail")
    }

    @Test("an app of the profile is never renamed, and claims its scheme even if it is not installed")
    func declared() throws {
        var device = device
        let arrival = device.receive(try link("cafe://menu?", back: "news://back", name: "Newspaper"))
        #expect(arrival.receiver == .notInstalled("com.example.cafe"))
        #expect(device.app("com.example.news")?.name == "News" && device.apps.count == 2)
    }

    @Test("an assumed app that the user removed stays removed")
    func removed() throws {
        var device = device
        _ = device.receive(try #require(LinkURL("myapp://1")))
        device.setInstalled(false, app: "assumed.myapp")
        let arrival = device.receive(try #require(LinkURL("myapp://2")))
        #expect(arrival.receiver == .notInstalled("assumed.myapp"))
    }

    @Test("the first target of an App Link is opened, by an assumed app if need be")
    func target() throws {
        var device = device
        let target = AppLinkTarget(url: LinkURL("fb4711://item"), appStoreID: nil, appName: "Fb")
        let departure = device.open(AppLink(sourceURL: nil, targets: [target], webURL: nil))
        #expect(departure.frontAfter == .app("assumed.fb4711"))
        #expect(departure.arrival?.link.refererAppName == "News")
    }

    @Test(
        "no app is assumed for what the system or the browser handles itself",
        arguments: [
            "javascript:alert(1)", "data:text/plain,x", "file:///etc/passwd", "intent://x#Intent;scheme=a;end", "about:blank",
            "https://example.com", "/relative", "android-app://com.example",
        ])
    func unclaimable(_ text: String) throws {
        var device = device
        _ = device.receive(try #require(LinkURL(text)))
        #expect(device.apps.count == 2)
    }

    @Test("the number of assumed apps is limited")
    func limited() throws {
        var device = device
        for number in 0..<500 { _ = device.receive(try #require(LinkURL("scheme\(number)://x"))) }
        #expect(device.apps.count == 2 + SimulatedDevice.mostAssumedApps)
        #expect(device.hasAssumedMostApps)
        let arrival = device.receive(try #require(LinkURL("scheme499://x")))
        #expect(arrival.receiver == .nobody)
    }

    @Test("a device is strict unless its profile says otherwise")
    func strict() throws {
        var strict = try SimulatedDevice(profile: Self.profile.replacing("true, \"apps\"", with: "false, \"apps\""))
        let arrival = strict.receive(try #require(LinkURL("myapp://1")))
        #expect(arrival.receiver == .nobody)
        let silent = try SimulatedDevice(profile: Self.profile.replacing(" \"assumesApps\": true,", with: ""))
        #expect(strict.apps.count == 2 && !silent.assumesApps)
    }

    @Test("a return goes to the referer that is given, from the app that is given, whatever is in front")
    func givenReturn() throws {
        var device = device
        _ = device.receive(try link("myapp://item/42?", back: "mail://inbox/7", name: "Mail"))
        let referer = try #require(device.frontApp?.banner.refererAppLink)
        _ = device.receive(try #require(LinkURL("news://today")))
        for _ in 0..<2 {
            let taken = device.returnToReferer(referer, from: "assumed.myapp")
            let departure = try #require(taken)
            #expect(departure.frontBefore == .app("assumed.myapp") && departure.frontAfter == .app("assumed.mail"))
        }
        device.closeBanner(of: "assumed.myapp")
        let front = device.front
        let closed = device.returnToReferer(referer, from: "assumed.myapp")
        let notInstalled = device.returnToReferer(referer, from: "com.example.cafe")
        #expect(closed == nil && notInstalled == nil && device.front == front)
    }
}
