import Bytes
import Foundation
import LinkLayers
import TestSupport
import Testing

@Suite("The layers of a link")
struct LayerTests {
    /// Each layer on one line: its kind, its path and its text.
    static func lines(_ link: String) -> [String] {
        LinkInspection(link).layers.map { "\($0.kind.rawValue) \($0.path): \($0.text.string)" }
    }

    @Test(
        "click wrappers and attribution links are peeled",
        arguments: [
            ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fx%3D1&h=AT0", "click-wrapper u: https://a.example/?x=1"),
            ("https://lm.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F", "click-wrapper u: https://a.example/"),
            ("https://l.instagram.com/?u=https%3A%2F%2Fa.example%2F&e=1", "click-wrapper u: https://a.example/"),
            ("https://www.google.com/url?q=https://a.example/&sa=D", "click-wrapper q: https://a.example/"),
            ("https://google.com/url?sa=t&url=https%3A%2F%2Fa.example", "click-wrapper url: https://a.example"),
            ("https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example&data=0", "click-wrapper url: https://a.example"),
            ("https://x.page.link/?link=https%3A%2F%2Fa.example&apn=com.a", "attribution link: https://a.example"),
            ("https://x.app.link/p?$canonical_url=https%3A%2F%2Fa.example", "attribution $canonical_url: https://a.example"),
            ("https://x.onelink.me/H3?af_dp=shop%3A%2F%2Fitem", "attribution af_dp: shop://item"),
            ("https://go.example/c?af_web_dp=https%3A%2F%2Fa.example", "attribution af_web_dp: https://a.example"),
            ("https://app.adjust.com/abc?deep_link=shop%3A%2F%2Fitem", "attribution deep_link: shop://item"),
            ("https://x.adj.st/?adjust_deeplink=shop%3A%2F%2Fitem", "attribution adjust_deeplink: shop://item"),
            ("https://a.example/?next=https%3A%2F%2Fb.example", "link next: https://b.example"),
            ("https://google.com/search?q=https%3A%2F%2Fa.example", "link q: https://a.example"),
            ("shop://a?to=tel%3A%2B3120", "link to: tel:+3120"),
        ])
    func wrappers(link: String, line: String) {
        #expect(Self.lines(link) == [line])
    }

    @Test(
        "wrappers are peeled that carry their link elsewhere than in a parameter",
        arguments: [
            (
                "https://urldefense.com/v3/__https://a.example/Learning-**B-Exams*__;4oCTIw!!abc!def$",
                ["click-wrapper path: https://a.example/Learning-–-Exams#"]
            ),
            ("https://urldefense.com/v3/__https:/a.example/x__;!!abc!def$", ["click-wrapper path: https://a.example/x"]),
            (
                "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.proofpoint.com%2Fv2%2Furl%3Fu%3Dhttps-3A__a.example_x%26d%3DD&data=0",
                [
                    "click-wrapper url: https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_x&d=D",
                    "click-wrapper url.u: https://a.example/x",
                ]
            ),
            (
                "https://ad.doubleclick.net/ddm/clk/1;2;u=3?https://a.example/?x=1&y=2", ["click-wrapper query: https://a.example/?x=1&y=2"]
            ),
            ("https://click.convertkit-mail2.com/a1/b2/aHR0cHM6Ly9hLmV4YW1wbGUvP3g9MQ", ["click-wrapper path: https://a.example/?x=1"]),
            ("https://web.archive.org/web/2020*/https://a.example/?x=1#y", ["archive path: https://a.example/?x=1#y"]),
            ("https://web.archive.org/web/2020/a.example/x", ["archive path: http://a.example/x"]),
            ("https://web.archive.org/web/https://a.example/x", ["archive path: https://a.example/x"]),
            ("https://web.archive.org/web/https%3A%2F%2Fa.example%2Fx", ["archive path: https://a.example/x"]),
            ("https://web.archive.org/web/a.example/x.html", ["archive path: http://a.example/x.html"]),
            ("https://web.archive.org/web/2024*/http://a.example/x", ["archive path: http://a.example/x"]),
            ("https://web.archive.org/web/2024/", []), ("https://web.archive.org/web/", []),
            (
                "https://my--shop-example.translate.goog/p?x=1&_x_tr_sl=de&y=2&_x_tr_tl=en#top",
                ["click-wrapper host: https://my-shop.example/p?x=1&y=2#top"]
            ),
            ("https://a-example.translate.goog/?_x_tr_sch=http&_x_tr_sl=de", ["click-wrapper host: http://a.example/"]),
            ("https://a-example.translate.goog", ["click-wrapper host: https://a.example"]),
            ("https://a-example.translate.goog/?_x_tr_enc=0", []), ("https://proxy.translate.goog/", []),
            ("https://translate.google.de/translate?sl=auto&u=https%3A%2F%2Fa.example%2F", ["click-wrapper u: https://a.example/"]),
            ("https://www.google.com/amp/help", []), ("https://href.li/?notalink", []),
            ("microsoft-edge-https://a.example/p", ["click-wrapper path: https://a.example/p"]),
            ("microsoft-edge:?x=1&url=https%3A%2F%2Fa.example%2F", ["click-wrapper url: https://a.example/"]),
            ("googlechrome://navigate?url=https%3A%2F%2Fa.example%2F", ["click-wrapper url: https://a.example/"]),
            ("ms-excel:ofv%7Cu%7Chttps://a.example/x.xlsx?web=1", ["click-wrapper path: https://a.example/x.xlsx?web=1"]),
        ] as [(String, [String])]
    )
    func carried(link: String, lines: [String]) {
        #expect(Self.lines(link) == lines)
    }

