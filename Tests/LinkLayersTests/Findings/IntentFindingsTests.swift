import AppLinks
import Bytes
import LinkLayers
import TestSupport
import Testing

@Suite("Findings about intents")
struct IntentFindingsTests {
    @Test(
        "an unreadable intent is repaired if only its end or an escape is missing",
        arguments: [
            ("intent://a/7#Intent;scheme=brew;package=com.a", "intent://a/7#Intent;scheme=brew;package=com.a;end"),
            ("intent://a/7#Intent;scheme=brew;package=com.a;", "intent://a/7#Intent;scheme=brew;package=com.a;end"),
            ("intent://a/7#Intent;scheme=brew;package=com.a;en", "intent://a/7#Intent;scheme=brew;package=com.a;end"),
            (
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/a;c=2;end",
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/a%3Bc=2;end"
            ),
            (
                "intent://a/7#Intent;scheme=brew;S.note=one;two;three;package=com.a;end",
                "intent://a/7#Intent;scheme=brew;S.note=one%3Btwo%3Bthree;package=com.a;end"
            ),
            (
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/p?a=1;b=2;end",
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/p?a=1%3Bb=2;end"
            ),
            (
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/a#top;b;package=com.a",
                "intent://a/7#Intent;scheme=brew;S.browser_fallback_url=https://x.example/a%23top%3Bb;package=com.a;end"
            ),
            ("brew://order/5512#Intent;package=com.a", "intent://order/5512#Intent;scheme=brew;package=com.a;end"),
        ])
    func repairs(link: String, repaired: String) {
        #expect(LinkInspection(link).codes.contains(.badIntent))
        #expect(LinkInspection(link).repairedText == repaired)
        #expect(!LinkInspection(repaired).codes.contains(.badIntent))
    }

    @Test(
        "any app can claim the scheme of an intent that names none",
        arguments: [
            ("intent://login?access_token=abc#Intent;scheme=acme;end", true),
            ("intent://x#Intent;scheme=acme;S.session_token=abc;end", true),
            ("intent://login?access_token=abc#Intent;scheme=acme;package=com.a;end", false),
            ("intent://login?access_token=abc#Intent;scheme=acme;component=com.a/.Login;end", false),
            ("intent://login?access_token=abc#Intent;scheme=https;end", false), ("intent://login?access_token=abc#Intent;end", false),
            ("intent://login?x=abc#Intent;scheme=acme;end", false), ("intent://login?access_token=abc#Intent;scheme=acme", false),
        ])
    func claim(link: String, isTold: Bool) {
        let finding = LinkInspection(link).findings.first { $0.code == .claimableScheme }
        #expect((finding != nil) == isTold)
        #expect(finding?.range.map { String(decoding: Array(link.utf8)[$0], as: UTF8.self) } ?? "acme" == "acme")
    }

    @Test(
        "an intent whose meaning is not clear is left alone",
        arguments: ["intent://a#Intent;scheme=s;i.n=many;end", "intent://a#Intent;scheme=s;wrong=1;end", "android-app://"])
    func unclear(link: String) {
        #expect(LinkInspection(link).repairs(of: .badIntent).isEmpty)
    }

    @Test(
        "data without a scheme is reported unless something else finds the app",
        arguments: [
            ("intent://beans/7#Intent;package=com.a;end", true), ("intent:beans#Intent;action=com.a.VIEW;end", true),
            ("intent://beans/7#Intent;component=com.a/.Main;end", false), ("intent:#Intent;action=com.a.SCAN;package=com.a;end", false),
            ("intent://beans/7#Intent;type=text/plain;end", false), ("intent:brew://beans/7#Intent;package=com.a;end", false),
            ("intent://beans/7#Intent;scheme=brew;end", false), ("intent:tel:1", true), ("intent://x", true),
            ("intent://x#intent;scheme=brew;end", true),
        ])
    func scheme(link: String, isReported: Bool) {
        #expect(LinkInspection(link).codes.contains(.intentWithoutScheme) == isReported)
    }

