import Bytes
import LinkLayers
import Secrets
import TestSupport
import Testing

/// Links that people reported, reduced to small ones, by the kind of the mistake. Each kind also has innocent links, of which linkscope must
/// not say the same.
@Suite("Findings that people reported")
struct ReportedLinksTests {
    /// A link, the code that must be among its findings, and words of the message. Without a code, the finding must be absent.
    struct Report: Sendable, CustomTestStringConvertible {
        var link: String
        var code: FindingCode
        var words: String?
        var repaired: String?

        init(_ link: String, _ code: FindingCode, _ words: String?, repaired: String? = nil) {
            (self.link, self.code, self.words, self.repaired) = (link, code, words, repaired)
        }

        var testDescription: String { link }
    }

    private static let google = "https://accounts.google.com/o/oauth2/v2/auth?client_id=1&response_type=code&scope=email&redirect_uri="

    private static let okta =
        "https://dev-123.okta.com/oauth2/default/v1/authorize?client_id=1&response_type=code&scope=openid&redirect_uri="
    private static let apple = "https://appleid.apple.com/auth/authorize?client_id=1&response_type=code&redirect_uri="

    static let customSchemes: [Report] = [
        Report("sample://itemAB/x", .capitalHost, "itemab"), Report("sample://itemab/x", .capitalHost, nil),
        Report("com.example://resetPassword?token=X", .capitalHost, "resetpassword"), Report("https://A.example/x", .capitalHost, nil),
        Report("slack://Channel?team=T1", .capitalHost, nil), Report("github-mac://openRepo/a", .capitalHost, nil),
        Report("things:///add?title=a", .noAuthority, nil),
        Report("https://cash.app/$example/10", .placeholder, nil),
        Report("https://cash.app/$example/{{amount}}", .placeholder, "{{amount}}"),
        Report("https://cash.app/{{cashtag}}/10", .placeholder, "{{cashtag}}"), Report("https://t.me/$AbCd12", .placeholder, nil),
        Report("https://a.example/$example/10", .placeholder, "$example"),
        Report("vmess://eyJ2IjoiMiIsInBzIjoiYSIsImFkZCI6ImIiLCJwb3J0Ijo0NDN9", .capitalHost, nil),
        Report("shop:///item/7", .noAuthority, "the host is empty"), Report("shop://item/7", .noAuthority, nil),
        Report("bankid:///?autostarttoken=x&redirect=null", .noAuthority, nil),
        Report("myapp://html5/https://www.example.com?x=1", .linkInPath, "routers split it"),
        Report("antennapod-subscribe://https://example.com/feed", .linkInPath, "as the host"),
        Report("overcast:https://example.com/feed", .linkInPath, "no host"), Report("microsoft-edge:https://a.example/p", .linkInPath, nil),
        Report("x-github-client://openRepo/https://github.com/a/b", .linkInPath, nil),
        Report("view-source:https://a.example/", .linkInPath, nil),
        Report("shop://open?url=https://a.example/p", .linkInPath, nil), Report("https://r.example/https://a.example/", .linkInPath, nil),
        Report("myapp://resetpassword#access_token=eyJhbGciOiJIUzI1NiJ9.e30.abc&type=recovery", .valuesInFragment, "the query is empty"),
        Report("myapp://login-callback#error=access_denied&error_code=403", .valuesInFragment, "Read the fragment"),
        Report("myapp://cb?state=1#access_token=abc", .valuesInFragment, nil),
        Report("https://a.example/#access_token=abc", .valuesInFragment, nil),
        Report("myapp://item/7#reviews", .valuesInFragment, nil), Report("myapp://item#/cart?x=1", .valuesInFragment, nil),
    ]

