import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// The link of an event that an app posts. The events are those that the SDKs post, with their keys:
///
/// - Bolts for iOS (github.com/BoltsFramework/Bolts-ObjC, `Bolts/iOS/BFURL.m` and `BFAppLinkNavigation.m`). The dictionary of the notification
///   has `event_name` and `event_args` (`BFMeasurementEvent.m`).
/// - The Facebook SDK for iOS (github.com/facebook/facebook-ios-sdk, `FBSDKCoreKit/FBSDKCoreKit/FBSDKURL.m` and
///   `AppLink/AppLinkNavigation.swift`): the same names and keys, under another name of the notification.
/// - Bolts for Android (github.com/BoltsFramework/Bolts-Android, `bolts-applinks/src/main/java/bolts/MeasurementEvent.java` and
///   `AppLinkNavigation.java`): `inputURL` and `outputURL` are the data of the intent, which lacks the App Link data; the members of the data
///   are arguments, those of objects as `extras/key`; without App Link data, the link is `intentData`.
@Suite struct NamedLinkTests {
    private static let link = "news://article/1?al_applink_data=" + Links.encoded(data)
    private static let data =
        #"{"target_url":"https://example.com/1","version":"1.0","referer_app_link":{"app_name":"Shop","url":"shop://cart?item=4"}}"#

    private static let reordered =
        #"{"referer_app_link":{"url":"shop:\/\/cart?item=4","app_name":"Shop"},"version":"1.0","target_url":"https://example.com/1"}"#

    /// The label of the link of the last event.
    private func label(_ rig: Rig) -> String? {
        rig.state.lists.events.indices.last.flatMap { rig.state.eventLine(at: $0)?.source.linkLabel }
    }

    private func label(of event: String, after records: [String]) -> String? {
        var rig = Rig()
        rig.deliver(records + [event])
        return label(rig)
    }

    private static func iOS(_ name: String, _ arguments: (String, String)...) -> String {
        let pairs = arguments.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
        return "{\"event_name\":\"\(name)\",\"event_args\":{\(pairs)}}"
    }

    private static func arrival(_ name: String, _ input: String) -> String {
        iOS(
            name, ("version", "1.0"), ("refererURL", "shop://cart?item=4"), ("refererAppName", "Shop"),
            ("sourceApplication", "com.example.shop"), ("targetURL", "https://example.com/1"),
            ("inputURL", input), ("inputURLScheme", "news"), ("forRenderBackToReferrerBar", "0"),
            ("forOpenUrl", "1"))
    }

    @Test("an arrival on iOS names its link byte for byte", arguments: ["al_link_parse", "al_nav_in"])
    func arrivalOnIOS(_ name: String) {
        #expect(label(of: Self.arrival(name, Self.link), after: ["shop://a", Self.link, "cafe://b"]) == "#2")
    }

    @Test(
        "a link is also found if the app has changed its scheme, its host, the slash at its end, or the order of its data; this is a guess",
        arguments: [
            ("News://article/1?", data), ("news://ARTICLE/1/?", data), ("news://article/1?", reordered),
        ])
    func changed(_ place: String, _ data: String) {
        let event = Self.iOS("al_nav_in", ("inputURL", place + "al_applink_data=" + Links.encoded(data)))
        #expect(label(of: event, after: ["shop://a", Self.link]) == "#2?")
        #expect(label(of: Self.iOS("al_nav_in", ("inputURL", place + "x=1")), after: ["shop://a", Self.link]) == nil)
    }

    @Test("a plain link is found in another form too")
    func changedPlain() {
        let links = ["https://Example.com/a/", "https://example.com/A"]
        #expect(label(of: #"{"event":"e","url":"HTTPS://example.com/a"}"#, after: links) == "#1?")
        #expect(label(of: #"{"event":"e","url":"https://example.com/A"}"#, after: links + ["HTTPS://example.com/A"]) == "#2")
    }

