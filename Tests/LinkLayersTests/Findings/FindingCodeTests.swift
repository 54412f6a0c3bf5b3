import Foundation
import JSONDocument
import LinkLayers
import Records
import TestSupport
import Testing

/// Checks for every code: a link with the finding and its place, the explanation, and the entry in the documentation.
@Suite("The codes of findings")
struct FindingCodeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var code: FindingCode
        var link: String
        /// The text that the finding points at. Nil if the finding has no place.
        var place: String?
        /// The link after all repairs, if there are any.
        var repaired: String?

        init(_ code: FindingCode, _ link: String, _ place: String?, repaired: String? = nil) {
            self.code = code
            self.link = link
            self.place = place
            self.repaired = repaired
        }

        var testDescription: String { code.rawValue }
    }

    static let examples: [Example] = [
        Example(.empty, "", ""),
        Example(.notURL, "http://[::1", "[::1"),
        Example(.notURL, "https://a.example:80x/p", "80x"),
        Example(.notURL, #"shop://item\?id\=7\&x\=\d"#, #"\"#, repaired: #"shop://item?id=7&x=%5Cd"#),
        Example(.notURL, #"shop://a\b"#, #"\"#),
        Example(.noScheme, "www.example.com/x", "www.example.com/x", repaired: "https://www.example.com/x"),
        Example(.noScheme, "//example.com/x", "//example.com/x", repaired: "https://example.com/x"),
        Example(.noScheme, "shop.example/x", "shop.example/x", repaired: "https://shop.example/x"),
        Example(.noScheme, "localhost:3000/x", "localhost:3000/x", repaired: "http://localhost:3000/x"),
        Example(.malformedStart, "https//a.example/x", "https//", repaired: "https://a.example/x"),
        Example(.malformedStart, "https;//a.example/x", "https;//", repaired: "https://a.example/x"),
        Example(.malformedStart, "https:/a.example/x", "https:/", repaired: "https://a.example/x"),
        Example(.malformedStart, "https:a.example/x", "https:", repaired: "https://a.example/x"),
        Example(.malformedStart, "https:///a.example/x", "https:///", repaired: "https://a.example/x"),
        Example(.malformedStart, #"https:\\a.example\x?y=\z"#, #"https:\\"#, repaired: "https://a.example/x?y=%5Cz"),
        Example(.malformedStart, #"https://a.example\b\c?y=\z"#, #"\"#, repaired: "https://a.example/b/c?y=%5Cz"),
        Example(.malformedStart, "my_app://x", "_", repaired: "my-app://x"),
        Example(.malformedStart, "1shop://x", "1"),
        Example(.malformedStart, "http://https://a.example/x", "http://https://", repaired: "https://a.example/x"),
        Example(.malformedStart, "shop://shop://item/7", "shop://shop://", repaired: "shop://item/7"),
        Example(.malformedStart, "https://https//a.example/x", "https://https//", repaired: "https://a.example/x"),
        Example(.malformedStart, "ttps://a.example/x", "ttps", repaired: "https://a.example/x"),
        Example(.malformedStart, "htp://a.example/x", "htp", repaired: "https://a.example/x"),
        Example(.malformedStart, "shop//item/7", "shop//", repaired: "shop://item/7"),
        Example(.defanged, "hxxps://a[.]example/x", "hxxps", repaired: "https://a.example/x"),
        Example(
            .defanged, "hxxps://a[.]example/r?u=hxxps://b[.]example/x[.]y&v=hxxp", "hxxps",
            repaired: "https://a.example/r?u=https://b.example/x.y&v=hxxp"),
        Example(.defanged, "a[.]example/x", "[.]", repaired: "https://a.example/x"),
        Example(
            .defanged, "https://a.example/r?u=hxxps%3A%2F%2Fb%5B.%5Dexample%2Fx", "hxxps",
            repaired: "https://a.example/r?u=https%3A%2F%2Fb.example%2Fx"),
        Example(.noAuthority, "shop:/item/7", ":/"),
        Example(.capitalScheme, "Shop://item/7", "Shop", repaired: "shop://item/7"),
        Example(.noAuthority, "shop:///item/7", ":///"),
        Example(.capitalHost, "shop://Item/7", "Item"),
        Example(.linkInPath, "shop://open/https://a.example?x=1", "https://", repaired: "shop://open/https%3A%2F%2Fa.example%3Fx%3D1"),
        Example(.linkInPath, "feed://https://a.example/p", "https://"),
        Example(.valuesInFragment, "shop://reset#type=recovery&x=1", "#type"),
        Example(.queryDelimiter, "https://a.example/p&x=1", "&", repaired: "https://a.example/p?x=1"),
        Example(.queryDelimiter, "https://a.example/p?x%3D1&y=2", "%3D", repaired: "https://a.example/p?x=1&y=2"),
        Example(.queryDelimiter, "shop://a/p&x=1?y=2", "&", repaired: "shop://a/p?x=1&y=2"),
        Example(.queryDelimiter, "shop://item&x=1?y=2", "&", repaired: "shop://item?x=1&y=2"),
        Example(.queryDelimiter, "https://a.example/p%3Fx=1&y=2", "%3F", repaired: "https://a.example/p?x=1&y=2"),
        Example(.queryDelimiter, "https://a.example/p?x=1?y=2", "?", repaired: "https://a.example/p?x=1&y=2"),
        Example(.queryDelimiter, "https://a.example/p#top?utm_id=1", "?", repaired: "https://a.example/p?utm_id=1#top"),
        Example(.queryDelimiter, "shop://a?text=Tom%20&%20Jerry", "&", repaired: "shop://a?text=Tom%20%26%20Jerry"),
        Example(.semicolonSeparator, "https://a.example/p?x=1;y=2;z=3", ";", repaired: "https://a.example/p?x=1&y=2&z=3"),
        Example(.numberHash, "tel:*100#", "#", repaired: "tel:*100%23"),
        Example(.numberForm, "https://wa.me/+31 6 12345678", "+31 6 12345678", repaired: "https://wa.me/31612345678"),
        Example(.numberForm, "tel:+49(0)151 123456", "(0)", repaired: "tel:+49151123456"),
        Example(.mailAddress, "mailto://ana@a.example", "//", repaired: "mailto:ana@a.example"),
        Example(.mailAddress, "mailto:ana@a.example;bo@a.example", ";", repaired: "mailto:ana@a.example,bo@a.example"),
        Example(.openRedirect, "https://a.example/login?next=https%3A%2F%2Fb.example%2F", "https%3A%2F%2Fb.example%2F"),
        Example(.controlCharacters, "shop://item\n/7", "\n", repaired: "shop://item/7"),
        Example(.controlCharacters, "shop://item\u{1B}[1;31m/7\u{1B}[0m?x=1", "\u{1B}", repaired: "shop://item/7?x=1"),
        Example(.hiddenCharacters, "shop://item/\u{200B}7", "\u{200B}", repaired: "shop://item/7"),
        Example(.undecodableParameter, "shop://a?name=Ren%E9", "Ren%E9"),
        Example(.undecodableText, "https://a.example/caf%E9/x", "%E9"),
        Example(.badEscape, "shop://a?q=100%zz", "%zz", repaired: "shop://a?q=100%25zz"),
        Example(.unescapedBlank, "shop://a/red shoes?q=a b", " ", repaired: "shop://a/red%20shoes?q=a%20b"),
        Example(.unescapedSign, "https://a.example/?range=1|2", "|", repaired: "https://a.example/?range=1%7C2"),
        Example(.unescapedUnicode, "https://a.example/Straße?q=é", "ß", repaired: "https://a.example/Stra%C3%9Fe?q=%C3%A9"),
        Example(.payloadBare, "shop://a?x=1&al_applink_data", "al_applink_data", repaired: "shop://a?x=1"),
        Example(.payloadNotUTF8, "shop://a?al_applink_data=%7B%22a%22%3A%22%FF%22%7D", "%7B%22a%22%3A%22%FF%22%7D"),
        Example(.payloadNotJSON, appLink(#"{"target_url":"a://b","x":nope}"#), "nope"),
        Example(.payloadNotObject, appLink(#"[{"target_url":"a://b"}]"#), "%5B%7B%22target%5Furl%22%3A%22a%3A%2F%2Fb%22%7D%5D"),
        Example(.payloadInFragment, "shop://a#top&al_applink_data=%7B%7D", "top&al_applink_data=%7B%7D"),
        Example(
            .misspelledData, "shop://a?al_aplink_data=%7B%22a%22%3A1%7D", "al_aplink_data",
            repaired: "shop://a?al_applink_data=%7B%22a%22%3A1%7D"),
        Example(.payloadCut, #"shop://a?al_applink_data={"target_url":"https://a.example/?x=1&y=2"}&z=3"#, "&"),
        Example(
            .payloadCut, #"shop://a?d={"q":"x&y"}&z=3"#, "&", repaired: "shop://a?d=%7B%22q%22%3A%22x%26y%22%7D&z=3"),
        Example(.jsonCut, "shop://a?d=%7B%22a%22%3A%5B1%2C2", ""),
        Example(.badIntent, "intent://a/b#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fa.example", ""),
        Example(.intentHost, "intent://beans/7#Intent;scheme=https;package=com.a;end", "beans"),
        Example(.intentWithoutScheme, "intent://beans/7#Intent;package=com.a;end", "//beans/7"),
        Example(
            .intentSchemeTwice, "intent:brew://beans/7#Intent;scheme=brew;end", "brew:", repaired: "intent://beans/7#Intent;scheme=brew;end"
        ),
        Example(
            .intentConstant, "intent://a#Intent;scheme=shop;action=ACTION_VIEW;end", "ACTION_VIEW",
            repaired: "intent://a#Intent;scheme=shop;action=android.intent.action.VIEW;end"),
        Example(.badPackage, "intent://p/1#Intent;scheme=shop;package=com.a&ref=1;end", "com.a&ref=1"),
        Example(
            .badFallback, "intent://a/b#Intent;scheme=s;S.browser_fallback_url=a.example%2Fx;end", "a.example%2Fx",
            repaired: "intent://a/b#Intent;scheme=s;S.browser_fallback_url=https%3A%2F%2Fa.example%2Fx;end"),
        Example(
            .badFallback, "intent://a/b#Intent;scheme=s;S.browser_fallback_url=https://a.example/?q=x%26y&z=1;end", "%26",
            repaired: "intent://a/b#Intent;scheme=s;S.browser_fallback_url=https://a.example/?q=x%2526y&z=1;end"),
        Example(
            .intentFragment, "shop://item/7#Intent;package=com.a;end", "#Intent",
            repaired: "intent://item/7#Intent;scheme=shop;package=com.a;end"),
        Example(.badIntent, "intent://a/b#Intent;i.count=many;end", "m"),
        Example(.rawJSON, #"shop://a?d={"a":1}"#, #"{"a":1}"#, repaired: "shop://a?d=%7B%22a%22%3A1%7D"),
        Example(.plusForBlank, "shop://a?q=red+shoes", "+", repaired: "shop://a?q=red%20shoes"),
        Example(.doubleEncoding, "shop://a?q=red%2520shoes", "red%2520shoes", repaired: "shop://a?q=red%20shoes"),
        Example(.noScheme, "https%3A%2F%2Fa.example%2Fx", "https%3A%2F%2Fa.example%2Fx", repaired: "https://a.example/x"),
        Example(.encodedHash, "https://a.example/app/%23/cart", "%23", repaired: "https://a.example/app/#/cart"),
        Example(.htmlEscape, "https://a.example/?a=1&amp;b=2", "&amp;", repaired: "https://a.example/?a=1&b=2"),
        Example(.htmlEscape, "https://a.example/?a=1&#38;b=2", "&#38;", repaired: "https://a.example/?a=1&b=2"),
        Example(
            .htmlEscape, "https://twitter.com/intent/tweet?text=Tom%20%26amp%3B%20Jerry", "%26amp%3B",
            repaired: "https://twitter.com/intent/tweet?text=Tom%20%26%20Jerry"),
        Example(
            .quotedPrintable, "https://a.example/?url=3Dhttps://b.example/p=3D4", "=3D",
            repaired: "https://a.example/?url=https://b.example/p=4"),
        Example(.probablyCut, "https://a.example/p?utm_source=mail&utm_campa…", "…"),
        Example(.shortenedInLog, "https://a.example:8443/...", "..."),
        Example(.trailingText, "https://a.example/p).", ").", repaired: "https://a.example/p"),
        Example(.duplicateKey, appLink(#"{"target_url":"a://b","target_url":"a://c"}"#), "%22target%5Furl%22"),
        Example(.duplicateParameter, "shop://a?x=1&y&x=1", "x=1", repaired: "shop://a?y&x=1"),
        Example(
            .duplicatePayload, "shop://a?al_applink_data=1&al_applink_data=%7B%7D", "al_applink_data=1",
            repaired: "shop://a?al_applink_data=%7B%7D"),
        Example(.wrongVersion, appLink(#"{"version":2,"target_url":"a://b"}"#), "2"),
        Example(.wrongType, appLink(#"{"target_url":5}"#), "5"),
        Example(.roundedNumber, appLink(#"{"target_url":"a://b","extras":{"id":9007199254740993}}"#), "9007199254740993"),
        Example(.badTarget, appLink(#"{"target_url":" a://b"}"#), "%22%20a%3A%2F%2Fb%22"),
        Example(.targetWithoutScheme, appLink(#"{"target_url":"www.a.example"}"#), "%22www%2Ea%2Eexample%22"),
        Example(.noTarget, appLink("{}"), "%7B%7D"),
        Example(
            .refererWithoutURL, appLink(#"{"target_url":"a://b","referer_app_link":{"app_name":"A"}}"#), "%7B%22app%5Fname%22%3A%22A%22%7D"),
        Example(
            .refererWithoutName, appLink(#"{"target_url":"a://b","referer_app_link":{"url":"b://c"}}"#),
            "%7B%22url%22%3A%22b%3A%2F%2Fc%22%7D"),
        Example(.badReferer, appLink(#"{"target_url":"a://b","referer_app_link":{"url":"","app_name":"A"}}"#), "%22%22"),
        Example(
            .wrappedLinkCut, "https://l.facebook.com/l.php?u=https://a.example/?x=1&y=2&h=AT0", "&",
            repaired: "https://l.facebook.com/l.php?u=https://a.example/?x=1%26y=2&h=AT0"),
        Example(
            .ambiguousNesting, "https://a.example/r?u=https://b.example/?x=1&y=2", "&",
            repaired: "https://a.example/r?u=https://b.example/?x=1%26y=2"),
        Example(
            .referrerCut, "market://details?id=com.a&referrer=utm_source=x&utm_campaign=y", "&",
            repaired: "market://details?id=com.a&referrer=utm_source%3Dx%26utm_campaign%3Dy"),
        Example(.damagedWrapper, "https://urldefense.com/v3/__https://a.example/*top*x__;Iw!!a!b$", "https://a.example/*top*x"),
        Example(
            .mailGateway, "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example&data=0",
            "nam02.safelinks.protection.outlook.com"),
        Example(
            .expiry, "https://b.s3.amazonaws.com/k?X-Amz-Date=20260801T000000Z&X-Amz-Expires=3600&X-Amz-Signature=0a", "3600"),
        Example(
            .expiryTooLong, "https://b.s3.amazonaws.com/k?X-Amz-Date=20260801T000000Z&X-Amz-Expires=604801&X-Amz-Signature=0a", "604801"),
        Example(.storeWithoutApp, "market://details?referrer=utm_source%3Dmail", "details"),
        Example(.jsonEscape, #"https://a.example/?x=1\u0026y=2"#, #"\u0026"#, repaired: "https://a.example/?x=1&y=2"),
        Example(.badValue, "https://t.me/example_bot?start=a%3Ab", "a%3Ab"),
        Example(
            .badRedirect,
            "https://accounts.google.com/o/oauth2/v2/auth?client_id=1&response_type=code&redirect_uri=com.example.app%3A%2F%2Foauth",
            "com.example.app%3A%2F%2Foauth",
            repaired:
                "https://accounts.google.com/o/oauth2/v2/auth?client_id=1&response_type=code&redirect_uri=com.example.app%3A%2Foauth"),
        Example(.loginAnswer, "shop://login?code=abc#_=_", "#_=_", repaired: "shop://login?code=abc"),
        Example(.loginAnswer, "shop://login?error=access_denied&error_reason=user_denied", "error=access_denied"),
        Example(.noHost, "https:///cart?id=1", "https://"),
        Example(.badHost, "https://a,example/x", ",", repaired: "https://a.example/x"),
        Example(.badHost, "https://a..example/x", ".", repaired: "https://a.example/x"),
        Example(.badPort, "https://a.example:99999/x", "99999"),
        Example(.misleadingHost, "https://apple.com@evil.example/", "apple.com"),
        Example(.misleadingHost, "http://2130706433/", "2130706433"),
        Example(.badPunycode, "https://www.xn--99999999.example/", "xn--99999999"),
        Example(.unsafeScheme, "javascript:alert(1)", "javascript"),
        Example(.privateScheme, "App-Prefs:root=WIFI", "App-Prefs"),
        Example(.privateAddress, "exp://192.168.1.20:8081/--/x", "192.168.1.20"),
        Example(.insecureHTTP, "http://a.example/x", "http", repaired: "https://a.example/x"),
        Example(.lookAlikeHost, "https://p\u{0430}ypal.example/", "p\u{0430}ypal.example"),
        Example(.lookAlikeHost, "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
        Example(.internationalHost, "https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        Example(.claimableScheme, "shop://a?access_token=abc", "shop"),
        Example(
            .deadService, "https://x.page.link/?link=https%3A%2F%2Fa.example%2F&apn=com.a", "x.page.link", repaired: "https://a.example/"),
        Example(.endingService, "https://goo.gl/abc", "goo.gl"),
        Example(.shortener, "https://t.co/abc", "t.co"),
        Example(.placeholder, "https://a.example/?utm_source={{campaign.name}}", "{{campaign.name}}"),
        Example(.placeholder, "shop://order/undefined?x=1", "undefined"), Example(.placeholder, "shop://order?ref=null", "null"),
        Example(.trackingParameters, "https://a.example/?id=1&utm_source=mail&fbclid=x", "utm_source=mail"),
        Example(.secret, "shop://a?access_token=abc", "abc"),
    ]

    @Test("each code has an example with the finding, its place and its repair", arguments: examples)
    func example(_ it: Example) throws {
        let inspection = LinkInspection(it.link)
        #expect(inspection.findings.contains { $0.code == it.code }, "\(inspection.findings.map(\.code))")
        #expect(inspection.place(of: it.code) == it.place)
        if let repaired = it.repaired {
            #expect(inspection.findings.contains { $0.code == it.code && $0.repair != nil })
            #expect(inspection.repairedText == repaired)
        }
    }

    /// Codes that a single link cannot have.
    @Test(
        "findings about records and bytes",
        arguments: [
            (.invalidUTF8, [0x61, 0xFF], false), (.cut, Array("shop://a".utf8), true), (.objectWithoutLink, Array("{}".utf8), false),
            (.eventWithoutName, Array(#"{"event":""}"#.utf8), false),
            (.moreFindings, Array(appLink("{" + String(repeating: #""a":1,"#, count: 150) + #""a":1}"#).utf8), false),
            (.tooManyLayers, Array(("shop://a?" + String(repeating: "&u=ab%3A%2F%2Fc", count: 70)).utf8), false),
        ] as [(FindingCode, [UInt8], Bool)]
    )
    func record(code: FindingCode, bytes: [UInt8], isCut: Bool) {
        #expect(RecordContent(bytes, isCut: isCut).findings.contains { $0.code == code })
    }

    @Test func `every code has an example`() {
        let others: Set<FindingCode> = [
            .invalidUTF8, .cut, .shellCut, .objectWithoutLink, .eventWithoutName, .moreFindings, .tooManyLayers,
        ]
        #expect(Set(Self.examples.map(\.code)).union(others) == Set(FindingCode.allCases))
    }

    @Test("every code is explained in sentences", arguments: FindingCode.allCases)
    func explanation(_ code: FindingCode) {
        #expect(code.explanation.count > 40 && code.explanation.hasSuffix("."))
        #expect(!code.explanation.contains("  ") && !code.explanation.contains("\n"))
    }

    @Test func `the documentation lists every code with its severity and explanation, and no other`() throws {
        let article = try repositoryText("Sources/LinkLayers/LinkLayers.docc/Findings.md")
        let headings = article.split(separator: "\n").filter { $0.hasPrefix("### ") }
        #expect(headings.map(String.init) == FindingCode.allCases.map { "### `\($0.rawValue)` — \($0.severity.rawValue)" })
        let words = article.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for code in FindingCode.allCases { #expect(words.contains(code.explanation), "\(code.rawValue)") }
    }
}
