import AppLinks
import LinkLayers
import Records
import Reports
import Screen
import TestSupport
import Testing

@Suite("The text of a record")
struct InspectionTextTests {
    private static let appLink = TestSupport.appLink(
        #"{"target_url":"https://shop.example/item?id=7","user_agent":"news 2","extras":{"a":{"b":[1,true,{}]}},"#
            + #""referer_app_link":{"url":"news://back","app_name":"News"}}"#)

    @Test func `an App Link`() {
        let link = Self.appLink + "&plain"
        #expect(
            report(link, entry: .inbound(sourceApplication: "com.example.news")).text() == """
                App Link from News to the app that handles shop: or, without it, to shop.example.

                link     shop://open  (host open, no path)
                  al_applink_data  (App Link data)
                    target_url        https://shop.example/item
                      id  7
                    user_agent        "news 2"
                    extras
                      a
                        b
                          0  1
                          1  true
                          2  {}
                    referer_app_link
                      url       news://back
                      app_name  "News"
                  plain            (no value)
                sent by  com.example.news
                events   al_link_parse, al_nav_in
                raw      \(link)

                """
        )
    }

    @Test(
        "a + is shown as the space that it stands for",
        arguments: [
            ("https://a.example/?q=c%2B%2B+%22move+constructor%22+50%25+faster", #"q  c++ "move constructor" 50% faster"#),
            ("https://a.example/?q=me+news@b.example", "q  me+news@b.example"), ("shop://a?q=red+shoes", "q  red+shoes"),
        ])
    func plus(link: String, line: String) {
        #expect(report(link).text().contains("\n  \(line)\n"))
    }

    @Test func `a link of a service says what each parameter does`() {
        #expect(
            report(Self.oneLink).text() == """
                Link made with AppsFlyer OneLink. It leads to the app that handles shop:, or to shop.example.

                · note     1 parameter (pid) names a campaign.

                link  https://shop.onelink.me/abc1
                  pid        email  (campaign: the media source)
                  af_dp      shop://item/7  (functional: the link that opens the app by its scheme)
                    color  red
                  af_web_dp  https://shop.example/p/7  (functional: the page that opens on a desktop)
                raw   \(Self.oneLink)

                """
        )
    }

