import Deciding
import JSONDocument
import TestSupport
import Testing

/// Devices, links and what the devices do with them, as data.
@Suite("What a device does with a link")
struct DecisionVectorTests {
    @Test("each vector is decided as it says")
    func vectors() throws {
        let lines = try repositoryText("Tests/DecidingTests/Vectors/decisions.jsonl").split(separator: "\n")
        #expect(lines.count == 115)
        for line in lines {
            let vector = try #require(JSONDocument(Array(line.utf8)).root)
            let device = try AskedDevice(try #require(vector["device"]))
            let decision = try device.decision(on: vector)
            let expected = try #require(vector["expect"])
            let mistakes = expected.members.compactMap { member -> String? in
                let key = member.key.stringValue ?? ""
                let value = decision.value(key)
                let wanted = member.value.words
                return value == wanted ? nil : "\(key) is \(value), not \(wanted)"
            }
            #expect(mistakes.isEmpty, "\(mistakes) \(decision.steps.map(\.words)) \(line)")
        }
    }
}

/// Rules that the vectors do not reach.
@Suite("Details of decisions")
struct DecisionTests {
    private func shop() -> AndroidDevice.App {
        var filter = AndroidFilter.web
        filter.authorities = [.init(host: "a.example")]
        var shop = AndroidDevice.App("shop")
        shop.filters = [.init(filter)]
        return shop
    }

    private func device(_ apps: AndroidDevice.App...) -> AndroidDevice {
        var browser = AndroidDevice.App("browser")
        browser.filters = [.init(.web)]
        var device = AndroidDevice(version: AndroidVersion(api: 33))
        device.apps = [browser] + apps
        return device
    }

    @Test("links that are not allowed count before a setting from older versions")
    func notAllowed() {
        var shop = shop()
        (shop.targetSDK, shop.legacy, shop.linksAllowed) = (30, .always, false)
        #expect(device(shop).decide("https://a.example/", from: .request()).outcome == .browser("browser"))
        shop.linksAllowed = true
        #expect(device(shop).decide("https://a.example/", from: .request()).outcome == .app(["shop"]))
    }

    @Test("a host that is no domain is never approved: Android asks")
    func localhost() {
        var shop = shop()
        shop.filters[0].filter.authorities = [.init(host: "localhost")]
        let decision = device(shop).decide("http://localhost/", from: .request())
        #expect(decision.outcome == .chooser(["browser", "shop"]) && decision.steps.map(\.rule).contains(.noDomainRequest))
    }

    @Test("Chrome shows about:blank itself, but not if an intent names it")
    func blankPage() throws {
        let device = device(shop())
        let tap = AndroidOpening.chrome(ChromeNavigation(.tap, page: "https://a.example/"))
        #expect(device.decide("about:blank", from: tap).outcome == .browser(nil))
        #expect(device.decide("intent:blank#Intent;scheme=about;end", from: tap).outcome == .nothing)
        #expect(device.decide("file:///etc/hosts", from: tap).outcome == .nothing)
    }

    @Test("an activity of the same name in another app is a new handler, so Chrome leaves the page of the same host")
    func sameActivityName() {
        var (shop, deals) = (shop(), shop())
        (shop.filters[0].activity, deals.filters[0].activity) = ("Main", "Main")
        (deals.id, deals.domains, shop.domains) = ("deals", ["a.example": .verified], ["a.example": .selected])
        deals.filters[0].filter.paths = [FilterPattern(.prefix, "/deal")]
        let tap = AndroidOpening.chrome(ChromeNavigation(.tap, page: "https://a.example/"))
        #expect(device(shop, deals).decide("https://a.example/deal", from: tap).outcome == .app(["deals"]))
        #expect(device(shop, deals).decide("https://a.example/other", from: tap).outcome == .browser(nil))
    }