    @Test(
        "links and parameters in a fragment are peeled",
        arguments: [
            ("https://a.example/#https://b.example/x", ["link #: https://b.example/x"]),
            (
                "https://a.example/#/login?next=https%3A%2F%2Fb.example%2F",
                ["parameters #: ?next=https%3A%2F%2Fb.example%2F", "link #.next: https://b.example/"]
            ),
            (
                "https://a.example/#u=https://b.example/?c=d",
                ["parameters #: ?u=https://b.example/?c=d", "link #.u: https://b.example/?c=d"]
            ),
            ("shop://cb#state=1&expires_in=3600", ["parameters #: ?state=1&expires_in=3600"]),
            ("https://a.example/#section=2", []), ("https://a.example/#:~:text=a=b", []),
        ] as [(String, [String])]
    )
    func fragments(link: String, lines: [String]) {
        #expect(Self.lines(link) == lines)
    }

    @Test func `a store's referrer is a query of its own`() {
        let lines = [
            "parameters referrer: ?utm_source=m&link=shop%3A%2F%2Fitem%2F7", "link referrer.link: shop://item/7",
        ]
        let query = "id=com.a&referrer=utm_source%3Dm%26link%3Dshop%253A%252F%252Fitem%252F7"
        #expect(Self.lines("market://details?\(query)") == lines)
        #expect(Self.lines("https://play.google.com/store/apps/details?\(query)") == lines)
    }