    static let signs: [Report] = [
        Report(
            "shop://signup?email=x+y@example.com", .plusForBlank, "email address", repaired: "shop://signup?email=x%2By@example.com"),
        Report(
            "https://www.example.com/reset?email=abc+123@example.com", .plusForBlank, "email address",
            repaired: "https://www.example.com/reset?email=abc%2B123@example.com"),
        Report("https://a.example/?login_hint=ana+news%40example.org&x=1", .plusForBlank, "email address"),
        Report("https://a.example/?q=mail+to+ana@example.org", .plusForBlank, nil),
        Report("mailto:?to=ana+news@example.org", .plusForBlank, nil),
        Report("sms:/open?addresses=+1,+2", .plusForBlank, nil),
        Report("sms:/open?addresses=+1-555-123-4567,+1-555-765-4321", .plusForBlank, nil),
        Report("shop://x?q=red,+blue", .plusForBlank, "meant as a space", repaired: "shop://x?q=red,%20blue"),
        Report("https://a.example/?q=red+shoes", .plusForBlank, nil), Report("https://a.example/@48.85,2.29?c=a+b", .plusForBlank, nil),
        Report(
            "https://www.example.com/?color=#ff0000&size=3", .ambiguousNesting, "color is cut here",
            repaired: "https://www.example.com/?color=%23ff0000&size=3"),
        Report(
            "https://a.example/?q=c#&lang=de", .ambiguousNesting, "This # ends the query", repaired: "https://a.example/?q=c%23&lang=de"),
        Report("https://a.onelink.me/AbCd?deep_link_value=x#y&af_dp=shop%3A%2F%2Fx", .ambiguousNesting, "deep_link_value is cut"),
        Report("https://a.app.link/x?$deeplink_path=item/7#reviews&~campaign=z", .ambiguousNesting, "$deeplink_path is cut"),
        Report("https://a.example/?q=c#top", .ambiguousNesting, nil), Report("https://a.example/?q=c#a=1&b=2", .ambiguousNesting, nil),
        Report("https://a.example/?q=c#/route&b=2", .ambiguousNesting, nil), Report("https://a.example/p#top&b=2", .ambiguousNesting, nil),
        Report("https://app.chat.example/#/room/#lobby:chat.example", .unescapedSign, "second #"),
        Report("https://a.example/p#a#b", .unescapedSign, "second #"),
        Report("ms-excel:ofv|u|https://a.example/x.xlsx", .unescapedSign, nil),
        Report("ms-word:nft|u|https://a.example/t.dotx|s|https://a.example/d", .unescapedSign, nil),
        Report("ms-excel:ofv|u|https://a.example/x^y", .unescapedSign, "This ^", repaired: "ms-excel:ofv|u|https://a.example/x%5Ey"),
        Report("shop:item|7", .unescapedSign, "This |", repaired: "shop:item%7C7"),
        Report("https://a.example/#/room/%23lobby:a.example", .unescapedSign, nil),
        Report("https://studio.example.app/#/%23access_token=abcdef123456&type=recovery", .encodedHash, "access_token and its value"),
        Report("https://a.example/#/room/%23lobby", .encodedHash, nil), Report("https://a.example/#/tagged/c%23?x=1", .encodedHash, nil),
        Report(
            "https://demo.page.link/?link=https://web.example.com/#/?item=7&ibi=com.example.lite", .wrappedLinkCut, "the link in link",
            repaired: "https://web.example.com/#/?item=7"),
        Report(
            "https://l.facebook.com/l.php?u=https://a.example/#/cart&h=AT0", .wrappedLinkCut, "the link in u",
            repaired: "https://l.facebook.com/l.php?u=https://a.example/%23/cart&h=AT0"),
        Report(
            "shop://open?url=https://b.example/#/cart?x=1", .ambiguousNesting, "the link in url",
            repaired: "shop://open?url=https://b.example/%23/cart?x=1"),
        Report("https://a.example/login?to=https://a.example/cart#top", .ambiguousNesting, nil),
        Report("https://a.example/?u=https%3A%2F%2Fb.example%2F#/cart", .ambiguousNesting, nil),
        Report("https://shop.onelink.me/abc?af_dp=shop://x#y&pid=z", .ambiguousNesting, "the link in af_dp"),
        Report("https://a.example/?u=https://b.example/cb#access_token=abcdef123456&state=1", .ambiguousNesting, nil),
        Report(
            "https://demo.app.link/zOYn9?$desktop_url%3Dhttps%3A%2F%2Fwww.example.com%2Freset%3Fq%3DB2C", .queryDelimiter,
            "Branch gets no $desktop_url",
            repaired: "https://demo.app.link/zOYn9?$desktop_url=https%3A%2F%2Fwww.example.com%2Freset%3Fq%3DB2C"),
        Report("https://a.example/?aGVsbG8gd29ybGQ%3D", .queryDelimiter, nil),
        Report("https://a.example/?aGVsbG8gd29ybA%3D%3D", .queryDelimiter, nil),
        Report("https://href.li/?https%3A%2F%2Fa.example%2F%3Fx%3D1", .queryDelimiter, nil),
    ]

