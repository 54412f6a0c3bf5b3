import LinkLayers
import TestSupport
import Testing

/// Everyday links. If linkscope warned about these, users would ignore the warnings that matter.
@Suite("Ordinary links")
struct OrdinaryLinkTests {
    private static let web: [String] = [
        "https://www.example.com/", "https://example.com", "https://www.example.com/?q=é#top", "https://shop.example:8443/cart/",
        "https://example.com/path;v=1.2/a,b;c?x=1;2#section-2", "https://example.com/?filter[]=1&filter[]=2&sort=-price",
        "https://example.com/search?q=a|b&range={from}-{to}", "https://example.com/100%25/50%2525x%2Cy", "https://example.com/a%2Fb/c%20d",
        "https://en.wikipedia.org/wiki/C%2B%2B", "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC", "https://de.wikipedia.org/wiki/Straße",
        "https://fa.wikipedia.org/wiki/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85",
        "https://example.com/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB",
        "https://stackoverflow.com/questions/tagged/c%23", "https://example.com/learn/visual-c%23/intro",
        "https://example.com/chords/F%23m7",
        "https://github.com/swiftlang/swift/blob/main/README.md?plain=1#L10-L20", "https://user@dev.example.com/org/_git/repo",
        "https://john.doe@intranet.example/home", "https://en.m.wikipedia.org/wiki/URL#:~:text=A%20URL%20is,a%20line%0Athat%20ends",
        "https://web.archive.org/web/2020/https://example.com/a?b=c", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
        "https://youtu.be/x?t=42",
        "https://www.google.com/maps/@48.8583701,2.2944813,17z/data=!3m1!4b1", "https://maps.apple.com/?ll=50.894967,4.341626&q=Atomium",
        "https://www.google.com/maps/place/Eiffel+Tower/@48.85,2.29,17z",
        "https://translate.google.com/?sl=en&tl=nl&text=a%20b%0Ac&op=translate",
        "https://www.amazon.com/dp/B000000000/ref=sr_1_1?keywords=usb&qid=1600000000&sr=8-1",
        "https://www.instagram.com/p/Cabc_123-x/?img_index=1",
        "https://apps.apple.com/us/app/example/id123456789?mt=8",
        "https://play.google.com/store/apps/details?id=com.example&hl=en_US&gl=US",
        "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=abcdef0123456789", "https://discord.gg/abcdef",
        "https://t.me/example?start=abc",
        "https://example.zoom.us/j/1234567890?uname=Me",
        "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d",
        "https://wa.me/15551234567?text=Hello%20there%0ASecond%20line",
        "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fa.example%2Fp",
        "https://twitter.com/intent/tweet?text=Hello%20world%21&url=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2",
        "https://accounts.example/o/oauth2/auth?client_id=1&redirect_uri=https%3A%2F%2Fa.example%2Fcb&scope=openid%20email&response_type=code",
        "https://accounts.example/login?continue=https%3A%2F%2Fa.example%2F%3Fq%3Dred%2520shoes%26x%3D50%2525",
        "http://localhost:3000/x?y=1",
        "http://192.168.1.10:8080/status", "http://printer.local/", "http://exampleonion.onion/", "https://[2001:db8::1]:8443/x",
        "https://firebasestorage.googleapis.com/v0/b/x.appspot.com/o/images%2Fa.png?alt=media",
        "https://example.com/?q=%E4%BD%A0%E5%A5%BD&ie=utf-8",
        "https://example.com/calendar?start=2026-11-21T10:00:00+01:00&phone=+31201234567&lang=c++",
        "https://www.example.com:443/", "https://example.com./", "https://xn--bcher-kva.example/", "https://bücher.example/",
        "https://例え.example/引き割り",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2&h=AT0x&__tn__=-UK-R&c[0]=AT1", "https://t.co/abcdefghij",
        "https://www.google.com/url?sa=t&source=web&rct=j&opi=89978449&url=https://a.example/p?id=1&ved=2ahUKE&usg=AOvVaw0",
        "https://bit.ly/3abc",
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=05%7C01%7C%7C0%7C0%7C638&sdata=aGVsbG8%3D&reserved=0",
        "https://example.app.link/abc?%24deeplink_path=item%2F7&%24canonical_url=https%3A%2F%2Fa.example%2Fitem%2F7&~channel=mail",
        "https://example.onelink.me/H3hp?pid=mail&c=sale&af_dp=shop%3A%2F%2Fitem%2F7&af_web_dp=https%3A%2F%2Fa.example%2F7",
        "https://example.com/r?u=https://other.example/?a=1&b=2&c=3",
        "https://example.com/?utm_source=mail&utm_campaign=%E2%80%93summer%E2%80%93&gclid=abc",
    ]

    private static let apps: [String] = [
        "shop://a", "shop://a?x=%C3%A9&&y=", "shop://", "myapp:///item/7", "com.example.app:/oauth?state=1",
        "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
        "fb://profile/4", "fb123://authorize?x=1", "twitter://user?screen_name=example", "whatsapp://send?text=Hi%20there%0Aall",
        "tg://resolve?domain=example",
        "slack://channel?team=T1&id=C1", "comgooglemaps://?q=Pizza&center=37.7,-122.4&zoom=14", "vnd.youtube:dQw4w9WgXcQ",
        "zoommtg://zoom.us/join?confno=123",
        "market://details?id=com.example&referrer=utm_source%3Dx", "itms-apps://apps.apple.com/app/id123456789", "mailto:me@a",
        "mailto:me@a.example?subject=Hello&body=Line%201%0D%0ALine%202", "tel:+31201234567", "sms:+15551234567?body=Hi%0A",
        "geo:52.37,4.9?q=52.37,4.9(Label)",
        "upi://pay?pa=a@bank&pn=Name&am=10.00&cu=INR", "irc://irc.example.org/%23swift", "ms-word:ofe|u|https://a.example/x.docx",
        "intent://scan/#Intent;scheme=zxing;package=com.example.zxing;end",
        "intent://open/7?a=1#Intent;scheme=https;package=com.example;S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Fq%3D1;end",
        "android-app://com.example/https/a.example/p?q=1", "shop://open?img=data%3Aimage%2Fpng%3Bbase64%2CiVBORw0KGgo",
        "shop://a?d=%7B%22n%22%3A1%7D",
    ]

    private static let appLinks: [String] = [
        appLink(#"{"target_url":"a://b","extras":{"a":[1]},"version":"1.0"}"#),
        appLink(
            #"{"target_url":"https://a.example/?x=1&y=2","extras":{"note":"two\nlines\tand a tab","path":"C:\\x"},"user_agent":"Bolts iOS 1.9.0"}"#
        ),
        appLink(#"{"target_url":"https:\/\/a.example\/p\/1?q=a%20b","referer_app_link":{"app_name":"写真箱","url":"photobox://back/1"}}"#),
        appLink(
            #"{"target_url":"https://a.example/","extras":{"phone":"+31 20","price":"10%","title":"C# in depth","html":"<b>a &amp; b</b>"}}"#
        ),
    ]

    @Test("ordinary links have no findings above a note", arguments: web + apps + appLinks)
    func ordinary(link: String) {
        let found = LinkInspection(link).findings.filter { $0.severity > .note }
        #expect(found.isEmpty, "\(found.map { ($0.code, $0.message) })")
    }

    @Test(
        "links without anything special have no findings at all",
        arguments: [web[0], web[3], web[4], web[7], "mailto:me@a", appLinks[1], appLinks[2]])
    func silent(link: String) {
        #expect(LinkInspection(link).codes == [])
    }
}
