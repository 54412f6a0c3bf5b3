import AppLinks
import Checks
import Deciding
import JSONDocument
import LinkLayers
import Projects
import Records
import Reports
import Secrets
import TestSupport
import Testing

/// What people missed, or read and found wrong, in the report on a link.
@Suite("Reports that people asked for")
struct ReportedTextTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var link: String
        var shows: [String] = []
        var hides: [String] = []
        var testDescription: String { link }
    }

    @Test(
        "the first line names the service or the app, and what it does",
        arguments: [
            Example(link: "https://example.app.link/3hjz2pLmNb", shows: ["Link made with Branch"]),
            Example(link: "https://bnctestbed.app.link?gclid=12345", shows: ["Link made with Branch"]),
            Example(link: "https://x.onelink.me/H3hp", shows: ["Link made with AppsFlyer OneLink"]),
            Example(
                link: "https://app.appsflyer.com/com.example.app?pid=facebook_int&c=summer&af_dp=shop%3A%2F%2Fa", shows: ["AppsFlyer"],
                hides: ["OneLink"]),
            Example(link: "https://app.adjust.world/abc123?deep_link=myapp%3A%2F%2Fx", shows: ["Link made with Adjust"]),
            Example(
                link: "https://us-west-2.protection.sophos.com/?d=example.com&u=aHR0cHM6Ly9leGFtcGxlLmNvbS9h&i=abc&t=def&h=ghi",
                shows: ["Link wrapped by Sophos (mail gateway). It leads to example.com", "there is no check"], hides: ["only Sophos knows"]
            ),
            Example(link: "https://u1234567.ct.sendgrid.net/uni/ls/click?upn=u001.abc", shows: ["SendGrid"]),
            Example(link: "https://links.iterable.com/a/click?_t=abcd1234&_m=efgh5678&_e=AbCdEfGh", shows: ["Iterable", "/a/"]),
            Example(
                link: "https://itunes.apple.com/search?media=podcast&term=news", shows: ["iTunes Search API link"],
                hides: ["App Store link"]),
            Example(link: "https://apps.apple.com/us/app/id284882215?mt=8", shows: ["App Store link", "media type"], hides: ["campaign"]),
            Example(
                link:
                    "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fexample.com%2Fa&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi",
                shows: ["Safe Links in Teams", "example.com"], hides: ["or to teams.microsoft.com"]),
            Example(link: "tg://resolve?domain=example", shows: ["Telegram: open a chat."]),
            Example(link: "https://t.me/joinchat/abc", shows: ["Telegram: join a group."]),
            Example(link: "https://t.me/exa_robot/app?startapp=plans", shows: ["Telegram: open a Mini App."]),
            Example(link: "https://t.me/durov/123", shows: ["Telegram: open a message."]),
            Example(
                link: "https://t.me/share/url?url=https%3A%2F%2Fa.example%2F",
                shows: ["Telegram: share a link. It carries a link to a.example."]),
            Example(link: "https://wa.me/15551234567", shows: ["WhatsApp: open a chat."]),
            Example(link: "twitter://user?screen_name=example", shows: ["X: open a profile."]),
            Example(link: "https://x.com/example/status/1", shows: ["X: open a post."]),
            Example(link: "https://x.com/settings", shows: ["X: open the settings."]),
            Example(link: "https://x.com/example", shows: ["X: open a profile or a page."]),
            Example(link: "https://github.com/a/b/issues/new", shows: ["GitHub: write an issue."]),
            Example(link: "pktc://discover?source=widget", shows: ["Pocket Casts: open the podcasts to discover."]),
            Example(link: "https://8x8.vc/about/us", hides: ["8x8: join a meeting."]),
            Example(link: "https://maps.apple.com/directions?destination=a", shows: ["Apple Maps: get directions."]),
            Example(link: "https://www.google.com/imghp?hl=en", shows: ["Web link to www.google.com."]),
            Example(link: "upi://pay?pa=a@bank&am=10", shows: ["UPI: pay."]),
            Example(link: "https://pastebin.com/ws5YJDAv", shows: ["Pastebin: open a paste or a page."]),
            Example(link: "https://de.scribd.com/document/1/a", shows: ["Scribd: open a document."]),
            Example(link: "https://a.example/auth/google/callback", shows: ["Link to return from a login on a.example."]),
            Example(link: "https://a.example/track/123456", shows: ["Web link to a.example."], hides: ["a track"]),
            Example(link: "maas360appcatalog://launchapp?appID=com.example.app", shows: ["IBM MaaS360: open an app in the catalog."]),
            Example(
                link: "https://portal.manage.microsoft.com/enrollment/webenrollment/ios", shows: ["Microsoft Intune: enroll a device."]),
            Example(link: "https://a.myshopify.com/cart/70881412:1?discount=SPRING", shows: ["Shopify: open a cart or a checkout."]),
            Example(link: "credpay://upi/pay?pa=a@bank&am=10", shows: ["UPI: pay."]),
            Example(link: "navipay://pay?pa=a@bank&am=10", shows: ["UPI: pay."]),
            Example(link: "spotify:track:4uLU6hMCjMI75M1A2tKUQC", shows: ["Spotify: play a song."]),
            Example(link: "vscode://file/tmp/a.txt", shows: ["Visual Studio Code: open a file."]),
            Example(
                link: "https://teams.microsoft.com/dl/launcher/launcher.html?type=meetup-join",
                shows: ["Microsoft Teams: open Microsoft Teams."]),
            Example(link: "zoommtg://zoom.us/join?confno=123", shows: ["Zoom: join a meeting."]),
            Example(link: "msauth://com.example.app/abc", shows: ["Microsoft login: return from a login."]),
            Example(link: "data:application/pdf;base64,JVBERi0=", shows: ["PDF"], hides: ["whole page", "page inside the link"]),
            Example(link: "data:image/png;base64,iVBORw0KGgo=", shows: ["an image inside the link itself"], hides: ["a page inside"]),
        ] as [Example])
    func summary(_ example: Example) {
        let text = report(example.link).text()
        for words in example.shows { #expect(text.contains(words), "\(text)") }
        for words in example.hides { #expect(!text.contains(words), "\(text)") }
    }

    @Test(
        "host, path and route are shown as parsers read them",
        arguments: [
            Example(link: "myapp://hello/world", shows: ["(host hello, path /world)"]),
            Example(link: "myapp:///world", shows: ["(empty host, path /world)"]),
            Example(link: "myapp:/world", shows: ["(no host, path /world)"]),
            Example(link: "myapp://hello?x=1", shows: ["(host hello, no path)"]),
            Example(link: "https://a.example/b", hides: ["host a.example"]), Example(link: "tel:+15551234567", hides: ["no host"]),
            Example(link: "https://a.example/#/product/1", shows: ["/product/1  (a route of the page"]),
            Example(link: "https://a.example/p#reviews", hides: ["a route"]),
            Example(link: "antennapod-subscribe://https://example.com/feed", shows: ["It carries a link to example.com."]),
            Example(
                link: #"WIFI:T:WPA;S:Kaffee\;Bude;P:flatwhite8;H:true;;"#,
                shows: ["security  WPA", #"network   Kaffee\;Bude"#, "password  ••••••••", "hidden    true"], hides: ["flatwhite8"]),
            Example(link: "SMSTO:+15551234567:Hello: you", shows: ["number  +15551234567", "text    Hello: you"]),
            Example(link: "MATMSG:TO:a@b.example;SUB:Hi;BODY:There;;", shows: ["to       a@b.example", "subject  Hi", "text     There"]),
            Example(
                link: "BEGIN:VCARD VERSION:3.0 FN:Ana Lund TEL;TYPE=home:+1555 URL:https://a.example/x END:VCARD",
                shows: ["with a contact", "name   Ana Lund", "phone  +1555", "https://a.example/x"],
                hides: ["link   https", "VERSION:3.0  "]),
        ] as [Example])
    func parts(_ example: Example) {
        let text = report(example.link).text()
        for words in example.shows { #expect(text.contains(words), "\(text)") }
        for words in example.hides { #expect(!text.contains(words), "\(text)") }
    }

    @Test func `the JSON of an app's link has its host and path, without secrets`() throws {
        let json = try report("shop://hello/reset/token/a1B2c3D4e5F6g7H8").parsed()
        #expect(json["host"] == "hello" && json["path"] != nil)
        #expect(try report("https://a.example/b").parsed()["host"] == nil)
    }

    @Test func `a cut by a shell is a finding, and the cut link has no repairs`() {
        var writer = InspectionWriter(.json, showsSecrets: false)
        _ = writer.append(
            Array("http://a.example/?x=1".utf8).span, isCut: false, entry: .inbound(sourceApplication: nil), shellCut: "The shell ends it.")
        let json = writer.withOutput { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        #expect(json.contains(#""code":"shell-cut","severity":"warning","message":"The shell ends it.""#), "\(json)")
        #expect(!json.contains("Use https."))
    }

    @Test func `an app's table agrees with what its links do`() {
        for app in KnownServices.apps.rows.all {
            #expect(
                app.example.count == 2 && report(app.example[0]).text().hasPrefix("\(app.name): \(app.example[1])"),
                "\(app.name) \(report(app.example[0]).text())")
            #expect(Set(app.source).isSubset(of: "DC~") && app.facts.hasSuffix("."), "\(app.name)")
        }
    }

    @Test func `the states that a device lists are events with their meaning`() {
        let records = PastedText(
            Array("  com.example.shop:\n    Domain verification state:\n      app.example.cn: verified\n      www.example.cn: 1024\n".utf8)
        ).records
        let texts = records.map { report($0.bytes).text() }
        #expect(texts.count == 2 && texts.allSatisfy { $0.hasPrefix("State of a domain on a device.") && $0.contains("com.example.shop") })
        #expect(texts[0].contains("open the app without a question") && texts[1].contains("From 1024 on"), "\(texts)")
    }
}