    @Test("a page of Play as the fallback opens the store only if it names an app and the store is enabled")
    func storeAsFallback() {
        let intent = { (page: String) in
            "intent://x#Intent;scheme=shop;S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3F\(page);end"
        }
        var store = AndroidDevice.App("store")
        store.isStore = true
        let tap = AndroidOpening.chrome(ChromeNavigation(.tap))
        #expect(device(store).decide(intent("hl%3Den%26id%3Dshop"), from: tap).outcome == .store(package: "shop"))
        #expect(
            device(store).decide(intent("hl%3Den"), from: tap).outcome
                == .fallback("https://play.google.com/store/apps/details?hl=en"))
        store.isEnabled = false
        #expect(
            device(store).decide(intent("id%3Dshop"), from: tap).outcome
                == .fallback("https://play.google.com/store/apps/details?id=shop"))
    }

    private func phone(_ apps: [String: [String]], _ files: [String: String]) -> AppleDevice {
        var phone = AppleDevice(version: AppleVersion(17))
        for (id, domains) in apps.sorted(by: { $0.key > $1.key }) {
            var app = AppleDevice.App(id, appID: "ABCDE12345.\(id)")
            app.domains = domains
            phone.apps.append(app)
        }
        phone.files = files.mapValues { AASAFile(Array(#"{"applinks":{"details":[\#($0)]}}"#.utf8)) }
        return phone
    }

    private let everything = #"{"appIDs":["ABCDE12345.shop"],"components":[{"/":"*"}]}"#

    @Test("of two entries for a host, the one without a mode counts")
    func modes() {
        let phone = phone(["shop": ["applinks:a.example?mode=developer", "applinks:a.example"]], ["a.example": everything])
        #expect(phone.decide("https://a.example/x", from: AppleOpening(.mail)).outcome == .app(["shop"]))
    }

    @Test(
        "an entry for all subdomains counts if the one for the host has no file, or has a mode that is off; a file that is there decides",
        arguments: [
            ("applinks:www.a.example?mode=developer", nil, true), ("applinks:www.a.example", nil, true),
            ("applinks:www.a.example", #"{"appIDs":["ABCDE12345.shop"],"components":[{"/":"/y"}]}"#, false),
        ])
    func subdomains(_ entry: String, _ file: String?, _ opens: Bool) {
        var files = ["a.example": everything]
        files["www.a.example"] = file
        let phone = phone(["shop": ["applinks:*.a.example", entry]], files)
        let decision = phone.decide("https://www.a.example/x", from: AppleOpening(.mail))
        #expect(decision.outcome == (opens ? .app(["shop"]) : .browser(nil)))
    }

    @Test(
        "of two apps, iOS opens the first that the file names with a rule for the link",
        arguments: [
            #"{"appIDs":["ABCDE12345.shop","ABCDE12345.work"],"components":[{"/":"*"}]}"#,
            #"{"appIDs":["ABCDE12345.work"],"components":[{"/":"/y"}]},{"appIDs":["ABCDE12345.shop"],"components":[{"/":"*"}]},"#
                + #"{"appIDs":["ABCDE12345.work"],"components":[{"/":"*"}]}"#,
        ])
    func twoApps(_ entries: String) {
        let phone = phone(["shop": ["applinks:a.example"], "work": ["applinks:a.example"]], ["a.example": entries])
        #expect(phone.decide("https://a.example/x", from: AppleOpening(.mail)).outcome == .app(["shop"]))
    }

    @Test("a browser with an associated domain is told as a browser, not as an app without the domain")
    func browserWithDomain() {
        var phone = phone(["shop": ["applinks:a.example"]], ["a.example": everything])
        phone.apps[0].isBrowser = true
        let rules = phone.decide("https://a.example/x", from: AppleOpening(.mail)).steps.map(\.rule)
        #expect(rules == [.browserCannot, .defaultBrowser])
    }
}

extension JSONDocument.Node {
    /// A text, a flag, or the texts of an array with spaces between them.
    fileprivate var words: String {
        kind == .array ? elements.map(\.words).joined(separator: " ") : stringValue ?? "\(boolValue ?? false)"
    }
}

extension Decision {
    /// The value of a key of the vectors.
    fileprivate func value(_ key: String) -> String {
        switch (key, outcome) {
        case ("decision", _): word
        case ("app", .app(let apps)), ("anyOf", .app(let apps)): apps.joined(separator: " ")
        case ("app", .browser(let app)), ("app", .system(_, let app)): app ?? ""
        case ("apps", .chooser(let apps)): apps.joined(separator: " ")
        case ("handler", .system(let handler, _)): handler
        case ("package", .store(let package)): package ?? ""
        case ("url", .fallback(let url)): url
        case ("url", _): url ?? ""
        case ("confirm", _): "\(asks)"
        case ("inPlace", _): "\(staysInPlace)"
        default: ""
        }
    }
}