    @Test func `on a terminal, lines are wrapped below the values`() {
        #expect(
            report(Self.oneLink).text(TextLayout(columns: 40)) == """
                Link made with AppsFlyer OneLink. It
                leads to the app that handles shop:, or
                to shop.example.

                · note     1 parameter (pid) names a
                           campaign.

                link  https://shop.onelink.me/abc1
                  pid        email  (campaign: the media
                             source)
                  af_dp      shop://item/7
                             (functional: the link that
                             opens the app by its
                             scheme)
                    color  red
                  af_web_dp  https://shop.example/p/7
                             (functional: the page that
                             opens on a desktop)
                raw   https://shop.onelink.me/abc1?pid=e
                      mail&af_dp=shop%3A%2F%2Fitem%2F7
                      %3Fcolor%3Dred&af_web_dp=https%3A
                      %2F%2Fshop.example%2Fp%2F7

                """
        )
    }

    @Test func `a broken link, in colors and with details`() {
        let colors = TextColors(end: "}") { $0 == .text || $0 == .value ? "" : "{\($0):" }
        #expect(
            report("https//shop.example/p?x=1").text(TextLayout(colors: colors, isVerbose: true)) == """
                {title:Broken link: apps cannot open it as it is. The repaired link is below}{title:.}

                {error:✗ error}    The colon after https is missing. Browsers may correct this; apps reject the \
                link.{ok: Repair: }{ok:Write ://.}
                    https//shop.example/p?x=1
                    {error:^^^^^^^}
                    {title:malformed-start}{title:: }{dim:\(FindingCode.malformedStart.explanation)}

                {title:link}      https//shop.example/p
                  {key:x}  1
                {title:repaired}  {ok:https://shop.example/p?x=1}
                {title:raw}       https//shop.example/p?x=1

                """
        )
    }

    private static let oneLink =
        "https://shop.onelink.me/abc1?pid=email&af_dp=shop%3A%2F%2Fitem%2F7%3Fcolor%3Dred&af_web_dp=https%3A%2F%2Fshop.example%2Fp%2F7"

    @Test func `layers stand below the values that carry them`() {
        let inner = "https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJhIjoxLCJ1cmwiOiJodHRwczovL3guZXhhbXBsZS9hP2I9MSZjPTIifQ%26k%3Dv"
        #expect(
            report("https://a.example/?u=\(inner)#top").tree == """
                link  https://a.example/
                  u  https://shop.example/
                    data  (base64)
                      a    1
                      url  https://x.example/a
                        b  1
                        c  2
                    k     v
                  #  top
                """
        )
        #expect(
            report(
                "intent://shop.example/p?a=1#Intent;scheme=https;package=com.shop;"
                    + "S.browser_fallback_url=https%3A%2F%2Fb.example;i.n=3;end"
            ).tree == """
                link  intent:
                  data                  https://shop.example/p
                    a  1
                  package               com.shop
                  browser_fallback_url  https://b.example  (opened by a browser if no app takes the intent)
                  n                     3  (extra, int)
                """
        )
        #expect(
            report(
                "intent://shop.example/p#Intent;scheme=https;package=com.shop;component=com.shop;c.sign=xy;B.isNew=yes;f.price=1e400;S.a=1;S.a=2;"
                    + "SEL;package=com.other;end"
            ).tree == """
                link  intent:
                  data       https://shop.example/p
                  package    com.shop
                  component  com.shop  (ignored, because it is not package/class)
                  sign       xy  (extra, char, read as its first character)
                  isNew      yes  (extra, boolean, read as false)
                  price      1e400  (extra, float, read as Infinity)
                  a          1  (ignored, because the name is repeated)
                  a          2  (extra, String)
                  selector   (the next fields are ignored, because the intent names a package)
                  package    com.other
                """
        )
        #expect(report("intent://x#intent;scheme=a;end").tree.contains("  data  intent://x#intent;scheme=a;end\n"))
        #expect(
            report("https://web.archive.org/web/2020/https://shop.example/p?x=1").tree.hasPrefix(
                "link  https://web.archive.org/web/2020/…\n"))
        #expect(
            report("https://web.archive.org/web/2020/https://shop.example/p?x=1#top").tree.hasPrefix(
                "link  https://web.archive.org/web/2020/…\n  path  https://shop.example/p\n    x  1\n    #  top"))
    }

    @Test(
        "the first line says what the link is, and where it leads",
        arguments: [
            ("https://shop.example/p", "Web link to shop.example."),
            ("https://shop.example\\@evil.example/p", "Web link to shop.example."),
            ("https://a@shop.example:80\\@evil.example/p", "Web link to shop.example."),
            ("https://shop.example%5C@evil.example/p", "Web link to evil.example."),
            ("sftp://corp\\me@files.example/p", "Link to files.example."),
            ("https://a.example/?next=https%3A%2F%2Fb.example", "Web link to a.example. It carries a link to b.example."),
            ("shop://item/7", "Link to the app that handles shop:."), ("https://bit.ly/3abc", "Bitly short link."),
            ("https://bit.ly/", "Link to the start page on bit.ly."), ("https://vk.cc/3abc", "VK short link."),
            ("https://goo.gl/abc", "Google short link. It may no longer lead anywhere."),
            ("https://adf.ly/abc", "AdF.ly short link. It no longer leads anywhere."),
            ("https://a.page.link/abc", "Link made with Firebase Dynamic Links. It no longer leads anywhere."),
            ("javascript:alert(1)", "Link to a program."), ("data:text/html,x", "Link to a page inside the link itself."),
            ("file:///etc/hosts", "Link to a file or other data on one device."),
            ("blob:https://a.example/1", "Link to data in the memory of one browser."),
            ("about:blank", "Link to the part of the browser that handles about:."),
            ("ms-settings:bluetooth", "Link to the part of Windows that handles ms-settings:."),
            ("ms-word:ofe|u|https://a.example/d.docx", "Microsoft Office: open a document to edit it. It leads to a.example."),
            ("ms-excel:ofv%7Cu%7Chttps://a.example/x", "Microsoft Office: open a document to read it. It leads to a.example."),
            ("ms-word:https://a.example/d.docx", "Microsoft Office link."),
            ("googlechromes://a.example/x", "Chrome link. It leads to a.example."),
            (
                "URL:https://a.example/x",
                "Text of a QR code: cameras understand it, browsers and most apps do not. It carries a link to a.example."
            ),
            ("www.shop.example:8080/x", "Broken link: apps cannot open it as it is. The repaired link is below."),
            ("https:/shop.example/x", "Broken link: apps cannot open it as it is. The repaired link is below."),
            ("https://a.example/?next=https:%2F%2F%2Fb.example", "Web link to a.example."),
            ("https://a.example/?u=https%3A%2F%2F&v=https%3A%2F%2Fb.example", "Web link to a.example. It carries a link to b.example."),
            ("intent:///x#Intent;scheme=https;end", "Android intent link."),
            ("https://a.example/?u=hxxps%3A%2F%2Fb.example", "Web link to a.example."),
            ("https://a.example/cb?code=x&iss=https%3A%2F%2Fid.example", "Login answer to a.example."),
            ("myapp://cb#access_token=x&token_type=bearer", "Login answer to the app that handles myapp:."),
            ("https://a.example/?code=x", "Web link to a.example."),
            (
                "https://id.example/oauth2/authorize?client_id=a&redirect_uri=shop%3A%2F%2Fcb",
                "Login request to id.example. It carries a link to the app that handles shop:."
            ),
            ("https://id.example/oauth2/token?client_id=a&scope=b&client_secret=c", "Web link to id.example."),
            ("https://id.example/logout?client_id=a&redirect_uri=b", "Link to log out on id.example."),
            ("https://id.example/end?post_logout_redirect_uri=b", "Logout request to id.example."),
            ("https://id.example/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Aa", "Login request to id.example."),
            ("https://id.example/adfs/ls/?wa=wsignout1.0&wtrealm=urn%3Aa", "Logout request to id.example."),
            ("https://id.example/cas/login?service=a", "Login request to id.example."),
            ("https://a.example/?ticket=ST-1-a", "Login answer to a.example."), ("https://a.example/?ticket=7", "Web link to a.example."),
            ("https://a.example/?ticket=ST-123", "Web link to a.example."),
            ("https://a.example/#access_token=a&state=b?c=d", "Login answer to a.example."),
            ("https://a.example/7.apk.html", "Web link to a.example."),
            ("https://git.example/nina/x-callback-url", "Web link to git.example."),
            ("https://id.example/sso?SAMLRequest=a", "SAML request to id.example."),
            ("https://a.example/acs?SAMLResponse=a", "SAML answer to a.example."),
            ("https://a.example/login/?next=/orders", "Link to log in on a.example."),
            ("shop://login", "Link to log in with the app that handles shop:."),
            ("https://docs.a.example/login", "Link to documents or documentation on docs.a.example."),
            ("https://a.example/blog/login", "Link to a blog on a.example."),
            ("https://www.netflix.com/blog", "Netflix link to www.netflix.com."),
            ("nflx://www.netflix.com/title/7", "Netflix: open a film or a series."),
            ("matrix:roomid/a:b.example?action=join&via=c", "Matrix: join a room."), ("matrix:r/a:b.example", "Matrix: open a room."),
            ("matrix:roomid/a:b.example/event/c?via=d", "Matrix: open a message."), ("matrix:r/a:b.example/e/c", "Matrix: open a message."),
            ("https://matrix.to/#/#a:b.example", "Matrix: open a room."), ("https://matrix.to/#/@a:b.example", "Matrix: open a profile."),
            ("https://matrix.to/#/%23a%3Ab.example?via=c", "Matrix: open a room."),
            ("https://matrix.to/#/!a:b.example/$c?via=d", "Matrix: open a message."),
            ("https://matrix.to/", "Matrix: open the start page."), ("matrix:r/a:b.example#/@c", "Matrix: open a room."),
            ("omnifocus:///flagged", "OmniFocus: open the flagged tasks."), ("things:///update?id=a", "Things: change a to-do."),
            ("vscode://vscode.git/clone?url=a", "Visual Studio Code: clone a repository."),
            ("vscode://a.b/clone?url=a", "Visual Studio Code: call an extension."),
            ("soundcloud://tracks:7", "SoundCloud: play a song."), ("cashapp://cash.app/pay/x", "Cash App: send money."),
            ("roblox-player:1+launchmode:play+gameinfo:0", "Roblox: start a game."),
            ("https://a.example/video/ab12cd/view", "Link to a video on a.example."), ("https://a.example/watch", "Web link to a.example."),
            ("https://a.example/register?token=b", "Link to register on a.example."),
            ("https://a.example/login/history", "Web link to a.example."),
            ("https://a.example/users/password/edit?reset_password_token=a", "Link to reset a password on a.example."),
            ("https://a.example/account/password/edit", "Web link to a.example."),
            ("https://a.example/#/reset-password?token=a", "Link to reset a password on a.example."),
            ("https://a.example/Verify_Email.php?token=a", "Link to verify an email address on a.example."),
            ("https://a.example/auth/magic-link?token=a", "Link to log in on a.example."),
            ("https://a.example/features/magic-link", "Web link to a.example."),
            ("https://a.example/verify/12345678", "Web link to a.example."),
            ("https://a.example/invite/AbCd1234", "Link to accept an invitation on a.example."),
            ("https://a.example/invite", "Web link to a.example."), ("https://a.example/invite/contacts", "Web link to a.example."),
            ("https://a.example/unsubscribe?e=a", "Link to unsubscribe on a.example."),
            ("https://a.example/t/7.pkpass?x=1", "Link to a pass for Wallet on a.example."),
            ("https://a.example/.well-known/assetlinks.json", "Link to the association file for Android on a.example."),
            ("http://localhost:8081/index.bundle?platform=ios", "Link to a bundle of React Native on localhost."),
            (
                "exp+shop://expo-development-client/?url=http%3A%2F%2F192.0.2.5%3A8081",
                "Link to load an app under development with the app that handles exp+shop:. It carries a link to 192.0.2.5."
            ),
            ("https://id.example/device?user_code=ABCD-EFGH", "Link to log in on a device on id.example."),
            ("bear://x-callback-url/a", "Bear: run an action."), ("https://www.netflix.com/login", "Netflix: log in."),
            ("https://github.com/login", "GitHub: log in."), ("https://github.com/nina/login", "GitHub: open a repository or a page."),
            ("https://www.netflix.com/", "Netflix: open the start page."),
            ("https://www.netflix.com/p/7?client_id=a&scope=b", "Netflix link to www.netflix.com."),
            ("shop://product/7", "Link to a product in the app that handles shop:."),
            ("https://a.example/products/7", "Link to a product on a.example."),
            ("https://a.example/products/2026", "Web link to a.example."),
            ("https://a.example/products/page-12", "Web link to a.example."),
            ("https://a.example/products/shoes", "Web link to a.example."),
            ("https://a.example/u/nina", "Link to a profile on a.example."),
            ("https://a.example/users/settings", "Web link to a.example."),
            ("https://a.example/members/directory", "Web link to a.example."),
            ("https://a.example/user/favorites", "Web link to a.example."),
            ("https://a.example/@nina", "Link to a profile on a.example."),
            ("https://a.example/search?q=b", "Link to search on a.example."), ("https://a.example/search", "Web link to a.example."),
            ("shop://", "Link to open the app that handles shop:."), ("netflix://", "Netflix: open the app."),
            ("https://a.example/", "Link to the start page on a.example."), ("https://a.example/#b", "Web link to a.example."),
            ("https://id.example/oauth2/authorize", "Login request to id.example."),
            ("https://id.example/authorize?client_id=a&scope=b", "Login request to id.example."),
            ("https://a.example/p?client_id=a&scope=b", "Web link to a.example."),
            ("com.example.app:/oauth2redirect", "Link to return from a login with the app that handles com.example.app:."),
            ("https://a.example/api/auth/callback/google", "Link to return from a login on a.example."),
            ("https://a.example/callback", "Web link to a.example."), ("https://a.example/7.png", "Link to a picture on a.example."),
            ("https://a.example/settings", "Link to the settings on a.example."),
            ("https://a.example/nina/settings", "Web link to a.example."),
            ("shop://scan", "Link to scan with the app that handles shop:."), ("https://a.example/scan", "Web link to a.example."),
            (
                "https://email.a.example/e/c/eyJlbWFpbF9pZCI6ImExIiwiaHJlZiI6Imh0dHBzOi8vYi5leGFtcGxlL3AifQ/0a",
                "Link wrapped by Customer.io (own domain). It leads to b.example."
            ),
            (
                "LPA:1$smdp.example$K2-1A2B",
                "Text of a QR code with a phone plan (eSIM) to install: cameras understand it, browsers and most apps do not."
            ),
            (
                "MT:Y.K9042C00KA0648G00",
                "Text of a QR code with a device to add to the smart home (Matter): cameras understand it, browsers and most apps do not."
            ),
            (
                "FIDO:/078241338926040702789",
                "Text of a QR code with a sign-in on another device with a passkey: cameras understand it, browsers and most apps do not."
            ),
            ("WIFI:T:WPA;S:Kiosk;;", "Text of a QR code with a Wi-Fi network: cameras understand it, browsers and most apps do not."),
            (
                "brew://x-callback-url/a?x-success=https%3A%2F%2Fa.example",
                "Link to run an action with the app that handles brew:. It carries a link to a.example."
            ),
            (
                "intent://a/7#Intent;scheme=brew;package=com.a",
                "Broken Android intent link. It was meant to lead to the app that handles brew:."
            ),
            ("shop://item/7#Intent;package=com.shop;end", "Android intent link. On Android, it leads to the app that handles shop:."),
            ("intent://send?phone=1#Intent;scheme=whatsapp;end", "Android intent link. On Android, it leads to WhatsApp."),
            ("https://a.example/?u=whatsapp%3A%2F%2Fsend", "Web link to a.example. It carries a link to WhatsApp."),
            ("https://a.example/?u=tel%3A112", "Web link to a.example. It carries a link to the app that handles tel:."),
            ("tg://resolve?domain=a&post=7", "Telegram: open a message."), ("tg://resolve?domain=post", "Telegram: open a chat."),
            ("tg://resolve?domain=a&appname=b&startapp=c", "Telegram: open a Mini App."),
            ("https://t.me/a?startgroup=b", "Telegram: add the bot to a group."),
            ("https://t.me/a#?startgroup=b", "Telegram: open a chat."), ("https://t.me/share/url?startapp=b", "Telegram: share a link."),
            ("postgres://db.example:5432/shop", "Link to db.example."),
            ("s3://pictures/7.png", "Link to a picture in the app that handles s3:."),
            ("xmpp:a@b.example?message;body=c", "XMPP: send a message."), ("xmpp:a@b.example?join", "XMPP: join a room."),
            ("xmpp:a@b.example", "XMPP: open a chat, a room or a contact."),
            ("https://discord.com/oauth2/authorize?client_id=1&scope=bot", "Discord: add a bot to a server."),
            ("https://discord.com/oauth2/authorize?client_id=1&scope=identify", "Discord: log in."),
            ("https://a.firebaseapp.com/__/auth/action?oobCode=b&mode=verifyEmail", "Firebase Authentication: verify an email address."),
            ("bitcoin:?lightning=lnbc1", "Bitcoin: pay."), ("lnurlw://a.example/w", "Lightning withdrawal: get money."),
            ("waze://?ll=1,2&navigate=yes", "Waze: get directions."), ("waze://?ll=1,2", "Waze: open a place."),
            (
                "intent:shop://item/7#Intent;package=com.shop;end",
                "Android intent link. On Android, it leads to the app that handles shop:."
            ),
            (
                "https://shop.go.link/p/42?adj_t=abc&adj_fallback=https%3A%2F%2Fshop.example%2Fp",
                "Link made with Adjust. It leads to the app, or to shop.example."
            ),
            (
                "https://app.adjust.com/abc?redirect=https%3A%2F%2Fshop.example%2Fp",
                "Link made with Adjust. It leads to shop.example."
            ),
            ("https://apps.apple.com/nl/app/ns/id389057420", "App Store link."),
            ("itms-apps://itunes.apple.com/app/id389057420", "App Store link."),
            (
                "magnet:?xt=urn:btih:a&tr=udp%3A%2F%2Ftracker.example%3A80",
                "BitTorrent: download files. It carries a link to tracker.example."
            ),
            ("https://shop.page.link/?link=https%3A%2F%2Fa.example", "Link made with Firebase Dynamic Links. It led to a.example."),
            (
                "https://web.archive.org/web/2020/https://a.example/?x=1&y=2",
                "Wayback Machine link. It shows a copy from a.example."
            ),
            ("shop://open?al_applink_data=%7B%22target", "Broken App Link to the app that handles shop:."),
            (
                "com.sygic.aura://coordinate|17.1|48.1|drive",
                "Broken Sygic link: iOS and browsers cannot open it as it is. The repaired link is below."
            ),
            ("hxxps://shop[.]example/p", "Broken link: apps cannot open it as it is. The repaired link is below."),
            (TestSupport.appLink(#"{"target_url":"://a"}"#), "App Link to the app that handles shop:."),
            (#"https://a.example\b"#, "Broken link: apps cannot open it as it is. The repaired link is below."),
            ("http:/bit.do/abc", "Broken link: apps cannot open it as it is."),
            ("a b", "Not a link: no app or browser can open this text."),
            (#"C:\Users\x"#, "Not a link: no app or browser can open this text."),
            (#"{"n":1}"#, "JSON that is neither a link nor an event."),
        ])
    func summary(input: String, line: String) {
        #expect(report(input).text().split(separator: "\n").first.map { String($0) } == line)
    }

    @Test("a repair that changes nothing, because it would lead to a dead service, is not shown as a repaired link") func unchanged() {
        #expect(!report("http:/bit.do/abc").text().contains("repaired "))
    }

    @Test(
        "nothing is printed twice",
        arguments: [
            (appLink, ["https://shop.example/item", "\"news 2\"", "news://back", "target_url", "referer_app_link"]),
            (oneLink, ["https://shop.onelink.me/abc1", "shop://item/7", "https://shop.example/p/7", "email", "AppsFlyer", "af_web_dp"]),
            (
                "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fp%2F42&data=05%7C01%7Cme%40a.example&sdata=xyz",
                ["https://shop.example/p/42", "••••••••", "xyz", "Safe Links (mail"]
            ),
            (
                "https://play.google.com/store/apps/details?id=com.shop&referrer=utm_source%3Dnews%26deep%3Dshop%253A%252F%252Fitem%252F7",
                ["com.shop", "news", "shop://item/7"]
            ),
        ])
    func once(link: String, values: [String]) {
        let text = report(link).text()
        let decoded = text.split(separator: "\n").filter { !$0.hasPrefix("raw ") }.joined(separator: "\n")
        for value in values { #expect(decoded.split(separator: value, omittingEmptySubsequences: false).count == 2, "\(value)\n\(text)") }
    }

    @Test("a signed token is masked, but not the time when it expires") func token() {
        let link = "https://a.example/login?token=\(signedToken(#"{"sub":"42","exp":1785546000}"#))"
        let masked = report(link)
        #expect(masked.tree.contains("token  ••••••••") && !masked.text().contains("42"))
        #expect(masked.text().contains("The signed token in the link expires at 2026-08-01 01:00:00 UTC."))
        #expect(
            report(link, showsSecrets: true).tree == """
                link  https://a.example/login
                  token  (signed token)
                    header
                      alg  "ES256"
                    claims
                      sub  "42"
                      exp  1785546000
                """)
    }

    @Test func `a link that was percent-encoded once before base64 is not said to be encoded twice`() {
        let packed = unpadded(Array("https%3A%2F%2Fshop.example%2Fp".utf8))
        let text = report("https://a.example/?redirectUrl=\(packed)").text(TextLayout())
        #expect(text.contains("redirectUrl  https://shop.example/p  (percent-encoded, base64)"), "\(text)")
    }

    @Test func `the fields of an intent are shown although its end is missing`() {
        let link = "intent://item/7#Intent;scheme=shop;package=com.a;S.browser_fallback_url=https://a.example/p;S.src=mail"
        let text = report(link).text(TextLayout())
        for row in ["data  ", "package  ", "browser_fallback_url  https://a.example/p", "src  "] { #expect(text.contains(row), "\(text)") }
    }

    @Test func `the same words are written once, with the number of places`() {
        let link = "shop://a?u=http%3A%2F%2Fa.example&v=http%3A%2F%2Fb.example"
        let lines = report(link).text().split(separator: "\n").filter { $0.contains("The nested link uses http,") }
        #expect(lines.count == 1 && lines.first?.contains("(2 places)") == true, "\(lines)")
        #expect(
            report(link).text(TextLayout(isVerbose: true)).split(separator: "\n").count { $0.contains("The nested link uses http,") } == 2)
    }

    @Test("wrapping loses nothing, and no line is too long", arguments: [appLink, oneLink, "https//a.example/?x=%zz&y=%FF", "words"])
    func wrapped(link: String) {
        let report = report(link)
        for isVerbose in [false, true] {
            let whole = report.text(TextLayout(isVerbose: isVerbose)).filter { !$0.isWhitespace }
            for columns in 10...120 {
                let text = report.text(TextLayout(columns: columns, isVerbose: isVerbose))
                // An excerpt shows as much of the link as fits.
                if !isVerbose { #expect(text.filter { !$0.isWhitespace } == whole, "\(columns)") }
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(columns)\n\(text)")
            }
        }
    }

    @Test func `no line ends within an escape or a character`() {
        let value = String(repeating: "%2Fe\u{301}字", count: 20) + "\u{202E}<U+202E>\u{1B}"
        for columns in 20...60 {
            let lines = report("myapp://x?" + value).text(TextLayout(columns: columns)).split(separator: "\n").filter { !$0.hasPrefix("!") }
            let rests = lines.map { $0.replacing(/%[0-9A-F]{2}|<U\+202E>|\^\[/, with: "").drop { $0 == " " } }
            let areWhole = rests.allSatisfy { !$0.contains { "%<>^".contains($0) } && $0.unicodeScalars.first != "\u{301}" }
            #expect(areWhole, "\(columns): \(rests)")
            #expect(lines.allSatisfy { line in line.count + line.count { $0 == "字" } <= columns }, "\(columns): \(lines)")
        }
    }

    @Test(
        "data that is not JSON, such as data that was encoded twice, has no tree",
        arguments: ["%257B%2522a%2522%253A1%257D", "%257B", "nope"])
    func scrap(data: String) {
        let text = report("https://a?al_applink_data=" + data).text()
        #expect(text.hasPrefix("Broken App Link to a.\n") && text.contains("✗ error    ") && text.contains("not valid JSON"))
        #expect(!text.contains("App Link data"))
    }

    @Test func `a finding with an excerpt of its place`() {
        #expect(
            report(#"https://a?al_applink_data={"a":nope}"#).text(TextLayout(isVerbose: true)).split(separator: "\n").dropFirst().prefix(3)
                == [
                    "✗ error    al_applink_data is not valid JSON, so the app sees no App Link. "
                        + "Expected a value at byte 6, found \"nope\". Repair: Rewrite the readable part as valid JSON.",
                    #"    https://a?al_applink_data={"a":nope}"#,
                    #"                                   ^^^^"#,
                ]
        )
    }

    @Test func `the excerpt of a long link is the part around the finding`() throws {
        let report = report("shop://a?x=" + String(repeating: "y", count: 500) + "&z=%FF&" + String(repeating: "w", count: 500))
        #expect(report.marked == ["%FF"])
        for columns in [nil, 40, 80] {
            let text = report.text(TextLayout(columns: columns, isVerbose: true))
            let excerpt = try #require(text.split(separator: "\n").first { $0.contains("%FF&") && $0.hasPrefix("    …y") })
            #expect(excerpt.count < columns ?? 114 && excerpt.hasSuffix("w…"))
        }
    }

    @Test("the carets are aligned after characters of any width", arguments: [nil, 30, 40, 80, 120])
    func carets(columns: Int?) {
        #expect(report("shop://a?\(String(repeating: "字", count: 25))=1&x=%FF").marked(columns: columns).first == "%FF")
        #expect(report("shop://a?\(String(repeating: "e\u{301}", count: 25))=1&x=%FF").marked(columns: columns).first == "%FF")
        #expect(report("shop://a?\(String(repeating: "\u{1B}", count: 70))=1&x=%FF").marked(columns: columns).contains("%FF"))
        // The carets are after the end of the link, where a bracket is missing.
        #expect(report(#"shop://a?al_applink_data=%7B%22a%22:1"#).marked(columns: columns) == [""])
        guard columns == nil || columns == 120 else { return }
        #expect(report("shop://a?x=é&al_applink_data").marked(columns: columns).first == "al_applink_data")
        #expect(report("shop://a?access_token=éééé&al_applink_data").marked(columns: columns).prefix(2) == ["al_applink_data", "••••••••"])
    }

    @Test func `an event`() {
        #expect(
            report(#"{"event":"al_nav_in","ts":"12:00","url":"shop://a","n":[1],"s":"x"}"#).text() == """
                Measurement event al_nav_in.

                time  12:00
                link  shop://a
                n     [1]
                s     x

                """
        )
    }

    @Test func `reports of several records are numbered, with an empty line between them`() {
        var writer = InspectionWriter(.text(.plain), showsSecrets: false)
        for record in [#"{"event":"a"}"#, #"{"event":"b"}"#] { writer.append(RecordContent(Array(record.utf8))) }
        #expect(writer.count == 2)
        let written = writer.withOutput(numberedFrom: 1) { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        #expect(written == "#1\nMeasurement event a.\n\n\n#2\nMeasurement event b.\n\n")
    }
}

extension InspectionReport {
    /// The lines from the link to the last node before the raw link.
    fileprivate var tree: String {
        let lines = text().split(separator: "\n")
        return lines.drop { !$0.hasPrefix("link") }.prefix { !$0.hasPrefix("raw ") }.joined(separator: "\n")
    }
}
