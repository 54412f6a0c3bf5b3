import Bytes
import LinkLayers
import Secrets
import TestSupport
import Testing

/// What is said about the services behind a link must be true of that link.
@Suite("Findings about services and parameters")
struct ServiceFindingsTests {
    @Test(
        "only links of services that have shut down are dead",
        arguments: [
            ("https://maps.app.goo.gl/abc", [.shortener]), ("https://photos.app.goo.gl/abc", [.shortener]),
            ("https://goo.gl/maps/abc", [.shortener]), ("https://goo.gl/abc", [.endingService]),
            ("https://x.page.link/abc", [.deadService]), ("http://bit.do/abc", [.deadService]),
            ("https://links.shop.example/?link=https%3A%2F%2Fa.example%2F&ibi=com.a", [.deadService]),
            ("https://a.example/?link=https%3A%2F%2Fb.example%2F", []), ("https://git.io/abc", [.shortener]),
            ("https://youtu.be/abc", []), ("https://wa.me/123", []), ("https://discord.gg/abc", []), ("https://bit.ly/", []),
            ("https://msng.link/abc", []), ("https://notpage.link.example/abc", []),
        ] as [(String, [FindingCode])]
    )
    func states(link: String, codes: [FindingCode]) {
        #expect(LinkInspection(link).codes == codes)
    }

