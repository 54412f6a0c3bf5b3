import LinkLayers
import TestSupport
import Testing

/// Links and queries that were inserted into another link without escaping.
@Suite("Unescaped links and queries inside a link")
struct NestingFindingsTests {
    @Test("empty parameters of the nested link are escaped in one repair, which is final")
    func emptyParameters() {
        let link = "shop://i/7?d=shop://a?x=1&y=2" + String(repeating: "&", count: 100) + "z=3&"
        let repaired = LinkInspection(link).repairedText
        #expect(repaired == "shop://i/7?d=shop://a?x=1%26y=2" + String(repeating: "%26", count: 100) + "z=3&")
        #expect(LinkInspection(repaired).repairedText == repaired)
    }

    @Test(
        "a parameter of the outer link's service ends the nested link",
        arguments: [
            "https://brew.onelink.me/q/8x?pid=Email&af_dp=brew://beans/7?ref=mail&af_web_dp=https%3A%2F%2Fa.example%2F7&deep_link_value=b",
            "https://go.brand.example/c?af_dp=brew://beans/7?ref=mail&pid=mail&is_retargeting=true",
            "https://app.adjust.com/abc?deep_link=brew://beans/7?x=1&campaign=xmas&adgroup=y",
            "https://brew.app.link/?$fallback_url=https://a.example/?x=1&$deeplink_path=beans/7&~campaign=z",
            "https://x.sng.link/Abc/1?_dl=shop://item?id=1&_smtype=3&pcn=sale",
            "bear://x-callback-url/create?x-success=https://a.example/ok?id=3&x-error=https%3A%2F%2Fa.example",
            "https://x.page.link/?link=https://a.example/?x=1&apn=com.a&isi=1",
            "mailto:a@b.example?body=https://c.example/?x=1&subject=Hi",
            "https://t.me/share/url?url=https://a.example/?x=1&text=Hi", "https://x.com/intent/post?url=https://a.example/?x=1&via=me",
            "https://www.facebook.com/sharer/sharer.php?u=https://a.example/?x=1&quote=Hi",
            "https://wa.me/15551234567?text=See%20https://a.example/?x=1&phone=2",
        ])
    func owned(link: String) {
        #expect(!LinkInspection(link).codes.contains { $0 == .ambiguousNesting || $0 == .wrappedLinkCut })
    }

    @Test(
        "the parameters of a login's request belong to the login server",
        arguments: [
            "https://accounts.example.com/signin/oauth?response_type=code&redirect_uri=https://acme.example.com/cb?tenant=7&state=abc&client_id=x",
            "https://github.com/login/oauth/authorize?client_id=Iv1.8a61&redirect_uri=https://acme.example.com/cb?tenant=7&scope=repo&state=x",
            "https://login.microsoftonline.com/common/oauth2/v2.0/authorize?redirect_uri=acme://auth?x=1&code_challenge=a&prompt=login&domain_hint=b",
            "https://id.example.com/logout?post_logout_redirect_uri=https://acme.example.com/?bye=1&id_token_hint=x&state=y",
            "https://id.example.com/login?client_id=a&next=https://acme.example.com/cb?tenant=7&nonce=b",
            "https://sso.example.com/saml?RelayState=https://sso.example.com/app?x=1&SigAlg=rsa&Signature=z",
            "https://sts.example.com/ls?wreply=https://acme.example.com/?x=1&wa=wsignin1.0&wtrealm=urn:a",
        ])
    func login(link: String) {
        let inspection = LinkInspection(link)
        #expect(!inspection.codes.contains { $0 == .ambiguousNesting || $0 == .wrappedLinkCut })
        #expect(inspection.repairedText == link)
    }