    @Test func `a link of any scheme may have an Intent part`() {
        let link = "shop://item/7?u=xy%3A%2F%2Fz#Intent;package=com.a;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end"
        #expect(
            Self.lines(link) == [
                "intent data: shop://item/7?u=xy%3A%2F%2Fz", "link S.browser_fallback_url: https://a.example/",
                "link data.u: xy://z",
            ])
    }

    @Test(
        "other encodings of a value are peeled",
        arguments: [
            ("shop://a?d=%7B%22n%22%3A1%7D", ["json d: {\"n\":1}"]),
            ("shop://a?d=eyJuIjoiYSBsb25nIG5hbWUifQ", ["base64 d: {\"n\":\"a long name\"}"]),
            ("shop://a?d=aHR0cHM6Ly9hLmV4YW1wbGUvP3g9PT0_", ["base64 d: https://a.example/?x===?"]),
            ("shop://a?u=https%253A%252F%252Fa.example", ["percent-encoding u: https://a.example"]),
            ("shop://a?q=red%2520shoes", ["percent-encoding q: red shoes"]),
            ("https%3A%2F%2Fa.example%2F", ["percent-encoding : https://a.example/"]),
            (
                "shop://a?d=%7B%22a%22%3A%5B%22x%3A%2F%2Fy%22%5D%7D",
                ["json d: {\"a\":[\"x://y\"]}"]
            ),
            (
                "shop://a?d=%7B%22a%22%3A%5B%22xy%3A%2F%2Fz%22%5D%7D",
                ["json d: {\"a\":[\"xy://z\"]}", "link d.a[0]: xy://z"]
            ),
        ])
    func values(link: String, lines: [String]) {
        #expect(Self.lines(link) == lines)
    }

    @Test("a text that is compressed in base64 is peeled, in any parameter and however it is escaped")
    func compressed() {
        let link = "https://b.example/?x=1&d=%7B%22n%22%3A1%7D"
        for text in [link, "{\"to\":\"\(link)\"}", "hello, this is a text without a link"] {
            for pad in 0..<6 {
                let text = text + String(repeating: " ", count: pad)
                let plain = Data(gzipped(Array(text.utf8))).base64EncodedString()
                let url = packedGzip(text)
                for value in [url, plain, percentEncoded(plain), plain.replacing("=", with: "%3D"), plain.replacing("=", with: "")] {
                    for name in ["_branch_referrer", "x"] {
                        #expect(Self.lines("https://a.example/?y=1&\(name)=\(value)").first == "gzip \(name): \(text)", "\(value)")
                    }
                }
                let twice = percentEncoded(percentEncoded(plain))
                #expect(Self.lines("shop://a?x=\(twice)").contains("gzip x: \(text)"))
                #expect(Self.lines("shop://a?d=" + percentEncoded("{\"g\":\"\(plain)\"}")).prefix(2).last == "gzip d.g: \(text)")
            }
        }
        #expect(Self.lines("shop://a?x=\(packedGzip(link))").dropFirst() == ["json x.d: {\"n\":1}"])
        #expect(Self.lines("shop://a?x=" + packedGzip("https%3A%2F%2Fb.example")).last == "percent-encoding x: https://b.example")
        #expect(Self.lines("shop://a?x=" + packedGzip("shop://b?y=" + packedGzip("c://d"))).last == "gzip x.y: c://d")
    }

    @Test("a signed token is one object with its header and claims, in a parameter, in JSON, in a fragment and in the path") func tokens() {
        let token = signedToken(#"{"sub":"Zoë £","next":"https://a.example/p?q=1"}"#)
        let text = #"{"header":{"alg":"ES256"},"claims":{"sub":"Zoë £","next":"https://a.example/p?q=1"}}"#
        func lines(_ path: String) -> [String] { ["jwt \(path): \(text)", "link \(path).claims.next: https://a.example/p?q=1"] }
        #expect(Self.lines("https://b.example/login?token=\(token)&y=1") == lines("token"))
        #expect(Self.lines("shop://a?d=" + percentEncoded(#"{"t":"\#(token)"}"#)).suffix(2) == lines("d.t"))
        #expect(Self.lines("shop://a#id_token=\(token)&state=1").suffix(2) == lines("#.id_token"))
        #expect(Self.lines("https://b.example/login/\(token)/x") == lines("path"))
    }

    @Test("a signed token keeps its place, and nothing in it is repaired") func placeOfToken() {
        let token = signedToken(#"{"next":"https://a.example/?q=red shoes"}"#)
        let inspection = LinkInspection("shop://a?d=\(token)&y=1")
        #expect(inspection.layers.first?.range == 11..<11 + token.utf8.count)
        #expect(inspection.repaired == inspection.bytes)
    }

    @Test(
        "a value that is no signed token is not peeled as one",
        arguments: [
            "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ.c2ln", "eyJhbGciOiJFUzI1NiJ9.W10.c2ln",
            "eyJhbGciOiJFUzI1NiJ9..c2ln", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln.c2ln", "eyJhbGciOiJFUzI1NiJ9.eyJzdWI*OiI0MiJ9.c2ln",
        ])
    func noToken(value: String) {
        #expect(Self.lines("shop://a?d=\(value)").isEmpty)
    }

    @Test("a compressed text keeps the place of its letters, and is not repaired") func compressedPlace() throws {
        let letters = packedGzip("https://a.example/?q=red shoes&x=https%3A%2F%2Fb.example")
        let inspection = LinkInspection("shop://a?d=\(letters)&y=1")
        let place = 11..<11 + letters.utf8.count
        #expect(inspection.layers.map(\.range) == [place, place])
        #expect(inspection.layers.first?.text.original(0..<1) == place)
        #expect(inspection.repaired == inspection.bytes)
    }

    @Test("a compressed text may be truncated, but not damaged") func compressedDamage() {
        let letters = packedGzip("https://a.example/item/7?x=hello&y=there")
        #expect(Self.lines("shop://a?d=\(letters.prefix(letters.count - 20))").first?.hasPrefix("gzip d: https://a.example/") == true)
        #expect(Self.lines("shop://a?d=\(letters.prefix(30))A\(letters.dropFirst(31))").allSatisfy { !$0.hasPrefix("gzip") })
        #expect(Self.lines("shop://a?d=\(letters) and more").isEmpty)
        #expect(Self.lines("shop://a?d=H4sInternationalAssociation").isEmpty)
    }

    @Test("compressed texts together are not longer than the limit") func bombs() {
        let zeros = unpadded(gzipped([UInt8](repeating: 0, count: 1 << 20)))
        #expect(LinkInspection("shop://a?d=\(zeros)").layers.isEmpty)
        let text = unpadded(gzipped([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)))
        let inspection = LinkInspection("shop://a?d=\(text)")
        #expect(inspection.layers.isEmpty && inspection.codes.contains(.tooManyLayers))
        var nested = "https://a.example/?x=1"
        for _ in 0..<20 { nested = "shop://a?d=" + packedGzip(nested) }
        let many = LinkInspection(nested)
        #expect(many.layers.count == 8 && many.codes.contains(.tooManyLayers))
    }

    @Test(
        "texts that only look like layers are not peeled",
        arguments: [
            "shop://a?t=12:30&s=a:b&n=abcdefghijklmnopqrstuv&r=1/2/3/4/5/6/7/8/9&e=%7Bx%7D",
            "shop://a?token=dGhlIHF1aWNrIGJyb3duAP8&w=internationalization",
            "shop://a?q=50%2525", "https://a.example/%257B%7D",
        ])
    func plain(link: String) {
        let kinds = LinkInspection(link).layers.map(\.kind)
        #expect(kinds.isEmpty || link.contains("50%2525") && kinds == [.percentEncoding])
    }

    @Test func `the links in the data of an App Link are layers, the data itself is not`() {
        let data = #"{"target_url":"https:\/\/a.example\/","referer_app_link":{"url":"back://x","app_name":"A"},"extras":{"n":5}}"#
        #expect(
            Self.lines(appLink(data)) == [
                "link al_applink_data.target_url: https://a.example/", "link al_applink_data.referer_app_link.url: back://x",
            ])
    }

    @Test func `an intent leads to its data and to its fallback`() {
        let link = "intent://open/7?a=1#Intent;scheme=shop;package=com.a;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end"
        #expect(
            Self.lines(link) == [
                "intent data: shop://open/7?a=1", "intent-fallback S.browser_fallback_url: https://a.example/",
            ])
        #expect(Self.lines("android-app://com.a/https/a.example/p?q=1") == ["android-app data: https://a.example/p?q=1"])
    }

    @Test func `layers are peeled from layers and keep their places in the link`() throws {
        let inner = appLink(#"{"target_url":"https://t.example/"}"#)
        let middle = "https://go.example/?next=" + percentEncoded(inner)
        let link = "https://l.facebook.com/l.php?u=" + percentEncoded(middle) + "&h=1"
        let inspection = LinkInspection(link)
        #expect(inspection.layers.map(\.path) == ["u", "u.next", "u.next.al_applink_data", "u.next.al_applink_data.target_url"])
        #expect(inspection.layers.map(\.outer) == [nil, 0, 1, 2])
        #expect(inspection.layers.map(\.depth) == [1, 2, 3, 4])
        #expect(String(decoding: inspection.outerText(of: inspection.layers[0]), as: UTF8.self) == link)
        let second = inspection.layers[1]
        #expect(String(decoding: inspection.outerText(of: second)[second.outerRange], as: UTF8.self) == percentEncoded(inner))
        let target = try #require(inspection.layers.last)
        let written = percentEncoded(percentEncoded(percentEncoded("https://t.example/")))
        #expect(String(decoding: inspection.bytes[target.range], as: UTF8.self) == written)
        // One letter of the target: the `t` of the host.
        #expect(String(decoding: inspection.bytes[target.text.original(8..<9)], as: UTF8.self) == "t")
        #expect(String(decoding: inspection.bytes[target.text.original(7..<8)], as: UTF8.self) == "%25252F")
    }

    @Test func `JSON that was encoded as forms are has spaces for its pluses, and keeps its places`() throws {
        let link = Array("https://a.example/?x=%7B%22n%22%3A+1%2C+%22u%22%3A+%22shop%3A%2F%2Fitem%22%2C+%22t%22%3A+%221%2B1+2%22%7D".utf8)
        let layers = LinkInspection(link).layers
        #expect(layers.map(\.text.string) == [#"{"n": 1, "u": "shop://item", "t": "1+1 2"}"#, "shop://item"])
        let inner = try #require(layers.last)
        #expect(String(decoding: link[inner.range], as: UTF8.self) == "shop%3A%2F%2Fitem")
    }

    @Test func `a value in base64 keeps the places of the characters it was decoded from`() throws {
        let layer = try #require(LinkInspection("shop://a?d=aHR0cHM6Ly9hLmV4YW1wbGU=").layers.first)
        #expect(layer.text.string == "https://a.example")
        #expect(layer.text.original(0..<3) == 11..<15)
        #expect(layer.text.original(0..<1) == 11..<13)
        #expect(layer.range.lowerBound == 11)
    }

    @Test func `the path to a value has the positions in lists, and at most 16 steps into a document`() {
        let json = #"{"a":[1,{"b":["x",["xy://z"]]}],"c":"xy://w"}"#
        #expect(LinkInspection("shop://a?d=\(percentEncoded(json))").layers.map(\.path) == ["d", "d.a[1].b[1][0]", "d.c"])
        let deep = String(repeating: "[", count: 20) + #""xy://z""# + String(repeating: "]", count: 20)
        let whole = "d" + String(repeating: "[0]", count: 16)
        #expect(LinkInspection("shop://a?d=\(percentEncoded(deep))").layers.map(\.path) == ["d", whole])
    }

    @Test func `used memory changes neither the next inspection nor one that was kept`() {
        func account(_ inspection: LinkInspection) -> [String] {
            inspection.layers.map { "\($0.path) \($0.outerRange) \($0.range) \($0.text.string) \($0.text.original(1..<2))" }
                + inspection.findings.map { "\($0)" } + ["\(inspection.secrets)"]
        }
        let links = [
            appLink(#"{"target_url":"https://t.example/a%2Fb?u=xy%3A%2F%2Fz","extras":{"token":"abcdefghijklmnop"}}"#),
            "no link", "http://b.example/?u=https%3A%2F%2Fc.example%2F%3Fq%3Dred%2520shoes&u=1", "shop://a",
            appLink(#"{"target_url":"www.example.com","referer_app_link":{"url":"xy:\/\/z"}}"#),
        ]
        var memory = InspectionMemory()
        var kept: [LinkInspection] = []
        for link in links + links {
            var inspection = LinkInspection.inspect(Array(link.utf8).span, into: &memory)
            #expect(account(inspection) == account(LinkInspection(link)))
            kept.append(inspection)
            inspection.giveBack(&memory)
        }
        for (link, inspection) in zip(links + links, kept) { #expect(account(inspection) == account(LinkInspection(link))) }
    }

    // MARK: Limits

    @Test func `the depth is limited, and a deeper link is reported`() {
        var link = "https://a.example/"
        for _ in 0..<14 { link = "https://a.example/?u=" + percentEncoded(link) }
        let inspection = LinkInspection(link)
        #expect(inspection.layers.map(\.depth) == Array(1...8))
        #expect(inspection.codes == [.tooManyLayers])
    }

    @Test func `the number of layers is limited`() {
        let link = "shop://a?" + (0..<1000).map { "p\($0)=x%3A%2F%2Fy\($0)" }.joined(separator: "&").replacing("=x", with: "=xy")
        let inspection = LinkInspection(link)
        #expect(inspection.layers.count == 64)
        #expect(inspection.codes == [.tooManyLayers])
    }

    @Test(
        "the time for the worst links grows in proportion to their length",
        arguments: [
            ("shop://a?d=", "%5B"), ("shop://a?d=", "[\"a://b\","), ("shop://a?d=", "%2525"), ("shop://a?", "a+b&"),
            ("shop://a?d=", "YWFh"), ("shop://a?", "token=ab+cd&"), ("shop://a?x=", "%E4%z"), ("URL:", "x://"), ("URL:", "http://a;"),
            ("mailto:", "a <a@b>;"), ("tel:+", "(0"),
            ("intent:", "#Intent;"), ("shop://a?al_applink_data=%5B", percentEncoded(#""ab:\/\/c","#)), ("https://xn--", "a9"),
            ("shop://a?al_applink_data=", percentEncoded(#"{"a":"#)), ("shop://a?al_applink_data={\"a\":\"", "&"),
        ])
    func hostile(start: String, piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 10, long: 1 << 13)) { size in
            let inspection = LinkInspection(start + String(repeating: piece, count: size / piece.utf8.count))
            for layer in inspection.layers {
                #expect(layer.range.lowerBound >= 0 && layer.range.upperBound <= inspection.bytes.count)
            }
        }
        #expect(isLinear)
    }

    @Test(
        "the time grows with the number of parameters that mean something only with others, which come last or not at all",
        arguments: [
            ("Expires=1&", ""), ("X-Amz-Expires=1&", ""), ("X-Amz-Expires=1&", "X-Amz-Signature=a&X-Amz-Date=20260801T000000Z"),
        ])
    func signed(piece: String, end: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 14, long: 1 << 15)) { size in
            let many = String(repeating: piece, count: size / piece.utf8.count)
            _ = LinkInspection("https://a.example/?" + many + end)
        }
        #expect(isLinear)
    }
}