    static let rules: [Report] = [
        Report(
            "https://app.adjust.com/u9?deep_link=shopapp%3A%2F%2F&country=ES&code=FB1&campaign=Demo", .ambiguousNesting,
            "country, code are parameters of the Adjust link"),
        Report("https://app.adjust.com/u9?deep_link=shopapp%3A%2F%2F%3Fcountry%3DES&campaign=Demo", .ambiguousNesting, nil),
        Report("https://x.app.link/u9?$deeplink_path=a&country=ES", .ambiguousNesting, nil),
        Report("https://app.adjust.com/u9?deep_link=shop%3A%2F%2Fx&engagement_type=fallback_click", .ambiguousNesting, nil),
        Report(google + "com.example.app%3A%2F%2Foauth2redirect", .badRedirect, "one slash"),
        Report(google + "com.example.app:/oauth2redirect", .badRedirect, nil),
        Report(google + "http%3A%2F%2Flocalhost%3A3000%2Fcb", .badRedirect, nil),
        Report(google + "http%3A%2F%2F%5B%3A%3A1%5D%3A3000%2Fcb", .badRedirect, nil),
        Report(google + "http%3A%2F%2Fa.example%2Fcb", .badRedirect, "use https"),
        Report(google + "https%3A%2F%2Fa.example%2Fcb", .badRedirect, nil),
        Report(google + "urn:ietf:wg:oauth:2.0:oob", .badRedirect, "no longer accepts"),
        Report("https://login.example/authorize?client_id=1&redirect_uri=https%3A%2F%2Fa.example%2F%23%2Fcb", .badRedirect, "fragment"),
        Report("https://login.example/authorize?client_id=1&redirect_uri=shop%3A%2F%2Fcb", .badRedirect, nil),
        Report(okta + "shop%3A%2F%2Fcallback", .badRedirect, "a reversed domain name"),
        Report(okta + "com.okta.dev-123%3A%2F%2Fcallback", .badRedirect, "one slash"),
        Report(okta + "com.okta.dev-123%3A%2Fcallback", .badRedirect, nil),
        Report(okta + "http%3A%2F%2Flocalhost%3A8080", .badRedirect, nil),
        Report(apple + "shop%3A%2F%2Fcb", .badRedirect, "Apple accepts only https"),
        Report(apple + "https%3A%2F%2Flocalhost%2Fcb", .badRedirect, "localhost"),
        Report(apple + "https%3A%2F%2F10.0.0.1%2F", .badRedirect, "IP"),
        Report(apple + "https%3A%2F%2F%5B2001%3Adb8%3A%3A1%5D%2Fcb", .badRedirect, "IP"),
        Report(apple + "https%3A%2F%2Fa.example%2Fcb", .badRedirect, nil),
        Report("https://t.me/example_bot?start=aGVsbG86d29ybGQ%3D", .badValue, "A-Z"),
        Report("https://t.me/example_bot?start=a_B-9", .badValue, nil),
        Report("WIFI:T:WPA;S:My;Net;P:abcd1234;;", .badValue, "ends the name", repaired: "WIFI:T:WPA;S:My\\;Net;P:abcd1234;;"),
        Report("WIFI:T:WPA;P:abcd1234;;", .badValue, "no network"), Report("WIFI:T:WPA;S:Kiosk;P:abc;;", .badValue, "at least 8"),
        Report("WIFI:T:WPA;S:Kiosk;;", .badValue, "no password"), Report("WIFI:S:Kiosk;T:nopass;;", .badValue, nil),
        Report("WIFI:T:WPA;S:My\\;Net;P:abcd1234;H:true;;", .badValue, nil), Report("WIFI:S:Kiosk;;", .badValue, nil),
        Report("WIFI:T:WPA2-EAP;S:Kiosk;E:PEAP;I:ann;P:abc;;", .badValue, nil),
        Report("tg://resolve?domain=example_bot&start=\(String(repeating: "a", count: 65))", .badValue, "at most 64 characters"),
        Report("https://a.example/?start=a:b", .badValue, nil), Report("https://t.me/example_bot/app?startapp=a.b", .badValue, "512"),
        Report("https://apps.apple.com/app/id1?pt=1&ct=\(String(repeating: "c", count: 41))", .badValue, "at most 40"),
        Report(
            "itms-services:?action=download-manifest&url=https%3A%2F%2Fapp.example.com%2Fm.plist", .malformedStart, "//",
            repaired: "itms-services://?action=download-manifest&url=https%3A%2F%2Fapp.example.com%2Fm.plist"),
        Report("itms-services://?action=download-manifest&url=https%3A%2F%2Fapp.example.com%2Fm.plist", .malformedStart, nil),
        Report(
            "itms-services://?action=download-manifest&url=itms-services://?action=download-manifest&url=https://app.example.com/m.plist",
            .malformedStart, "twice", repaired: "itms-services://?action=download-manifest&url=https://app.example.com/m.plist"),
        Report(
            "itms-services://?action=download-manifest&url=http%3A%2F%2Fapp.example.com%2Fm.plist", .insecureHTTP, "iOS installs nothing"),
        Report("intent://x#Intent;scheme=shop;action=ACTION_VIEW;end", .intentConstant, "android.intent.action.VIEW"),
        Report(
            "intent://x#Intent;scheme=shop;category=Intent.CATEGORY_BROWSABLE;end", .intentConstant, "android.intent.category.BROWSABLE"),
        Report("intent://x#Intent;scheme=shop;action=com.example.ACTION_VIEW;end", .intentConstant, nil),
        Report(
            "intent://x#Intent;scheme=shop;action=VIEW;end", .intentConstant, "the last part of android.intent.action.VIEW",
            repaired: "intent://x#Intent;scheme=shop;action=android.intent.action.VIEW;end"),
        Report(
            "intent://x#Intent;scheme=shop;S.fallback_url=https%3A%2F%2Fa.example%2F;end", .badFallback, "named S.browser_fallback_url",
            repaired: "intent://x#Intent;scheme=shop;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end"),
        Report("intent://x#Intent;scheme=shop;S.fallback_url=none;end", .badFallback, nil),
        Report(
            "intent://x#Intent;scheme=shop;S.fallback=https%3A%2F%2Fa.example;S.browser_fallback_url=https%3A%2F%2Fb.example;end",
            .badFallback, nil),
        Report("tel:*100%23", .numberHash, "iOS does not dial"), Report("tel:%2A100%23", .numberHash, "iOS does not dial"),
        Report("tel://*100%23", .numberHash, "iOS does not dial"),
        Report("tel:+15551234567", .numberHash, nil), Report("sms:*100", .numberHash, nil),
        Report("sms:+15551234567;body=Hi", .queryDelimiter, "belong to the number", repaired: "sms:+15551234567?body=Hi"),
        Report("sms://+15551234567&body=Hi", .queryDelimiter, "iOS reads", repaired: "sms://+15551234567?&body=Hi"),
        Report("sms://+15551234567?body=Hi%20%26%20bye", .queryDelimiter, nil),
        Report("myapp://expo-development-client/?url=http%3A%2F%2Flocalhost%3A8081", .privateAddress, "the phone itself"),
        Report("exp://127.0.0.1:8081/--/x", .privateAddress, "the phone itself"),
        Report("exp://10.0.2.2:8081", .privateAddress, "Android Emulator"),
        Report("exp://[::1]:8081/--/x", .privateAddress, "the phone itself"),
        Report("myapp://dev/?url=http%3A%2F%2F%5B%3A%3A1%5D%3A8081", .privateAddress, "the phone itself"),
        Report("myapp://dev/?url=http%3A%2F%2F%5B2001%3Adb8%3A%3A1%5D%3A8081", .privateAddress, nil),
        Report("http://localhost:3000/x", .privateAddress, nil), Report("https://localhost.example/x", .privateAddress, nil),
        Report(google + "http%3A%2F%2F127.0.0.1%3A8080%2F", .privateAddress, nil), Report("lyft://ridetype?id=x", .privateAddress, nil),
        Report("data:application/pdf;base64,JVBERi0=", .unsafeScheme, "a PDF document"),
        Report("data:image/png;base64,iVBORw0KGgo=", .unsafeScheme, "an image"), Report("data:,Hello", .unsafeScheme, "a text"),
        Report("data:text/html,<script>1</script>", .unsafeScheme, "whole page"),
        Report("data:image/svg+xml,<svg/>", .unsafeScheme, "whole page"),
    ]

