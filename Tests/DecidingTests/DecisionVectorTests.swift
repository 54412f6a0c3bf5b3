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
        var filter = AndroidFilter.browser
        filter.authorities = [.init(host: "a.example")]
        var shop = AndroidDevice.App("shop")
        shop.filters = [.init(filter)]
        return shop
    }

    private func device(_ apps: AndroidDevice.App...) -> AndroidDevice {
        var browser = AndroidDevice.App("browser")
        browser.filters = [.init(.browser)]
        var device = AndroidDevice(version: AndroidVersion(api: 33))
        device.apps = [browser] + apps
        return device
    }

    @Test("links that are not allowed count before a setting from older versions")
    func notAllowed() {
        var shop = shop()
        (shop.targetSDK, shop.legacy, shop.linksAllowed) = (30, .always, false)
        #expect(device(shop).decide("https://a.example/", from: .request(AndroidSender())).outcome == .browser("browser"))
        shop.linksAllowed = true
        #expect(device(shop).decide("https://a.example/", from: .request(AndroidSender())).outcome == .app(["shop"]))
    }

    @Test("a host that is no domain is never approved: Android asks")
    func localhost() {
        var shop = shop()
        shop.filters[0].filter.authorities = [.init(host: "localhost")]
        let decision = device(shop).decide("http://localhost/", from: .request(AndroidSender()))
        #expect(decision.outcome == .chooser(["browser", "shop"]) && decision.steps.map(\.rule).contains(.noDomainRequest))
    }

    @Test("of two entries for a host, the one without a mode counts")
    func modes() {
        var app = AppleDevice.App("shop", appID: "ABCDE12345.shop")
        app.domains = ["applinks:a.example?mode=developer", "applinks:a.example"]
        var phone = AppleDevice(version: AppleVersion(17))
        phone.apps = [app]
        let file = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.shop"],"components":[{"/":"*"}]}]}}"#
        phone.files = ["a.example": AASAFile(Array(file.utf8))]
        #expect(phone.decide("https://a.example/x", from: AppleOpening(.mail)).outcome == .app(["shop"]))
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