    @Test("an arrival on Android names the data of the intent, and the target tells the rest")
    func arrivalOnAndroid() {
        let event = Self.iOS(
            "al_nav_in", ("class", ".Main"), ("inputURL", "news://article/1"), ("inputURLScheme", "news"),
            ("targetURL", "https://example.com/1"), ("targetURLHost", "example.com"), ("version", "1.0"), ("refererAppName", "Shop"),
            ("sourceApplication", "com.example.shop"), ("extras/k", "v"))
        #expect(label(of: event, after: [Self.link, "cafe://b"]) == "#1?")
        #expect(label(of: event, after: [Self.link, "news://article/1"]) == "#2", "the link of the intent is in the list")
        #expect(label(of: Self.iOS("al_nav_in", ("intentData", "news://article/1")), after: ["news://article/1"]) == "#1")
    }

    @Test("an app that leaves names what it opened, and the page or the referer from which it did")
    func departure() {
        let out = Self.iOS(
            "al_nav_out", ("outputURLScheme", "news"), ("outputURL", Self.link), ("sourceURL", "https://example.com/1"),
            ("sourceHost", "example.com"), ("sourceScheme", "https"), ("success", "1"), ("type", "app"))
        #expect(label(of: out, after: [Self.link]) == "#1")
        let failed = Self.iOS("al_nav_out", ("sourceURL", "https://example.com/1"), ("success", "0"), ("type", "fail"))
        #expect(label(of: failed, after: ["cafe://b", Self.link]) == "#2?")
        let back = Self.iOS(
            "al_ref_back_out", ("outputURL", "shop://cart?item=4&al_applink_data=%7B%7D"), ("sourceURL", "shop://cart?item=4"),
            ("sourceHost", "cart"), ("sourceScheme", "shop"), ("success", "1"), ("type", "app"))
        #expect(label(of: back, after: [Self.link, "cafe://b"]) == "#1?")
    }

    @Test("the newest link before the event wins, also if the event is read after other links arrived")
    func newest() {
        var rig = Rig()
        (rig.passesReadings, rig.readsEvents) = (false, false)
        rig.deliver([Self.link, Self.link, Self.arrival("al_nav_in", Self.link), Self.link])
        rig.press("3", "e")
        #expect(rig.state.lists.link(ofEvent: 4) == Event.Link(RecordID(index: 1), isGuess: true))
    }

    @Test("the number of a link decides between several, and names a link by itself; a URL of another link counts more")
    func number() {
        func event(_ members: String) -> String { "{\"event\":\"e\",\"linkNumber\":\(members)}" }
        #expect(label(of: event("1,\"url\":\"cafe://b\""), after: ["cafe://b", "cafe://b"]) == "#1")
        #expect(label(of: event("2"), after: ["shop://a", "cafe://b"]) == "#2")
        #expect(label(of: event("1,\"url\":\"cafe://b\""), after: ["shop://a", "cafe://b"]) == "#2")
        #expect(label(of: event("1,\"url\":\"cafe://other\""), after: ["shop://a"]) == "#1?")
        for number in ["0", "3", "\(Int.min)", "\(Int.max)"] {
            #expect(label(of: event(number), after: ["shop://a", "cafe://b"]) == nil)
        }
    }

    @Test("the events that linkscope prints find their links again")
    func roundTrip() {
        var rig = Rig()
        rig.paste(Self.link)
        rig.press("r", .enter)
        let lines = rig.state.lists.events.indices.compactMap { index -> String? in
            let line = rig.state.eventLine(at: index)
            return line?.json(line?.read).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(lines.count == 5)
        for line in lines.prefix(3) {
            rig.deliver([line], from: .http)
            #expect(label(rig) == "#1", "\(line)")
        }
    }

    @Test(
        "an event in a log of a device finds its link",
        arguments: [
            #"05-01 10:15:32.123  1510  1510 D Bolts: al_nav_in: Bundle[{inputURL=news://article/1, targetURL=https://example.com/1, version=1.0}]"#,
            #"05-01 10:15:32.123  1510  1510 I Shop: {"event_name":"al_nav_in","event_args":{"inputURL":"news://article/1"}}"#,
        ])
    func log(_ line: String) throws {
        let bytes = Array(line.utf8)
        let read = LogLine(bytes.span)
        let log = try #require(read)
        let fact = try #require(log.facts?.first)
        #expect(label(of: String(decoding: log.record(of: fact), as: UTF8.self), after: ["news://article/1"]) == "#1")
    }
}