    @Test(
        "a scheme that stands in the data and in scheme= is reported",
        arguments: [
            ("intent:https://a.example/p#Intent;scheme=https;end", "intent://a.example/p#Intent;scheme=https;end"),
            ("intent:mailto:a@b.example#Intent;scheme=mailto;end", "intent:a@b.example#Intent;scheme=mailto;end"),
            ("intent://https://a.example/p#Intent;scheme=https;end", "intent://a.example/p#Intent;scheme=https;end"),
            ("intent:brew:item/7#Intent;scheme=brew;end", "intent:item/7#Intent;scheme=brew;end"),
            ("intent://x#Intent;scheme=brew://;end", "intent://x#Intent;scheme=brew;end"),
            ("intent://brew://x#Intent;scheme=https;end", nil),
            ("intent://x/#Intent;scheme=brew://open;package=com.example.brew;end", nil), ("intent://x#Intent;scheme=brew:open;end", nil),
            ("intent:brew://x#Intent;scheme=https;end", nil), ("intent://x#intent;scheme=brew;end", "intent://x#Intent;scheme=brew;end"),
        ] as [(String, String?)])
    func schemeTwice(link: String, repaired: String?) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.contains { $0 == .intentSchemeTwice || $0 == .intentWithoutScheme })
        #expect(inspection.repairedText == repaired ?? link)
        #expect(repaired.map { LinkInspection($0).codes.isEmpty } ?? true)
    }

    @Test(
        "an app that claims the host in scheme= opens the address",
        arguments: [
            ("brew://open", "brew://open://x/", " or of this host"), ("brew://", "brew://://x/", ""), ("brew:open", "brew:open://x/", ""),
        ])
    func hostInScheme(scheme: String, address: String, host: String) {
        let finding = LinkInspection("intent://x/#Intent;scheme=\(scheme);end").findings.first { $0.code == .intentSchemeTwice }
        let end = "gets \(address). Only an app that accepts all links of the scheme\(host) opens this address."
        #expect(finding?.message.hasSuffix(end) == true, "\(finding?.message ?? "")")
    }

    @Test(
        "a colon in the data is no scheme",
        arguments: [
            "intent:1:2#Intent;scheme=brew;end", "intent:a:b#Intent;scheme=brew;end", "intent://brew:80/x#Intent;scheme=brew;end",
            "intent://brew:80/https://x#Intent;scheme=brew;end",
        ])
    func colon(link: String) {
        #expect(LinkInspection(link).codes.isEmpty)
    }

    @Test func `the fragment of an android-app link belongs to its data`() {
        let data = LinkInspection("android-app://com.a/https/a.example/p#top").layers.first
        #expect(data.map { String(decoding: $0.text.bytes, as: UTF8.self) } == "https://a.example/p#top")
        let more = LinkInspection("android-app://com.a/https/a.example/p#top#Intent;S.x=1;end").layers.first
        #expect(more.map { String(decoding: $0.text.bytes, as: UTF8.self) } == "https://a.example/p#top")
    }

    @Test(
        "a browser opens only pages of the web as a fallback",
        arguments: [
            ("brew%3A%2F%2Fx", true), ("market%3A%2F%2Fdetails%3Fid%3Dcom.a", true), ("a.example%2Fx", true), ("%2Fx", true),
            ("https%3A%2F%2Fa.example", false), ("HTTP%3A%2F%2Fa.example", false), ("", false),
        ])
    func fallback(value: String, isReported: Bool) {
        let inspection = LinkInspection("intent://a/7#Intent;scheme=brew;S.browser_fallback_url=\(value);end")
        #expect(inspection.codes.contains(.badFallback) == isReported)
        #expect(inspection.layers.contains { $0.kind == .intentFallback } == (!isReported && !value.isEmpty))
    }

    @Test("who reads the Intent part of another link is said once, and not of intent: links")
    func fragment() {
        #expect(LinkInspection("https://a.example/app#Intent;scheme=brew;package=com.a;end").codes == [.intentFragment])
        #expect(
            LinkInspection("https://a.example/app#Intent;scheme=brew;package=com.a;end").repairedText
                == "intent://a.example/app#Intent;scheme=brew;package=com.a;end")
        let fallback = LinkInspection("https://a.example/app#Intent;S.browser_fallback_url=https%3A%2F%2Fb.example;end")
        #expect(fallback.layers.map(\.kind) == [.intent, .link])
        #expect(LinkInspection("intent://a/7#Intent;scheme=brew;package=com.a;end").codes.isEmpty)
        #expect(LinkInspection("https://a.example/app#Intentions").codes.isEmpty)
    }

    @Test(
        "a part of an intent that Android cannot use is reported",
        arguments: [
            (
                "intent://p/1#Intent;scheme=my_shop;package=com.example.shop;end", .malformedStart, "_",
                "intent://p/1#Intent;scheme=my-shop;package=com.example.shop;end"
            ),
            ("intent://p/1#Intent;scheme=my,shop;package=com.example.shop;end", .malformedStart, ",", nil),
            ("intent://p/1#Intent;scheme=shop=1;package=com.example.shop;end", .malformedStart, "=", nil),
            ("intent://p/1#Intent;scheme=myshop;package=com.example.shop&ref=1;end", .badPackage, "com.example.shop&ref=1", nil),
            ("android-app://shop/https/a.example/x", .badPackage, "shop", nil),
            ("intent://p/1#Intent;scheme=shop;package=com.my shop;end", .badPackage, "com.my shop", nil),
            ("Intent://scan/#Intent;scheme=zxing;end", .capitalScheme, "Intent", "intent://scan/#Intent;scheme=zxing;end"),
            (
                "intent://p/1/#Intent;scheme=myshop;S.name=Ana Lopez;end", .unescapedBlank, " ",
                "intent://p/1/#Intent;scheme=myshop;S.name=Ana%20Lopez;end"
            ),
        ] as [(String, FindingCode, String, String?)])
    func parts(link: String, code: FindingCode, place: String, repaired: String?) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [code])
        #expect(inspection.place(of: code) == place)
        #expect(inspection.repairedText == repaired ?? link)
    }

    @Test func `Android reads a letter beyond ASCII in an intent`() {
        #expect(LinkInspection("intent://p/1/#Intent;scheme=myshop;S.name=Zoë;end").codes.isEmpty)
    }

    @Test func `a scheme with capitals is reported in an intent, too`() {
        let link = "intent://a.example/7#Intent;scheme=HTTPS;package=com.a;end"
        #expect(LinkInspection(link).codes == [.capitalScheme])
        #expect(LinkInspection(link).repairedText == "intent://a.example/7#Intent;scheme=https;package=com.a;end")
    }

    @Test func `the layer of an intent names the app`() {
        #expect(LinkInspection("android-app://com.a/https/a.example/x").layers.map(\.package) == ["com.a"])
        #expect(LinkInspection("intent://a/7#Intent;scheme=brew;package=com.a;end").layers.map(\.package) == ["com.a"])
    }

    @Test(
        "the repaired fallback of an intent keeps its parameters, although Android decodes it once",
        arguments: [
            // The link in u is escaped, and v belongs to the fallback.
            ("/x?u=https%3A%2F%2Fc.example%2F%3Fq%3D1%26r%3D2&v=2", "/x?u=https://c.example/?q=1%26r=2&v=2"),
            ("/x?u=https%3A%2F%2Fc.example%2F%3Fq%3D1%26r%3D2%26s%3D3&v=2&w=4", "/x?u=https://c.example/?q=1%26r=2%26s=3&v=2&w=4"),
            // Nothing in the fallback is escaped, so v may belong to either link.
            ("/x?u=https://c.example/?q=1&v=2", "/x?u=https://c.example/?q=1%26v=2"),
            ("/x?u=1&v=2#top", "/x?u=1&v=2#top"), ("/x?u=1;v=2&w=3", "/x?u=1;v=2&w=3"), ("/x?u=1&amp;v=2", "/x?u=1&v=2"),
            // The & in q is escaped only for the page.
            ("/?q=a%26b&c=1", "/?q=a%26b&c=1"), ("/?q=a%26b", "/?q=a%26b"), ("/a%20b?q=c%2B%2B%26b&c=1", "/a%20b?q=c%2B%2B%26b&c=1"),
            // The & between the parameters is escaped for Android.
            ("/?a=1%26b=2", "/?a=1&b=2"), ("/?a=1%26b=2%26c=3", "/?a=1&b=2&c=3"),
            ("/x?u=100%&v=2", "/x?u=100%25&v=2"), ("/x?u=1&v=a%20b", "/x?u=1&v=a b"),
        ])
    func repairedFallback(written: String, opened: String) throws {
        let intent = "intent://p?a=1#Intent;scheme=shop;S.browser_fallback_url=https://b.example\(written);end"
        let repaired = LinkInspection(intent).repairedText
        let extras = try IntentURI(repaired).intent.fields.extras
        #expect(extras.first { $0.name == "browser_fallback_url" }?.value == .string("https://b.example\(opened)"), "\(repaired)")
    }

    @Test(
        "an intent inside another one that is not escaped has one finding, and no repair that makes another link",
        arguments: [
            "intent://x#Intent;scheme=a;S.browser_fallback_url=intent://y#Intent;scheme=b;end;end",
            "intent://x/p#Intent;scheme=https;package=com.a;S.browser_fallback_url=intent:https://y.example/p#Intent;scheme=https;end;end",
            "intent://x#Intent;scheme=a;S.browser_fallback_url=intent://y#Intent;scheme=b",
            "shop://x#Intent;package=com.a;S.browser_fallback_url=intent://y#Intent;scheme=b;end;end",
        ])
    func nestedIntent(link: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [.badIntent])
        #expect(inspection.place(of: .badIntent) == "#Intent;")
        #expect(!inspection.hasRepairs && inspection.layers.isEmpty)
    }

    @Test func `an escaped intent inside another one, and a fragment before the Intent part, are no fault`() {
        let escaped = "intent://x#Intent;scheme=a;S.next=intent%3A%2F%2Fy%23Intent%3Bscheme%3Db%3Bend;package=com.a;end"
        #expect(LinkInspection(escaped).codes.isEmpty)
        #expect(LinkInspection("intent://a.example/p#top#Intent;scheme=https;package=com.a;end").codes.isEmpty)
    }

    @Test(
        "fields that are separated like parameters or a list get their semicolons",
        arguments: [
            ("intent://p#Intent;scheme=shop,package=com.a;end", "intent://p#Intent;scheme=shop;package=com.a;end"),
            ("intent://p#Intent;scheme=shop,package=com.a,S.B=a;end", "intent://p#Intent;scheme=shop;package=com.a;S.B=a;end"),
            ("intent://p/42#Intent;scheme=shop&package=com.a;end", "intent://p/42#Intent;scheme=shop;package=com.a;end"),
            (
                "intent://p/42#Intent;package=com.a&scheme=shop&S.browser_fallback_url=https%3A%2F%2Fa.example;end",
                "intent://p/42#Intent;package=com.a;scheme=shop;S.browser_fallback_url=https%3A%2F%2Fa.example;end"
            ),
        ])
    func separators(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [.badIntent])
        #expect(inspection.place(of: .badIntent).map { ["&", ","].contains($0) } == true)
        #expect(inspection.repairedText == repaired)
        #expect(LinkInspection(repaired).codes.isEmpty)
    }

    @Test func `an & and a comma in the data and in an extra are left alone`() {
        #expect(LinkInspection("intent://p?a=1&package=2#Intent;scheme=shop;package=com.a;S.q=a%26scheme=b&scheme=c;end").codes.isEmpty)
        #expect(LinkInspection("intent://p?a=1,package=2#Intent;scheme=shop;package=com.a;S.q=a,scheme=b;end").codes.isEmpty)
    }

    @Test(
        "the host of a web link in an intent is a domain",
        arguments: [
            ("intent://open/7#Intent;scheme=https;package=com.a;end", true), ("intent://open#Intent;scheme=http;end", true),
            ("intent://a.example/7#Intent;scheme=https;package=com.a;end", false), ("intent://open/7#Intent;scheme=shop;end", false),
            ("intent://localhost/7#Intent;scheme=http;end", false), ("intent://localhost:80/7#Intent;scheme=http;end", false),
            ("intent://open/7#Intent;scheme=https;component=com.a/.B;end", false), ("intent:open/7#Intent;scheme=https;end", false),
        ])
    func webHost(link: String, isTold: Bool) {
        #expect(LinkInspection(link).codes.contains(.intentHost) == isTold)
    }
}