    @Test(
        "a parameter that a nested link repeats because it is not escaped is not said to be repeated",
        arguments: [
            "https://x.onelink.me/q?af_dp=brew://beans?id=7&color=red&af_web_dp=https://a.example/p?id=7&color=red",
            "https://a.example/r?color=blue&u=https://b.example/p?id=7&color=red",
        ])
    func repeated(link: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.contains(.ambiguousNesting) && !inspection.codes.contains(.duplicateParameter))
        #expect(inspection.repairedText.contains("id=7%26color=red"))
    }

    @Test func `what may belong to a login server is not escaped`() throws {
        let link = "https://a.example/authorize?client_id=1&redirect_uri=https://a.example/cb?tenant=7&lang=nl&state=x"
        let finding = try #require(LinkInspection(link).findings.first { $0.code == .ambiguousNesting })
        #expect(finding.repair == nil)
        // The names mean a login only beside those of its request.
        let other = LinkInspection("https://a.example/login?next=https://a.example/cb?tenant=7&nonce=b")
        #expect(other.repairs(of: .ambiguousNesting).count == 1)
    }

    @Test(
        "what no service owns is escaped, and nothing else",
        arguments: [
            (
                "https://x.onelink.me/q?af_dp=brew://beans/7?ref=mail&size=1&pid=Email",
                "https://x.onelink.me/q?af_dp=brew://beans/7?ref=mail%26size=1&pid=Email", .ambiguousNesting
            ),
            (
                "bear://x-callback-url/create?x-success=https://a.example/ok?id=3&n=4&x-error=brew://e",
                "bear://x-callback-url/create?x-success=https://a.example/ok?id=3%26n=4&x-error=brew://e", .ambiguousNesting
            ),
            (
                "https://a.example/r?u=https://x.onelink.me/q?pid=Email&af_dp=brew%3A%2F%2F7",
                "https://a.example/r?u=https://x.onelink.me/q?pid=Email%26af_dp=brew%3A%2F%2F7", .ambiguousNesting
            ),
            (
                "whatsapp://send?text=Look%20at%20https://k.example/?id=7&size=1kg&phone=1",
                "whatsapp://send?text=Look%20at%20https://k.example/?id=7%26size=1kg&phone=1", .wrappedLinkCut
            ),
            (
                "mailto:a@b.example?body=Link:%20https://k.example/?a=1&b=2&subject=x",
                "mailto:a@b.example?body=Link:%20https://k.example/?a=1%26b=2&subject=x", .wrappedLinkCut
            ),
            (
                "sms:+15551234567?body=See+https://k.example/?a=1&b=2", "sms:+15551234567?body=See+https://k.example/?a=1%26b=2",
                .wrappedLinkCut
            ),
        ] as [(String, String, FindingCode)]
    )
    func cut(link: String, repaired: String, code: FindingCode) throws {
        let finding = try #require(LinkInspection(link).findings.first { $0.code == code })
        let edits = try #require(finding.repair).edits
        #expect(edits.allSatisfy { $0.utf8 == Array("%26".utf8) })
        var bytes = Array(link.utf8)
        for edit in edits.reversed() { bytes.replaceSubrange(edit.place, with: edit.utf8) }
        #expect(String(decoding: bytes, as: UTF8.self) == repaired)
    }

    @Test func `a dead link on a customer's host is repaired to all of the link inside`() {
        let link = "https://link.shop.example/?link=https://shop.example/beans?id=7&roast=dark&apn=com.a&isi=1&ibi=com.a"
        #expect(LinkInspection(link).repairedText == "https://shop.example/beans?id=7&roast=dark")
    }

    @Test(
        "a store's referrer that is a query must be escaped as a whole",
        arguments: [
            (
                "https://play.google.com/store/apps/details?id=com.a&referrer=utm_source=tiktok&utm_campaign=xmas&hl=de",
                "https://play.google.com/store/apps/details?id=com.a&referrer=utm_source%3Dtiktok%26utm_campaign%3Dxmas&hl=de"
            ),
            (
                "market://details?id=com.a&referrer=utm_source=x&utm_term=red%20shoes",
                "market://details?id=com.a&referrer=utm_source%3Dx%26utm_term%3Dred%2520shoes"
            ),
            (
                "https://play.google.com/store/apps/details?referrer=deep=brew://7&ref=a&id=com.a",
                "https://play.google.com/store/apps/details?referrer=deep%3Dbrew%3A%2F%2F7%26ref%3Da&id=com.a"
            ),
        ])
    func referrer(link: String, repaired: String) {
        #expect(LinkInspection(link).codes.contains(.referrerCut))
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test(
        "a campaign of the store's page is not part of the referrer",
        arguments: [
            "https://play.google.com/store/apps/details?id=com.a&referrer=utm_source%3Dtiktok&utm_campaign=xmas",
            "https://play.google.com/store/apps/details?id=com.a&referrer=web&utm_campaign=xmas",
            "https://play.google.com/store/apps/details?id=com.a&utm_campaign=xmas&referrer=utm_source=tiktok",
            "https://play.google.com/store/apps/details?id=com.a&referrer=utm_source=tiktok&hl=de",
            "https://a.example/?referrer=utm_source=tiktok&utm_campaign=xmas",
        ])
    func page(link: String) {
        #expect(!LinkInspection(link).codes.contains(.referrerCut))
    }
}