    @Test("the note on a secret says what it is")
    func secrets() {
        func messages(_ link: String) -> [String] {
            LinkInspection(Array(link.utf8)).findings.filter { $0.code == .secret }.map(\.message)
        }
        let safe = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=05%7C02%7Cnina%40a.example&sdata=x"
        #expect(messages(safe) == ["The link contains the recipient's address, which anyone who sees the link can read."])
        let nested = "https://l.facebook.com/l.php?u=" + safe.replacing("%", with: "%25").replacing("&", with: "%26")
        #expect(messages(nested) == messages(safe))
        let both = safe + "&token=abc123"
        #expect(
            messages(both) == [
                "The link contains a secret (a token or a password): anyone who sees the link can use the secret. It also contains the recipient's address."
            ])
        #expect(messages(safe.replacing("nina%40a.example", with: "%7C8f")).isEmpty)
        #expect(
            messages("https://b.example/f?X-Amz-Credential=AKIA\(String(repeating: "AB2C", count: 4))%2Feu&X-Amz-Signature=bf5e1d") == [
                "The link contains a secret (a token or a password): anyone who sees the link can use the secret. It also contains the ID of an access key."
            ])
        // A text that no app opens may hold a secret, too.
        #expect(messages("hxxps://login[.]a[.]example/reset?token=abc").count == 1 && messages("hxxps://a[.]example/").isEmpty)
        #expect(
            messages("otpauth-migration://offline?data=abc")
                == ["The link contains a secret (a token or a password): anyone who sees the link can use the secret."])
    }

    @Test(
        "capitals keep an app from getting a link on Android, but not links that only iOS opens",
        arguments: [
            ("Shop://item", [.capitalScheme]), ("HTTPS://a.example/x", [.capitalScheme]), ("Mailto:a@b.example", [.capitalScheme]),
            ("X-HM://0023ISYWY", [.secret]),
            ("MAILTO:a@b.example", []), ("TEL:+491511234567", []),
            ("https://A.example/X", []), ("App-Prefs:root=WIFI", [.privateScheme]), ("FaceTime://a@b.example", []),
            ("https://l.facebook.com/l.php?u=HTTPS%3A%2F%2Fa.example%2F", []),
            // Text of a QR code is no URL.
            ("WIFI:T:WPA;S:Kaffeebude Gast;P:flatwhite8;;", [.secret]), ("MECARD:N:Nina Sommer;TEL:+49123;;", []),
        ] as [(String, [FindingCode])]
    )
    func capitals(link: String, codes: [FindingCode]) {
        #expect(LinkInspection(link).codes == codes)
    }

    @Test(
        "a link without a scheme gets http where https is unlikely",
        arguments: [
            ("localhost:3000/x?id=7", "http://localhost:3000/x?id=7"), ("192.168.1.20:3000/x", "http://192.168.1.20:3000/x"),
            ("nas.local:5000/x", "http://nas.local:5000/x"), ("devbox:8080/x", "http://devbox:8080/x"),
            ("www.a.example:8080/x", "https://www.a.example:8080/x"), ("a.example/x", "https://a.example/x"),
        ])
    func schemes(link: String, repaired: String) {
        #expect(LinkInspection(link).codes == [.noScheme])
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test func `a link of Apple's store is known by its scheme, too`() {
        let parameters = LinkInspection("itms-apps://apps.apple.com/app/id1?mt=8&pt=123").parameters
        #expect(parameters.map { "\($0.owner.name) \($0.rule.name.text)" } == ["App Store mt", "App Store pt"])
    }

    @Test(
        "a dead link is repaired only to a link that lives",
        arguments: [
            ("https://x.page.link/?link=https%3A%2F%2Fa.example%2F&apn=com.a", "https://a.example/"),
            ("https://links.shop.example/?link=https%3A%2F%2Fa.example%2F&ibi=com.a", "https://a.example/"),
            ("https://x.page.link/?link=https%3A%2F%2Fy.page.link%2F%3Flink%3Dhttps%253A%252F%252Fa.example%252F", "https://a.example/"),
            ("https://x.page.link/?link=https%3A%2F%2Fy.page.link%2Fabc", nil),
            ("https://x.page.link/?link=http%3A%2F%2Fbit.do%2Fabc", nil),
            ("https://x.page.link/abc", nil), ("http://bit.do/abc", nil),
        ] as [(String, String?)]
    )
    func repairs(link: String, repaired: String?) {
        #expect(LinkInspection(link).repairedText == repaired ?? link)
    }

    @Test(
        "parameters that decide where a link leads are neither tracking nor campaign",
        arguments: [
            "https://x.onelink.me/H3?af_dp=shop%3A%2F%2Fa&deep_link_value=7&af_force_deeplink=true", "https://x.adj.st/item?adj_t=abc",
            "https://go.shop.example/?adjust_deeplink=shop%3A%2F%2Fa", "https://x.app.link/a?%24web_only=true&own=1",
            "https://a.example/unsubscribe?mkt_tok=abc", "https://www.youtube.com/watch?v=abc&t=42",
            "https://a.example/?t=1&s=2&si=3&ref=4",
            "https://apps.apple.com/app/id1?ppid=1", "https://play.google.com/store/apps/details?id=com.a&hl=nl",
        ])
    func functional(link: String) {
        #expect(!LinkInspection(link).codes.contains(.trackingParameters))
    }

    @Test(
        "only pure tracking parameters are said to be dispensable",
        arguments: [
            ("https://a.example/?fbclid=1&gclid=2", "2 tracking parameters", true),
            ("https://youtu.be/abc?si=1", "1 tracking parameter", true),
            ("https://x.com/a/status/1?s=20&t=x", "2 tracking parameters", true),
            ("https://a.example/?utm_source=mail&utm_medium=x", "2 parameters (utm_source, utm_medium) name a campaign.", false),
            ("https://x.onelink.me/H3?pid=mail&c=sale", "2 parameters (pid, c) name a campaign.", false),
            ("https://a.example/?utm_source=mail&fbclid=1", "1 parameter (utm_source) names a campaign. 1 tracking parameter", true),
        ])
    func dispensable(link: String, beginning: String, isDispensable: Bool) throws {
        let finding = try #require(LinkInspection(link).findings.first { $0.code == .trackingParameters })
        #expect(finding.message.hasPrefix(beginning))
        #expect(finding.message.contains("works without") == isDispensable)
    }

    @Test("a link and the links inside it have one line about the parameters of the click, which names them")
    func clicks() {
        func messages(_ link: String) -> [String] {
            LinkInspection(link).findings.filter { $0.code == .trackingParameters }.map(\.message)
        }
        #expect(
            messages("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Futm_source%3Dfb%26fbclid%3D1&fbclid=2") == [
                "1 parameter (utm_source) names a campaign. "
                    + "1 tracking parameter (fbclid) identifies the click or the person; the link works without it."
            ])
        #expect(
            messages("https://a.example/?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e") == [
                "5 parameters (utm_source, utm_medium, utm_campaign, …) name a campaign."
            ])
    }

    @Test("findings of one kind name what they are about")
    func names() {
        func messages(_ link: String, _ code: FindingCode) -> [String] {
            LinkInspection(link).findings.filter { $0.code == code }.map(\.message)
        }
        let twice = "is percent-encoded twice: an app decodes it once and still sees escapes such as %2F."
        #expect(
            messages("shop://a/x%2520y?q=red%2520shoes&u=https%3A%2F%2Fb.example%2Fx%252520y", .doubleEncoding) == [
                "The path \(twice)", "The value of q \(twice)", "The path of the link in u \(twice)",
            ])
        #expect(
            messages("shop://a?x=1&y=2&x=3&y=4", .duplicateParameter).map { $0.prefix(31) } == [
                "The parameter x is used more th", "The parameter y is used more th",
            ])
    }

    @Test(
        "a scheme is said to be claimable only where the link carries a secret, and never a system's",
        arguments: [
            ("shop://a", false), ("shop://a?access_token=abc", true), ("slack://a?access_token=abc", true), ("tel:+3120", false),
            ("mailto:a@b.example?body=access_token%3Dabc", false), ("itms-apps://apps.apple.com/x?access_token=abc", false),
            ("https://a.example/?access_token=abc", false), ("market://details?id=a&access_token=abc", false),
        ])
    func claimable(link: String, isTold: Bool) {
        #expect(LinkInspection(link).findings.contains { $0.code == .claimableScheme } == isTold)
    }

    @Test(
        "a plus is a space to web servers and on Android, and a plus in base64 and beside spaces",
        arguments: [
            ("https://a.example/?q=red+shoes", false),
            ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fq%3Dred%2Bshoes&h=A", false),
            ("shop://cb?error=access_denied&error_description=The+user+said+no", false), ("shop://cb?error_description=red+shoes", true),
            ("shop://a?q=red+shoes", true), ("https://a.example/?next=shop%3A%2F%2Fa%3Fq%3Dred%2Bshoes", true),
            ("intent://a?q=red+shoes#Intent;scheme=shop;end", false), ("android-app://com.a/shop/a?q=red+shoes", false),
            ("shop://a?q=red%20shoes+size%204", false), ("shop://a?q=C++%20and+more", false),
            ("shop://pay?sign=MEUCIQDabcdef+XyZ0123456789abcdefg", false),
            ("shop://pay?payload=eyJhIjoxfQ+b/cdEfGhIjKlMnOpQrStUv==", false),
            ("shop://pay?sign=q80+vT%2FyWnc9QQ%3D%3D", false), ("shop://a?q=iPhone+15+Pro+Max+256", true),
            ("shop://open?token=abc+def/ghi==&x=1", false), ("shop://x?hash=qL+aB/cD==", false), ("shop://open?id_token=abcd+efgh", false),
            ("shop://a?q=black/white+shoes", true), ("shop://a?q=AC/DC+Live", true), ("shop://a?next=/docs/a+guide", false),
            ("shop://a?type=image/svg+xml", false), ("shop://a?k=ab/Cd+eF", false),
            ("shop://cal?tz=UTC+2", false), ("shop://cal?tz=Etc/GMT+5", false), ("shop://cal?at=ten+2", true),
            ("shop://p?k=Ctrl+C", false), ("shop://p?k=Ctrl+Shift+T", false), ("shop://p?q=Vitamin+C", true), ("shop://p?q=a+b", false),
            ("mailto:ana@a.example?body=a+b", false), ("mailto:ana@a.example?subject=Hi+there", true),
            ("geo:0,0?q=Caf%C3%A9+Einstein,Berlin", false), ("comgooglemaps://?saddr=&daddr=Alexanderplatz,+Berlin", false),
            ("market://details?id=com.a&referrer=adjust_reftag%3Dc%26utm_source%3DInstagram+Installs", false),
        ])
    func plus(link: String, isTold: Bool) {
        #expect(LinkInspection(link).codes.contains(.plusForBlank) == isTold)
    }

    @Test(
        "the plus of a telephone number is to be escaped where Android would read a space",
        arguments: [
            ("viber://chat?number=+380441234567", [.plusForBlank], "viber://chat?number=%2B380441234567"),
            ("shop://call?a=b&to=+49151123456&x=1", [.plusForBlank], "shop://call?a=b&to=%2B49151123456&x=1"),
            ("shop://call?phones=+15551234567,+15557654321", [], nil),
            ("whatsapp://send?phone=+49151123456", [.numberForm], "whatsapp://send?phone=49151123456"),
            ("https://a.example/?phone=+49151123456", [], "https://a.example/?phone=+49151123456"),
            ("shop://a?x=+5", [], "shop://a?x=+5"), ("intent://a?to=+49151123456#Intent;scheme=shop;end", [], nil),
            ("mailto:ana@a.example?subject=+49151123456", [], nil),
        ] as [(String, [FindingCode], String?)]
    )
    func plusOfNumber(link: String, codes: [FindingCode], repaired: String?) {
        #expect(LinkInspection(link).codes == codes)
        if let repaired { #expect(LinkInspection(link).repairedText == repaired) }
    }

    @Test(
        "telephone numbers have their own rules",
        arguments: [
            ("tel:+49 (151) 123-45 678", .unescapedBlank, "tel:+49(151)123-45678"),
            ("tel:*100#", .numberHash, "tel:*100%23"), ("tel:*#06#", .numberHash, "tel:*%2306%23"),
            ("sms:+49 151?body=a b", .unescapedBlank, "sms:+49151?body=a%20b"),
            ("sms:+49151&body=Hi", .queryDelimiter, "sms:+49151?&body=Hi"),
            ("tel:+49(0)151123456", .numberForm, "tel:+49151123456"),
        ] as [(String, FindingCode, String)]
    )
    func phone(link: String, code: FindingCode, repaired: String) {
        #expect(LinkInspection(link).codes == [code])
        #expect(LinkInspection(link).repairedText == repaired)
        // iOS does not dial a code, however it is written.
        #expect(LinkInspection(repaired).codes.allSatisfy { $0 == .numberHash })
    }

    @Test(
        "a scheme with only parameters needs no question mark",
        arguments: [
            ("google.navigation:q=Alexanderplatz,+Berlin&mode=b", false), ("google.navigation:q=52.5,13.4&avoid=tf&mode=d", false),
            ("google.streetview:cbll=46.414382,10.013988&cbp=0,30,0,0,-15", false), ("prefs:root=General&path=About", false),
            ("App-Prefs:root=NOTIFICATIONS_ID&path=com.example.shop", false), ("mailto:a@b.example&subject=Hi", true),
            ("shop:item&x=1", true), ("https://a.example/x=1&y=2", true),
            ("shop://item&x=1", true), ("shop://x=1&y=2", false), ("shop://salt&pepper", false), ("shop://item?x=1&y=2", false),
        ])
    func parametersAlone(link: String, isTold: Bool) {
        #expect(LinkInspection(link).codes.contains(.queryDelimiter) == isTold)
    }

    @Test(
        "the links of attribution services, stores and shorteners have delimiters as other links",
        arguments: [
            ("https://acme.onelink.me/AbCd?pid=mail?c=spring", "https://acme.onelink.me/AbCd?pid=mail&c=spring"),
            (
                "https://app.adjust.com/abc123?campaign=x?deep_link=acme%3A%2F%2Fp",
                "https://app.adjust.com/abc123?campaign=x&deep_link=acme%3A%2F%2Fp"
            ),
            (
                "https://play.google.com/store/apps/details?id=com.acme.app?referrer=x",
                "https://play.google.com/store/apps/details?id=com.acme.app&referrer=x"
            ),
            ("market://details?id=com.acme.app?referrer=x", "market://details?id=com.acme.app&referrer=x"),
            ("https://acme.onelink.me/AbCd/x&pid=mail&c=spring", "https://acme.onelink.me/AbCd/x?pid=mail&c=spring"),
            ("https://acme.app.link/abc&~channel=mail&$deeplink_path=p", "https://acme.app.link/abc?~channel=mail&$deeplink_path=p"),
            ("https://apps.apple.com/app/id123456789&mt=8", "https://apps.apple.com/app/id123456789?mt=8"),
            ("https://bit.ly/3abc&utm_source=x", "https://bit.ly/3abc?utm_source=x"),
        ])
    func delimiters(link: String, repaired: String) {
        #expect(LinkInspection(link).codes.contains(.queryDelimiter))
        #expect(LinkInspection(link).repairedText == repaired)
        #expect(!LinkInspection(repaired).codes.contains(.queryDelimiter))
    }

    @Test(
        "a ? in a parameter that takes a link, and in the link of a wrapper, is its own",
        arguments: [
            "https://acme.onelink.me/AbCd?deep_link_value=item?id=7&pid=mail", "https://acme.app.link/abc?$deeplink_path=item?id=7",
            "https://www.google.com/url?q=a.example?x=1", "https://ad.doubleclick.net/ddm/clk/1;2;u=a&b=3?https://a.example/p?x=1",
            "https://href.li/?a.example?x=1", "https://web.archive.org/web/2020/a.example/p?x=1",
            "https://acme.onelink.me/AbCd?pid=mail&c=what?", "market://details?id=com.acme.app&referrer=a%3Fb%3Dc",
        ])
    func ownDelimiters(link: String) {
        #expect(!LinkInspection(link).codes.contains(.queryDelimiter))
    }

    @Test(
        "the text of a QR code is no link, and is not repaired",
        arguments: [
            ("smsto:+15551234567:Hello there, see you at 8", []), ("SMSTO:+15551234567:Hi", []), ("FIDO:/086755132", []),
            ("BEGIN:VCARD VERSION:3.0 FN:Ana END:VCARD", []), ("URL:https://a.example/x", ["https://a.example/x"]),
            ("URLTO:https://a.example/x", ["https://a.example/x"]),
            ("BEGIN:VEVENT URL:https://a.example/x SUMMARY:a b END:VEVENT", ["https://a.example/x"]),
        ])
    func payload(text: String, links: [String]) {
        let inspection = LinkInspection(text)
        #expect(inspection.isPayload)
        #expect(inspection.codes.isEmpty)
        #expect(inspection.layers.map(\.text.string) == links)
        #expect(inspection.repairedText == text)
    }

    @Test func `a link that begins a message is no text of a QR code`() {
        #expect(!LinkInspection("smsto:+15551234567?body=At%208:30").isPayload)
        #expect(LinkInspection("smsto:+1 555?body=At 8:30").repairedText == "smsto:+1555?body=At%208:30")
    }

    @Test(
        "a mailto link has addresses with commas between them, and nothing else",
        arguments: [
            ("mailto:Ana Lopez <ana@a.example>", "mailto:ana@a.example"),
            ("mailto:Ana%20Lopez%20%3Cana@a.example%3E?subject=x", "mailto:ana@a.example?subject=x"),
            ("mailto:\"Lopez, Ana\" <ana@a.example>, bo@a.example", "mailto:ana@a.example,bo@a.example"),
            ("mailto://ana@a.example", "mailto:ana@a.example"), ("mailto://ana@a.example?subject=x", "mailto:ana@a.example?subject=x"),
            ("mailto:ana@a.example;bo@a.example?subject=x", "mailto:ana@a.example,bo@a.example?subject=x"),
        ])
    func mail(link: String, repaired: String) {
        #expect(LinkInspection(link).codes == [.mailAddress])
        #expect(LinkInspection(link).repairedText == repaired)
        // iOS does not dial a code, however it is written.
        #expect(LinkInspection(repaired).codes.allSatisfy { $0 == .numberHash })
    }

    @Test(
        "other mailto links are left alone",
        arguments: [
            "mailto:ana@a.example", "mailto:ana@a.example,bo@a.example?cc=c@a.example", "mailto:?subject=x", "mailto:ana%40a.example",
            "tel://+15551234567", "sms://+15551234567", "tel:+49(151)123-45",
        ])
    func noMail(link: String) {
        #expect(LinkInspection(link).codes.isEmpty)
    }

    @Test(
        "a telephone number that is escaped is left alone",
        arguments: ["tel:+49(151)123-45", "sms:+49151?&body=Hi", "sms:+49151?body=Hi", "sms:&body=Hi"])
    func number(link: String) {
        #expect(LinkInspection(link).codes.isEmpty)
    }

    @Test(
        "the time when a signed link expires is told in words",
        arguments: [
            ("https://b.example/k?X-Amz-Date=20260801T000000Z&X-Amz-Expires=604800&X-Amz-Signature=0a", "2026-08-08 00:00:00 UTC"),
            ("https://b.example/k?X-Goog-Signature=0a&X-Goog-Expires=90&X-Goog-Date=20240228T235900Z", "2024-02-29 00:00:30 UTC"),
            ("https://d1.example/k?Expires=1785546000&Signature=a&Key-Pair-Id=K1", "2026-08-01 01:00:00 UTC"),
            (
                "https://storage.googleapis.com/b/o.pdf?GoogleAccessId=svc@proj.iam.gserviceaccount.com&Expires=1760000000&Signature=a%3D",
                "2025-10-09 08:53:20 UTC"
            ),
            ("wc:7f6e504b@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1760000300", "2025-10-09 08:58:20 UTC"),
            ("https://a.example/c/k?sv=2024-11-04&se=2026-08-01T01%3A00%3A00Z&sig=a", "2026-08-01 01:00:00 UTC"),
            ("https://a.example/c/k?sv=2024-11-04&se=2026-08-01T01:00Z&sig=a", "2026-08-01 01:00:00 UTC"),
            ("https://a.example/c/k?sv=2024-11-04&se=2026-08-01&sig=a", "2026-08-01 00:00:00 UTC"),
            (
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fd1.example%2Fk%3FExpires%3D1785546000%26Signature%3Da%26Key-Pair-Id%3DK1",
                "2026-08-01 01:00:00 UTC"
            ),
        ])
    func expiry(link: String, time: String) {
        let messages = LinkInspection(link).findings.filter { $0.code == .expiry }.map(\.message)
        #expect(messages == ["The link expires at \(time)."])
    }

    @Test(
        "a signed token in a link expires",
        arguments: [
            ("https://a.example/login?token=\(signedToken(#"{"exp":1785546000}"#))", "2026-08-01 01:00:00 UTC"),
            ("https://a.example/login/\(signedToken(#"{"sub":"1","exp":1785546000.25}"#))", "2026-08-01 01:00:00 UTC"),
            ("shop://a#id_token=\(signedToken(#"{"exp":1785546000}"#))", "2026-08-01 01:00:00 UTC"),
        ])
    func tokenExpiry(link: String, time: String) {
        let messages = LinkInspection(link).findings.filter { $0.code == .expiry }.map(\.message)
        #expect(messages == ["The signed token in the link expires at \(time)."])
    }

    @Test(
        "a signed token without a time as a number has no expiry",
        arguments: [#"{"sub":"1"}"#, #"{"exp":"1785546000"}"#, #"{"exp":1785546000000}"#, #"{"a":{"exp":1785546000}}"#, #"{"exp":-5}"#])
    func tokenWithoutExpiry(claims: String) {
        let inspection = LinkInspection("shop://a?token=\(signedToken(claims))")
        #expect(inspection.layers.map(\.kind) == [.token] && !inspection.codes.contains(.expiry))
    }

    @Test(
        "other parameters with such names say nothing about time",
        arguments: [
            "https://a.example/?Expires=1785546000", "https://a.example/?se=2026-08-01", "https://a.example/k?sv=1&se=soon&sig=a",
            "https://d1.example/k?Expires=never&Signature=a&Key-Pair-Id=K1", "https://d1.example/k?Expires=7&Signature=a&Key-Pair-Id=K1",
            "https://b.example/k?X-Amz-Date=20261301T000000Z&X-Amz-Expires=60&X-Amz-Signature=0a",
        ])
    func noExpiry(link: String) {
        #expect(!LinkInspection(link).codes.contains(.expiry))
    }

    @Test(
        "a link that is signed for more than seven days has no time at which it works",
        arguments: ["X-Amz", "X-Goog"])
    func longExpiry(prefix: String) {
        func codes(_ seconds: Int) -> [FindingCode] {
            LinkInspection("https://b.example/k?\(prefix)-Date=20260801T000000Z&\(prefix)-Expires=\(seconds)&\(prefix)-Signature=0a").codes
        }
        #expect(codes(604_801).contains(.expiryTooLong) && !codes(604_801).contains(.expiry))
        #expect(codes(604_800).contains(.expiry) && !codes(604_800).contains(.expiryTooLong))
    }

    @Test(
        "the page of an app in a store must name the app",
        arguments: [
            ("market://details", true), ("market://details?id=", true), ("https://play.google.com/store/apps/details?hl=de", true),
            ("intent://details?referrer=a%3Db#Intent;scheme=market;package=com.android.vending;end", true),
            ("market://details?id=com.example.shop", false), ("market://details?hl=de&amp;id=com.example.shop", false),
            ("market://search?q=shop", false), ("https://play.google.com/store/apps/details?id=com.example.shop", false),
            ("https://play.google.com/store/apps", false), ("https://play.google.com/store/apps/dev?id=57", false),
            ("https://play.google.com/store/books/details?id=x", false), ("shop://details", false),
        ])
    func missingApp(link: String, isMissing: Bool) {
        #expect(LinkInspection(link).codes.contains(.storeWithoutApp) == isMissing)
    }

    @Test(
        "WhatsApp takes a number as digits only",
        arguments: [
            ("https://wa.me/+31 6 12345678", "https://wa.me/31612345678"),
            ("https://wa.me/%2B31%206%2012345678?text=Hi%20you", "https://wa.me/31612345678?text=Hi%20you"),
            ("https://wa.me/0031612345678", "https://wa.me/31612345678"), ("https://wa.me/+31(0)6-12345678", "https://wa.me/31612345678"),
            ("https://wa.me/0612345678", "https://wa.me/0612345678"),
            ("https://api.whatsapp.com/send?phone=+31 6 12345678&text=a", "https://api.whatsapp.com/send?phone=31612345678&text=a"),
            ("whatsapp://send?text=Hi&phone=+31+6+12345678", "whatsapp://send?text=Hi&phone=31612345678"),
            (
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fwa.me%2F%2B31%2520612345678",
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fwa.me%2F31612345678"
            ),
        ])
    func chat(link: String, repaired: String) {
        #expect(LinkInspection(link).codes == [.numberForm])
        #expect(LinkInspection(link).repairedText == repaired)
        if repaired != link { #expect(LinkInspection(repaired).codes.isEmpty) }
    }

    @Test(
        "other links of WhatsApp, and other messengers, are left alone",
        arguments: [
            "https://wa.me/31612345678", "https://wa.me/31612345678?text=Hi%20%2B31", "https://wa.me/message/ABC12345",
            "https://wa.me/c/31612345678", "https://wa.me/?text=%2B31%20612345678", "https://wa.me/", "https://wa.me/31XXXXXXXXX",
            "https://api.whatsapp.com/send?phone=31612345678&text=a", "https://api.whatsapp.com/send?text=a", "https://t.me/+31612345678",
            "viber://chat?number=%2B31612345678",
        ])
    func noChat(link: String) {
        #expect(LinkInspection(link).codes.isEmpty)
    }

    @Test(
        "what only names somebody is no link, even if it reads like one",
        arguments: [
            "https://a.example/cb?code=SplxlOBeZQQYbYS6WxSbIA&iss=https%3A%2F%2Fid.example",
            "https://a.example/cb?error=x&iss=http%3A%2F%2Fid",
            "https://a.example/cb#state=x&iss=https%3A%2F%2Fid.example",
            "https://id.example/auth?client_id=1&scope=http%3A%2F%2Fwww.google.com%2Fm8%2Ffeeds&resource=http%3A%2F%2Fapi.example",
            "https://id.example/?openid.ns=http%3A%2F%2Fspecs.openid.net%2Fauth%2F2.0&openid.ns.sreg=http%3A%2F%2Fopenid.net%2Fsreg%2F1.0",
            "https://a.example/?openid.claimed_id=http%3A%2F%2Fme.example%2F&openid.realm=http%3A%2F%2F*.a.example",
            "https://sts.example/ls?wa=wsignin1.0&wtrealm=http%3A%2F%2Fa.example",
            "https://idp.example.com/sso?SAMLRequest=fZFN&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature=a",
            "https://idp.example.com/sso?SAMLRequest=fZFN&SigAlg=http%3A%2F%2Falgorithms.example%2Fa&Signature=a",
            "https://adfs.example.com/adfs/ls/?wa=wsignin1.0&wauth=http%3A%2F%2Fschemas.microsoft.com%2Fws%2F2008%2F06%2Fidentity",
            "https://adfs.example.com/adfs/ls/?wa=wsignin1.0&whr=http%3A%2F%2Fadfs.contoso.com%2Fadfs%2Fservices%2Ftrust",
            "https://id.example.com/authorize?client_id=a&acr_values=http%3A%2F%2Feidas.europa.eu%2FLoA%2Fhigh",
            "https://schema.example.com/validate?ns=http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg",
            "https://a.example/?x=%7B%22xmlns%22%3A%22http%3A%2F%2Fschemas.xmlsoap.org%2Fsoap%22%7D",
        ])
    func identifiers(link: String) {
        let inspection = LinkInspection(link)
        #expect(!inspection.layers.contains { $0.kind == .link })
        #expect(!inspection.codes.contains { $0 != .secret })
        #expect(inspection.repairedText == link)
    }

    @Test(
        "links to such hosts are links where a service opens them, and over https",
        arguments: [
            "https://a.example/?next=https%3A%2F%2Fwww.w3.org%2FTR%2F", "https://t.me/share/url?url=http%3A%2F%2Fwww.w3.org%2FTR%2F",
            "https://a.example/?x=http%3A%2F%2Fschemas.example%2Fa", "https://a.example/?whr=http%3A%2F%2Fb.example",
        ])
    func linksToNames(link: String) {
        #expect(LinkInspection(link).layers.map(\.kind) == [.link])
    }

    @Test("a link that is shared is not one that a click goes through")
    func redirectors() {
        func account(_ link: String) -> [String] {
            let inspection = LinkInspection(link)
            return inspection.layers.map { "\($0.service?.name ?? "no service") \($0.kind.rawValue)" }
                + inspection.parameters.map { "\($0.owner.name) \($0.rule.name.text)" }
        }
        let target = "https%3A%2F%2Fshop.example.com%2Fp"
        #expect(account("https://www.linkedin.com/redir/redirect?url=\(target)&urlhash=abc") == ["LinkedIn click-wrapper"])
        #expect(account("https://www.linkedin.com/safety/go?url=\(target)") == ["LinkedIn click-wrapper"])
        #expect(account("https://www.facebook.com/l.php?u=\(target)&h=AT0") == ["Facebook click-wrapper"])
        #expect(account("https://twitter.com/i/redirect?url=\(target)") == ["X mail redirect click-wrapper"])
        #expect(account("https://www.linkedin.com/sharing/share-offsite/?url=\(target)") == ["LinkedIn post link", "LinkedIn post url"])
        #expect(account("https://www.facebook.com/sharer/sharer.php?u=\(target)") == ["Facebook sharing link", "Facebook sharing u"])
        #expect(account("https://www.facebook.com/sharer.php?u=\(target)") == ["Facebook sharing link", "Facebook sharing u"])
        #expect(account("https://x.com/intent/post?url=\(target)") == ["X post link", "X post url"])
        #expect(account("https://prf.hn/click/camref:1101abc/destination:\(target)") == ["Partnerize click-wrapper"])
        #expect(account("https://shop.prf.hn/click/camref:1101abc/destination:\(target)") == ["Partnerize click-wrapper"])
        #expect(account("https://click.convertkit-mail2.com/a1/b2/aHR0cHM6Ly9hLmV4YW1wbGUvcA==") == ["Kit redirect click-wrapper"])
        #expect(account("https://myshop.test-app.link/abc?~campaign=x").contains("Branch ~*"))
    }

    @Test func `the picture that counts the opening of a mail is no click link`() {
        let codes = LinkInspection(Array("https://u12345.ct.sendgrid.net/wf/open?upn=u001.abCDef".utf8)).findings.map(\.code)
        #expect(!codes.contains(.shortener))
    }

    @Test func `Samsung's scheme leads to a store`() {
        #expect(LinkInspection(Array("samsungapps://ProductDetail/com.example.shop".utf8)).service?.name == "Galaxy Store")
    }

    @Test func `the original of a copy is not opened, so its http is no fault`() {
        let archived = "https://web.archive.org/web/20240101000000/http://acme.example/p"
        #expect(!LinkInspection(archived).codes.contains(.insecureHTTP))
        let translated = [
            "https://acme-example.translate.goog/p?_x_tr_sch=http&_x_tr_sl=de",
            "https://translate.google.com/translate?sl=de&u=http%3A%2F%2Facme.example%2Fp", "https://www.google.com/amp/acme.example/p",
        ]
        for link in translated { #expect(!LinkInspection(link).codes.contains(.insecureHTTP)) }
        #expect(LinkInspection("https://l.facebook.com/l.php?u=http%3A%2F%2Facme.example%2Fp&h=1").codes.contains(.insecureHTTP))
    }

    @Test(
        "the click link of a mail says whose it is, and what asking does",
        arguments: [
            (
                "https://u12345.ct.sendgrid.net/ls/click?upn=u001.abCDef",
                "SendGrid: the destination is encrypted, and only SendGrid knows it"
            ),
            (
                "https://link.example.com/ls/click?upn=u001.abCDefGhIJk-2BlMnOp-2F",
                "SendGrid: the destination is encrypted, and only SendGrid knows it"
            ),
            (
                "https://example.us1.list-manage.com/track/click?u=abc123&id=def456&e=0a1b2c3d4e",
                "Mailchimp: only Mailchimp knows where it leads"
            ),
        ])
    func mailClicks(link: String, words: String) {
        let end = "Running linkscope resolve to find out counts as the recipient's click."
        #expect(
            LinkInspection(link).findings.filter { $0.code == .shortener }.map(\.message)
                == ["This is a click link of a mail sent with \(words). \(end)"])
    }

    @Test(
        "a link that only a server can read says whose server it is",
        arguments: [
            ("https://bit.ly/3abc", "Only Bitly's server knows where the link leads. To find out, run linkscope resolve."),
            (
                "https://www.baidu.com/link?url=abcdefghijkl",
                "Baidu's results link through this page. The destination is encrypted: only Baidu knows it. To find out, run linkscope resolve."
            ),
        ])
    func shorteners(link: String, message: String) {
        #expect(LinkInspection(link).findings.filter { $0.code == .shortener }.map(\.message) == [message])
    }

    @Test func `the text of a QR code with a secret is called a text`() {
        let messages = LinkInspection("WIFI:T:WPA;S:Kaffeebude Gast;P:flatwhite8;;").findings.map(\.message)
        #expect(messages == ["The text contains a secret (a token or a password): anyone who sees the text can use the secret."])
    }

    @Test(
        "null is a value where the service says so",
        arguments: [
            ("https://app.bankid.com/?autostarttoken=0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d&redirect=null", false),
            ("bankid:///?autostarttoken=0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d&redirect=null", false),
            ("bankid:///?redirect=undefined", true), ("bankid:///?other=null", true), ("https://a.example/?redirect=null", true),
            ("upi://pay?pa=a@bank&am=10&mam=null&cu=INR", false), ("credpay://upi/pay?pa=a@bank&mam=null", false),
            ("intent://pay?pa=a@bank&mam=null#Intent;scheme=upi;end", false), ("upi://pay?pa=a@bank&mam=undefined", true),
            ("upi://pay?pa=a@bank&mc=null", true), ("shop://pay?mam=null", true),
        ])
    func documentedNull(link: String, isMissing: Bool) {
        #expect(LinkInspection(link).codes.contains(.placeholder) == isMissing)
    }

    @Test func `the request of a wallet is a layer, and a signature is none`() throws {
        let topic = String(repeating: "7f6e", count: 16)
        let link = "https://metamask.app.link/wc?uri=wc%3A\(topic)%402%3Frelay-protocol%3Dirn%26expiryTimestamp%3D1785546000"
        let layer = try #require(LinkInspection(link).layers.first)
        #expect(layer.text.string == "wc:\(topic)@2?relay-protocol=irn&expiryTimestamp=1785546000")
        #expect(LinkInspection(link).codes.contains(.expiry))
        let signed = "https://a.blob.core.windows.net/c/k?sv=2024-11-04&se=2026-08-01T01%3A00Z&sig=YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo%3D"
        #expect(LinkInspection(signed).layers.isEmpty)
    }

    @Test func `the ID of a device identifies it in the links of every vendor`() {
        let device = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
        let finding = LinkInspection("https://app.adjust.com/abc123x?idfa=\(device)&gps_adid=\(device)").findings.first {
            $0.code == .trackingParameters
        }
        #expect(finding?.message.hasPrefix("2 tracking parameters (idfa, gps_adid) identify") == true)
    }

    @Test func `the issuer of a code is named, and an issue is not`() {
        let parameters = LinkInspection("https://a.example/cb?state=x&iss=https%3A%2F%2Fid.example").parameters
        #expect(parameters.map(\.rule.meaning) == ["names the login server that answered"])
        #expect(LinkInspection("https://a.example/?vol=3&iss=7").parameters.isEmpty)
        #expect(LinkInspection("https://a.example/?iss=https%3A%2F%2Fb.example").layers.map(\.kind) == [.link])
    }

    @Test func `each parameter of a vendor is known on the vendor's hosts and on its customers'`() {
        func roles(_ link: String) -> [String] {
            LinkInspection(link).parameters.map { "\($0.owner.name) \($0.rule.name.text) \($0.rule.role.rawValue)" }
        }
        #expect(
            roles("https://go.shop.example/x?af_dp=shop%3A%2F%2Fa&pid=mail") == [
                "AppsFlyer OneLink af_dp functional", "AppsFlyer OneLink pid campaign",
            ])
        #expect(roles("https://go.shop.example/x?pid=mail&c=1") == [])
        #expect(
            roles("https://x.app.link/?%24deeplink_path=a&~channel=m&own=1") == [
                "Branch $deeplink_path functional", "Branch ~* campaign", "Branch * functional",
            ])
        #expect(roles("https://a.example/?link=b&apn=com.a").map { $0.hasPrefix("Firebase") } == [true, true])
    }

    @Test(
        "a way on to another site is reported; a way within the site, of a redirect service or to an app is not",
        arguments: [
            ("https://a.example/login?next=https%3A%2F%2Fb.example%2F", true),
            ("https://sso.a.example/login?RelayState=https%3A%2F%2Fb.example%2F", true),
            ("https://a.example/login?next=https%3A%2F%2Fshop.a.example%2F", false), ("https://a.example/login?next=%2Fcart", false),
            ("https://a.example/login?next=//b.example/x", true), ("https://a.example/login?next=%2F%2Fb.example", true),
            ("https://a.example/login?next=%5C%5Cb.example", true), ("https://a.example/login?return_url=/%5Cb.example:80/x?y", true),
            ("https://a.example/login?next=//a.example@b.example/", true), ("https://a.example/login?next=//shop.a.example/x", false),
            ("https://a.example/login?next=//cart", false), ("https://a.example/login?path=//b.example/x", false),
            ("https://a.example/login?next=shop%3A%2F%2Fcart", false), ("https://a.example/r?url=https%3A%2F%2Fb.example%2F", false),
            ("shop://login?next=https%3A%2F%2Fb.example%2F", false),
            ("https://x.app.link/?next=https%3A%2F%2Fb.example%2F", false),
        ])
    func openRedirects(link: String, isReported: Bool) {
        #expect(LinkInspection(link).codes.contains(.openRedirect) == isReported)
    }

    @Test(
        "semicolons are separators only where the whole query looks like that",
        arguments: [
            ("https://a.example/?x=1;y=2", true), ("https://a.example/?x=1;y=2&z=3", true), ("https://a.example/?id=7;page=2&x=1;2", true),
            ("https://a.example/?x=1;2", false),
            ("https://a.example/?filter=a=1;b=2", false), ("https://a.example/?q=a%3By=2", false), ("https://a.example/?x=1;", false),
            ("https://a.example/?style=color:red;b&z=3", false),
        ])
    func semicolons(link: String, isReported: Bool) {
        #expect(LinkInspection(link).codes.contains(.semicolonSeparator) == isReported)
    }

    @Test(
        "placeholders that the sender did not fill in are reported, and are nothing else",
        arguments: [
            "{{campaign.name}}", "xmas_{{adset.name}}", "%7B%7Bcampaign.name%7D%7D", "{{ lead.id | default: 1 }}", "%%FIRST%%",
            "%%DAY%%", "{PLACEMENT}", "%7Bad_id%7D", "__CAMPAIGN_NAME__", "[[source]]", "${x}", "*|MERGE|*", "*%7CFNAME%7C*", "%FIRSTNAME%",
            "<insert>", "%3Cyour%20id%3E", "[CLICK_ID]", "%5BUSER_ID%5D",
        ])
    func placeholders(value: String) {
        let inspection = LinkInspection("https://a.example/?x=1&id=\(value)")
        #expect(inspection.codes.filter { $0 != .trackingParameters } == [.placeholder], "\(inspection.codes)")
        #expect(inspection.layers.isEmpty)
    }

    @Test(
        "placeholders in a path or a fragment are reported once, with their place",
        arguments: [
            ("https://a.example/item/{id}/x", "{id} in the path.", "{id}"),
            ("https://a.example/item/%7Bid%7D", "{id} in the path.", "%7Bid%7D"),
            ("https://a.example/u/{user}/item/{id}", "{user} in the path. 1 other part has one, too.", "{user}"),
            ("https://a.example/{a}/{b}/{c}?x=1", "{a} in the path. 2 other parts have one, too.", "{a}"),
            ("https://a.example/item-{{slug}}", "{{slug}} in the path.", "item-{{slug}}"),
            ("https://a.example/%%SLUG%%/x", "%%SLUG%% in the path.", "%%SLUG%%"),
            ("https://a.example/%%DAY%%", "%%DAY%% in the path.", "%%DAY%%"),
            ("https://a.example/*|FNAME|*/", "*|FNAME|* in the path.", "*|FNAME|*"),
            ("shop://item/${id}", "${id} in the path.", "${id}"),
            ("https://a.example/[CLICK_ID]", "[CLICK_ID] in the path.", "[CLICK_ID]"),
            ("https://a.example/<your id>/x", "<your id> in the path.", "<your id>"),
            ("https://a.example/x#/item/{id}", "{id} in the fragment.", "{id}"),
            ("https://a.example/x?y=1#%7B%7Bsection%7D%7D", "{{section}} in the fragment.", "%7B%7Bsection%7D%7D"),
            ("https://a.example/x#tab={tab}", "{tab} in the fragment.", "{tab}"),
            ("https://a.example/x#/{page}?u=https%3A%2F%2Fb.example&y=1", "{page} in the fragment.", "{page}"),
            ("https://a.example/x#/r?y={{id}}&u=https%3A%2F%2Fb.example", "{{id}} in y.", "{{id}}"),
            ("https://a.example/x#%%DAY%%", "%%DAY%% in the fragment.", "%%DAY%%"),
            ("https://a.example/?u=https%3A%2F%2Fb.example%2F%7Bid%7D", "{id} in the path of the link in u.", "%7Bid%7D"),
        ])
    func placeholdersElsewhere(link: String, end: String, place: String) {
        let inspection = LinkInspection(link)
        let codes = inspection.codes.filter { $0 != .openRedirect }
        #expect(codes == [.placeholder], "\(codes)")
        #expect(inspection.findings.first { $0.code == .placeholder }?.message == "The sender did not fill in the placeholder \(end)")
        #expect(inspection.place(of: .placeholder) == place)
    }

    @Test(
        "paths and fragments without a placeholder have no finding",
        arguments: [
            "https://a.example/[1]", "https://a.example/%7B%22a%22%3A1%7D", "https://a.example/{\"a\":1}", "https://a.example/[id]/page.js",
            "https://a.example/_next/static/chunks/pages/%5Bslug%5D-0a1b.js", "https://a.example/__init__.py",
            "https://a.example/__NAME__/x",
            "https://a.example/%7B3F2504E0-4F89-11D3-9A0C-0305E82C3301%7D", "https://a.example/{}/[]/x", "https://a.example/{from}-{to}",
            "https://a.example/x#:~:text=%7Bid%7D", "https://a.example/x#{\"a\":1}", "https://a.example/wiki/Set_%7B1%2C2%7D",
            "https://a.example/%E5%86%99%E7%9C%9F/%E7%AE%B1", "javascript:{x}", "mailto:{x}", "https://a.example/100%25/$5",
            "https://a.example/x#/a[0]", "https://a.example/x#%5B%5D", "data:text/html,<b>", "https://a.example/%7Brandom%7D",
        ])
    func noPlaceholdersElsewhere(link: String) {
        #expect(!LinkInspection(link).codes.contains(.placeholder))
    }

    @Test(
        "brackets of other meanings are no placeholders",
        arguments: [
            "%7B%22a%22%3A1%7D", "%7B%7D", "%5B%5D", "%5B%5B1%2C2%5D%5D", "%5B%5B%22a%22%5D%5D", "%7Brandom%7D", "{from}-{to}", "__init__",
            "%7B3F2504E0-4F89-11D3-9A0C-0305E82C3301%7D", "%3Cb%3Ebold%3C%2Fb%3E", "*", "100%25", "a%7Cb", "$5", "_", "___", "{}",
            "%7B%22a%22%3A%7B%22b%22%3A1%7D%7D", "*bold*", "%7Ba%3A1%7D", "[1]", "[EUR]", "%5Bid_of%5D", "[__]", "[ACTIVE]", "[A_B,C_D]",
        ])
    func noPlaceholders(value: String) {
        #expect(!LinkInspection("https://a.example/?x=1&id=\(value)").codes.contains(.placeholder))
        #expect(!LinkInspection("https://x.app.link/?~campaign=\(value)").codes.contains(.placeholder))
    }

    @Test(
        "characters beyond ASCII are noted, unless a host or a hidden character is the cause",
        arguments: [
            ("https://a.example/straße?q=日本#é", [.unescapedUnicode], "https://a.example/stra%C3%9Fe?q=%E6%97%A5%E6%9C%AC#%C3%A9"),
            ("https://bücher.example/x", [.internationalHost], "https://bücher.example/x"),
            ("https://a.example/x\u{200B}é", [.hiddenCharacters], "https://a.example/x%C3%A9"),
            ("https://a.example/%C3%9F", [], "https://a.example/%C3%9F"),
            ("https://a.example/?u=https%3A%2F%2Fb.example%2F%C3%9F", [], "https://a.example/?u=https%3A%2F%2Fb.example%2F%C3%9F"),
        ] as [(String, [FindingCode], String)]
    )
    func beyondASCII(link: String, codes: [FindingCode], repaired: String) {
        #expect(LinkInspection(link).codes == codes)
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test(
        "a sign that no host name has is reported",
        arguments: [
            ("https://shop,example/x", "https://shop.example/x"), ("https://www,shop,example/", "https://www.shop.example/"),
            ("https://*.shop.example/", nil), ("https://a+b.example/", nil), ("https://shop..example.com/p", "https://shop.example.com/p"),
            ("https://.shop.example/", "https://shop.example/"), ("https://shop.example).", "https://shop.example"),
            ("https://shop.example,", "https://shop.example"), ("https://shop)", nil), ("https://shop.example)/x", nil),
        ] as [(String, String?)]
    )
    func badHosts(link: String, repaired: String?) {
        #expect(LinkInspection(link).codes == [.badHost])
        #expect(LinkInspection(link).repairedText == repaired ?? link)
    }

    @Test("the parameters of a route in the fragment are a layer")
    func routes() {
        #expect(LinkInspection("https://a.example/#/item?id=7").layers.map(\.text.string) == ["?id=7"])
        #expect(LinkInspection("https://a.example/#!/item?id=7").layers.map(\.text.string) == ["?id=7"])
        #expect(LinkInspection("https://a.example/#/list;page=2?id=7").layers.map(\.text.string) == ["?id=7"])
        #expect(LinkInspection("https://a.example/#item=7").layers.isEmpty)
    }

    @Test(
        "one cause gives one finding: a link that is encoded with its scheme has no scheme",
        arguments: [
            ("https%3A%2F%2Fa.example%2Fx", "https://a.example/x"), ("https%3A//a.example/x", "https://a.example/x"),
            ("shop%3A//item/42", "shop://item/42"), ("https%3a//a.example/x%3Fy%3D1", "https://a.example/x?y=1"),
            ("https%253A//a.example/x%253Fy%253D%252520", "https://a.example/x?y=%20"),
            ("https%3A//a.example/x?y=%20#%C3%A4", "https://a.example/x?y=%20#%C3%A4"),
            ("https%3A%2F%2Fa.example%2F%3Fx%3D%2526&y=1", "https://a.example/?x=%26&y=1"),
        ])
    func encodedWhole(link: String, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.filter { $0 != .doubleEncoding } == [.noScheme])
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "the finding says what of the link is encoded",
        arguments: [("https%3A%2F%2Fa.example&y=2", true), ("https%3A//a.example?y=2", false)])
    func encodedPart(link: String, isWhole: Bool) {
        let message = LinkInspection(link).findings.first { $0.code == .noScheme }?.message
        #expect(message?.hasPrefix(isWhole ? "The link is percent-encoded as a whole" : "The colon is percent-encoded") == true)
    }

    @Test(
        "a text with an escaped colon is no link",
        arguments: ["12%3A30/x", "a/b%3A//c", "re%3Aplan/x", "%3A//a.example", "https%3A//a.example/x%3Fa=1&b=2"])
    func escapedColon(text: String) {
        #expect(LinkInspection(text).repairedText == text)
    }

    @Test(
        "one cause gives one finding: data that is not JSON because of how it was written",
        arguments: [
            (
                "shop://a?al_applink_data=%7B%22a%22%3A+1%2C+%22b%22%3A+2%7D", .payloadNotJSON,
                "shop://a?al_applink_data=%7B%22a%22%3A%201%2C%20%22b%22%3A%202%7D"
            ),
            ("shop://a?al_applink_data=%257B%2522a%2522%253A1%257D", .payloadNotJSON, "shop://a?al_applink_data=%7B%22a%22%3A1%7D"),
            (
                "shop://a?al_applink_data=%7B%22a%22%3A%22x&y%22%7D", .payloadCut,
                "shop://a?al_applink_data=%7B%22a%22%3A%22x%26y%22%7D"
            ),
        ] as [(String, FindingCode, String)]
    )
    func causes(link: String, code: FindingCode, repaired: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == [code])
        #expect(inspection.repairedText == repaired)
    }

    @Test(
        "data under almost the right name is reported, other JSON is not",
        arguments: [
            ("AL_APPLINK_DATA", true), ("al_aplink_data", true), ("al_applinks_data", true), ("applink_data", true),
            ("al-applink-data", true),
            ("al_data", false), ("data", false), ("analytics_data", false),
        ])
    func misspelledData(name: String, isReported: Bool) {
        let inspection = LinkInspection("shop://a?\(name)=%7B%22target_url%22%3A%22shop%3A%2F%2Fb%22%7D")
        #expect(inspection.codes.contains(.misspelledData) == isReported)
        if isReported { #expect(inspection.repairedText == "shop://a?al_applink_data=%7B%22target_url%22%3A%22shop%3A%2F%2Fb%22%7D") }
    }
}