    @Test("each kind is found and named, and innocent links are not", arguments: customSchemes + signs + rules)
    func report(_ report: Report) {
        let inspection = LinkInspection(report.link)
        let messages = inspection.findings.filter { $0.code == report.code }.map(\.message)
        if let words = report.words {
            #expect(messages.contains { $0.contains(words) }, "\(inspection.findings.map { ($0.code, $0.message) })")
        } else {
            #expect(messages.isEmpty)
        }
        if let repaired = report.repaired { #expect(inspection.repairedText == repaired) }
    }

    @Test("a link that was repaired keeps its end", arguments: (signs + rules).filter { !$0.link.contains("page.link") })
    func end(_ report: Report) {
        let repaired = LinkInspection(report.link).repairedText
        let words = report.link.split { !$0.isLetter && !$0.isNumber }.suffix(1)
        for word in words { #expect(repaired.contains(word), "\(repaired)") }
    }

    @Test(
        "a redirect address with one slash is a link",
        arguments: ["com.googleusercontent.apps.123%3A%2Foauth2redirect", "com.example.app:/oauth2redirect"])
    func oneSlash(address: String) {
        let layer = LinkInspection(Self.google + address).layers.first { $0.path == "redirect_uri" }
        #expect(layer?.kind == .link && layer?.text.string.contains(":/oauth2redirect") == true)
    }

    @Test(
        "a service is known by its host, whatever follows",
        arguments: [
            ("https://example.app.link/3hjz2pLmNb", "Branch"), ("https://bnctestbed.app.link?gclid=12345", "Branch"),
            ("https://x.onelink.me/H3hp", "AppsFlyer OneLink"), ("https://app.appsflyer.com/com.example.app?pid=a", "AppsFlyer"),
            ("https://impressions.onelink.me/a?pid=b", "AppsFlyer"), ("https://app.adjust.world/abc123", "Adjust"),
            ("https://app.adjust.net.in/abc", "Adjust"), ("https://itunes.apple.com/search?media=podcast&term=news", "iTunes Search API"),
            ("https://itunes.apple.com/us/rss/topsongs/limit=10/xml", "iTunes Search API"),
            ("https://itunes.apple.com/us/album/x/id1", "Apple media"), ("https://itunes.apple.com/us/app/x/id1", "App Store"),
            ("https://us-west-2.protection.sophos.com/?d=example.com&u=aHR0cHM6Ly9leGFtcGxlLmNvbS9h&i=abc", "Sophos"),
            ("https://protect.checkpoint.com/v2/___https://a.example/p___.YXBzMTph", "Check Point"),
            ("https://www.anrdoezrs.net/links/1/type/dlg/https://www.example.com/p", "CJ Affiliate"),
            ("https://appgallery.cloud.huawei.com/ag/n/app/C100000001?deeplink=exampleapp%3A%2F%2Fx", "Huawei AppGallery"),
            ("https://u1234567.ct.sendgrid.net/uni/ls/click?upn=u001.abc", "SendGrid app or short link"),
            ("https://click.example.com/uni/ls/click?upn=u001.abcdef", "SendGrid app or short link"),
            ("https://links.iterable.com/a/click?_t=abcd1234&_m=efgh5678&_e=AbCdEfGh", "Iterable"),
            ("https://links.shop.example/u/click?_t=1&_m=2&_e=3", "Iterable (own domain)"), ("https://a.example/c/ejemplo", ""),
            ("https://a.example/ss/c/x", ""),
            ("https://wl.shop.example/ss/c/u001.a-B_c/481/6JEDNo/h0/h001.gK7", "SendGrid app or short link"),
            ("https://substack.com/redirect/2/eyJlIjoiaHR0cHM6Ly9hLmV4YW1wbGUvcCJ9.4xkXCUYG?", "Substack redirect"),
            ("https://track.customer.io/e/c/eyJocmVmIjoiaHR0cHM6Ly9hLmV4YW1wbGUvcCIsInQiOjF9/abc", "Customer.io tracking"),
            ("https://substack.com/redirect/abc?j=xyz", "Substack"),
            ("https://a.example/redirect/2/eyJlIjoiaHR0cHM6Ly9hLmV4YW1wbGUvcCJ9", ""),
            ("https://cl.exct.net/?qs=abc123", "Marketing Cloud"), ("https://r.sendibt2.com/tr/cl/abc", "Brevo"),
            ("https://a.chottu.link/abc", "ChottuLink"), ("https://a.sqd.link/x", "Grovs"),
            ("https://click.convertkit-mail2.com/abc/def", "Kit"), ("https://a.cmail19.com/t/abc", "Campaign Monitor"),
            ("https://0a.click.kit-mail3.com/abc/def/aHR0cHM6Ly9hLmV4YW1wbGUvcA==", "Kit redirect"),
            ("https://link.mail.beehiiv.com/ss/c/u001.abc/def", "beehiiv"), ("https://emlnk9.com/lt.php?x=abc", "ActiveCampaign"),
            ("https://a.intercom-clicks.com/via/e?ob=abc", "Intercom"), ("https://via.intercom.io/o?h=0a", ""),
            ("https://a.intercom-mail.com/via/o?h=0a", ""),
            ("https://via.intercom.io/c?url=https%3A%2F%2Fa.example%2Fp&h=0a", "Intercom redirect"),
            ("https://search.app/?link=https%3A%2F%2Fa.example%2Fp", "Google app sharing"), ("https://search.app/abc", "Google sharing"),
            ("https://wenku.baidu.com/link?url=abcDEF_123", "Baidu"),
            ("https://jump.bdimg.com/safecheck/index?url=abc", "Baidu safety check"),
            ("https://a.lnk.to/abc", "Linkfire"), ("https://s.shopee.sg/abc", "Shopee short links"),
            ("https://a.example/a/click?_t=1", ""), ("https://applink.example/3hjz2", ""),
        ])
    func service(link: String, name: String) {
        #expect(LinkInspection(link).service?.name ?? "" == name)
    }

    @Test func `the destination of a click link of Substack is read from its signed data`() {
        // {"e":"https://a.example/off?token=AbCd1234EfGh5678","iss":"pub-0"}
        let data = "eyJlIjoiaHR0cHM6Ly9hLmV4YW1wbGUvb2ZmP3Rva2VuPUFiQ2QxMjM0RWZHaDU2NzgiLCJpc3MiOiJwdWItMCJ9"
        let inspection = LinkInspection("https://substack.com/redirect/2/\(data).4xkXCUYGSEUNiCCnFVjPoVLgmXlSEYz?")
        #expect(inspection.layers.first?.text.string == "https://a.example/off?token=AbCd1234EfGh5678")
        #expect(inspection.findings.contains { $0.code == .secret })
    }

    @Test func `the address of the check in Teams is no destination`() {
        let link =
            "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fexample.com%2Fa&locale=en-us"
            + "&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Fpart%2Femea%2Fbeta%2Fatpsafelinks%2Fgeturlreputationsitev2%2F&pc=abc"
        let layers = LinkInspection(link).layers
        #expect(layers.map(\.text.string) == ["https://example.com/a"] && layers.first?.service?.name == "Safe Links in Teams")
    }
}
