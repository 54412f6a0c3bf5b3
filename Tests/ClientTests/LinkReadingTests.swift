import AppLinks
import JSONDocument
import LinkLayers
import Testing

/// The reading of a link as a user of the library sees it: with public names only.
@Suite("The reading of a link") struct LinkReadingTests {
    static let wrapped = "https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ"
    static let appLink =
        "shop://item/7?al_applink_data=%7B%22version%22%3A%221.0%22%2C%22target_url%22%3A%22https%3A%2F%2Fshop.example%2F7%22%2C"
        + "%22user_agent%22%3A%22Bolts%20iOS%22%2C%22extras%22%3A%7B%22n%22%3A%201%7D%2C"
        + "%22referer_app_link%22%3A%7B%22url%22%3A%22news%3A%2F%2Fback%22%2C%22app_name%22%3A%22News%22%7D%7D"

    @Test(
        "the kind tells what can open the link",
        arguments: [
            ("https://shop.example/", .web), ("HTTP://shop.example", .web), ("shop://item/7", .app), ("slack://open", .app),
            ("intent://a#Intent;scheme=shop;end", .intent), ("android-app://com.example.shop/https/a.example", .intent),
            ("mailto:a@b.example", .system), ("javascript:alert(1)", .system), ("WIFI:S:Kiosk;;", .qrCode), ("www.example.com/x", .noLink),
            ("http://[::1", .noLink), ("", .noLink),
        ] as [(String, LinkReading.Kind)]
    )
    func kind(link: String, kind: LinkReading.Kind) {
        #expect(LinkReading(link).kind == kind)
    }

    @Test func `the layers come from the outside to the inside, as written and decoded`() {
        let link = LinkReading(Self.wrapped)
        #expect(link.layers.map(\.kind) == [.clickWrapper, .base64])
        #expect(link.layers.map(\.path) == ["u", "u.data"])
        let written = ["https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ", "eyJpdGVtIjo3LCJuIjoxfQ"]
        #expect(link.layers.map(\.written) == written)
        #expect(link.layers.map(\.text) == ["https://shop.example/?data=eyJpdGVtIjo3LCJuIjoxfQ", #"{"item":7,"n":1}"#])
        #expect(link.layers.map(\.outer) == [nil, 0])
        #expect(link.layers.map(\.depth) == [1, 2])
        #expect(link.layers.map { link.text(at: $0.place) } == written)
        #expect(link.layers.first?.service == "Facebook")
    }

    @Test func `the app of an intent is the package that gets its link`() {
        let link = LinkReading("intent://item/7#Intent;scheme=shop;package=com.example.shop;end")
        #expect(link.layers.map(\.kind) == [.intent])
        #expect(link.layers.map(\.text) == ["shop://item/7"])
        #expect(link.layers.map(\.app) == ["com.example.shop"])
    }

    @Test func `an App Link has a target, data and a referer`() throws {
        let link = LinkReading(Self.appLink)
        #expect(link.isAppLink)
        #expect(link.target == "https://shop.example/7")
        #expect(link.referer?.url == "news://back" && link.referer?.appName == "News")
        let data = try #require(link.appLinkData)
        #expect(data.isUsable)
        #expect(data.json.hasPrefix(#"{"version":"1.0","target_url":"https://shop.example/7","#))
        #expect(data.extras == #"{"n": 1}"#)
        #expect(data.userAgent == "Bolts iOS")
        #expect(link.text(at: data.place).hasPrefix("%7B%22version%22"))
        #expect(link.incomingLink?.extras?["n"] == 1)
        #expect(link.url?.scheme == "shop")
    }

    @Test func `malformed data is shown as it is, and makes no App Link`() throws {
        let link = LinkReading("shop://item/7?al_applink_data=%7B%22target_url%22%3A")
        let data = try #require(link.appLinkData)
        #expect(!link.isAppLink && !data.isUsable)
        #expect(data.json == #"{"target_url":"#)
        #expect(data.extras == nil && data.userAgent == nil && link.referer == nil)
        #expect(link.target == link.link)
    }

    @Test func `a text that is not a URL has findings, and nothing else`() {
        let link = LinkReading("http://a b/?access_token=EAAB123456789")
        #expect(link.kind == .noLink && link.url == nil && link.target == nil && link.incomingLink == nil && link.appLinkData == nil)
        #expect(link.layers.isEmpty)
        #expect(link.findings.first?.code == .notURL)
        #expect(link.masked == "http://a b/?access_token=••••••••")
    }

    @Test func `white space around a link does not belong to it`() {
        let link = LinkReading("  shop://item?name=red shoes\n")
        #expect(link.link == "shop://item?name=red shoes")
        #expect(link.findings.first?.place == 20..<21)
    }

    @Test func `bytes that are not UTF-8 are reported, and shown as U+FFFD`() {
        let link = LinkReading(utf8: Array("shop://caf".utf8) + [0xE9])
        #expect(link.findings.map(\.code) == [.invalidUTF8])
        #expect(link.findings.first?.place == 10..<11)
        #expect(link.link == "shop://caf\u{FFFD}" && link.masked == link.link)
        #expect(link.utf8.last == 0xE9)
    }

    @Test func `only the first MiB of a long link is read, and whole characters of it`() {
        let link = LinkReading("shop://é" + String(repeating: "é", count: LinkReading.longest))
        #expect(link.utf8.count == LinkReading.longest - 1)
        #expect(link.severity == .error)
        #expect(link.findings.contains { $0.code == .cut })
        #expect(!link.link.contains("\u{FFFD}"))
    }

    @Test func `an endless sequence of bytes is read up to the limit`() {
        #expect(LinkReading(utf8: sequence(first: UInt8(ascii: "a")) { $0 }).utf8.count == LinkReading.longest)
    }

    @Test("a place outside the link is empty text", arguments: [3..<3, 100..<200, 0..<0])
    func place(place: Range<Int>) {
        #expect(LinkReading("shop://a").text(at: place).isEmpty)
    }

    @Test(
        "damaged links can be read, and every part of them",
        arguments: [wrapped, appLink, "intent://a#Intent;scheme=shop;S.b=c%20d;end"]
    )
    func damaged(link: String) {
        let bytes = Array(link.utf8)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            for damage in [[], [UInt8(ascii: "%")], [0xFF], Array("{\u{202E}".utf8)] {
                let read = LinkReading(utf8: bytes[..<place] + damage + bytes[(place + 1)...])
                let places = read.secrets + read.findings.compactMap(\.place) + read.layers.map(\.place)
                #expect(places.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= read.utf8.count })
                let texts = read.layers.flatMap { [$0.path, $0.written, $0.text, $0.masked] } + read.findings.map(\.message)
                #expect(texts.count == 4 * read.layers.count + read.findings.count)
                #expect(read.repaired().map { LinkReading($0.link).repaired() == nil } ?? true, "\(read.link)")
                #expect((read.appLinkData?.place.upperBound ?? 0) <= read.utf8.count)
            }
        }
    }
}
