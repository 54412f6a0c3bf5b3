import Inspector
import Screen
import TestSupport
import Testing

@testable import Panes

/// However the user reaches a screen, the screen shows no token or password until the user asks for secrets.
@Suite struct SecretTests {
    private static let inEveryForm = [
        Fixtures.appLink,
        "shop://user:\(Links.secret)@host/?password=\(Links.secret)",
        "shop://p?u=ann:\(Links.secret)@db.example",
        Links.from("access_token=\(Links.secret)", "shop://back?access_token=\(Links.secret)"),
        #"{"event":"al_nav_in","url":"shop://p?access_token=\#(Links.secret)","authorization":"Bearer \#(Links.secret)"}"#,
        #"{"event_name":"access_token=\#(Links.secret)","event_args":{"access_token=\#(Links.secret)":"1","password":{"a":"\#(Links.secret)"}}}"#,
        #"{"hello":"world","client_secret":["\#(Links.secret)"]}"#,
        #"{"url":"shop://p?api_key=\#(Links.secret)","sourceApplication":"x?access_token=\#(Links.secret)"}"#,
        "https://example.com/?next=" + Links.encoded("shop://x?access_token=\(Links.secret)"),
        Links.appLink(
            #"{"version":"password=\#(Links.secret)","access_token":["\#(Links.secret)"],"target_url":"a://?password=\#(Links.secret)"}"#),
    ]

    /// Returns everything that can be shown: every pane, every row opened, every window.
    private func everything(_ rig: inout Rig) -> String {
        var seen = rig.screen
        func press(_ keys: Key...) {
            for key in keys { rig.press(key) }
            seen += rig.screen
        }
        press("o", .down)
        rig.press(.escape)
        press("i", .home)
        press(.end)
        rig.press(.escape)
        press("b", .home)
        for _ in rig.state.forms.current.fields { press(.tab, .home) }
        rig.press(.escape)
        press("r")
        rig.press(.escape)
        press("y")
        rig.press(.escape)
        press("z")
        press("z")
        press("4", "z")
        press("z", "2", "z", "g")
        for _ in 0..<min(rig.state.detail.cursor.count, 60) {
            if rig.state.detailRows.lines[rig.state.detail.cursor.selected].fold == nil {
                press(.enter)
                rig.press(.escape)
                press("y")
                rig.press(.escape)
                if !rig.state.panes.isZoomed { rig.press("2", "z") }
            }
            press("j")
        }
        rig.press(.escape, .escape)
        return seen.filter { !$0.isNewline }
    }

    @Test("no screen shows a secret", .daily, arguments: inEveryForm, Seeds.share(of: [Sanitizer.Encoding.utf8, .ascii], in: 2))
    func masked(_ link: String, _ encoding: Sanitizer.Encoding) {
        var rig = Rig(glyphs: .matching(encoding))
        rig.paste("cafe://menu")
        rig.paste(link)
        let seen = everything(&rig)
        #expect(!seen.contains(Links.secret))
        #expect(!seen.contains("<U+2022>"), "the mask has a sign that the terminal has")
    }

    @Test("the part of a link that a finding is about is masked in the copy menu, too, and its copy is announced as a secret")
    func pointed() {
        var rig = Rig()
        rig.paste("shop://user:\(Links.secret)@host/")
        rig.press("2", "j", "j", "j", "j", "y")
        #expect(rig.words.contains("y selection ••••••••") && !rig.screen.contains(Links.secret))
        rig.press("y")
        #expect(rig.copied == [Array(Links.secret.utf8)])
        #expect(rig.notice?.contains("WITH ITS SECRET") == true)
    }

    @Test("the arguments of an event are masked as in its tree: in its row, in the details and in plain mode")
    func eventArguments() {
        let event = #"{"event":"login","code":"abc","state":"xyz"}"#
        var rig = Rig()
        rig.deliver([event])
        rig.press("3")
        #expect(rig.words.contains("code=••••••••"))
        #expect(rig.detail.contains("code: ••••••••") && rig.detail.contains(#"code: "••••••••""#))
        var transcript = Transcript("An event")
        transcript.type(bytes: Array(event.utf8), shown: "an event")
        #expect(transcript.text.contains("code ••••••••") && !transcript.text.contains("abc"))
    }

    @Test("the whole record decides which values are secret, in the tree, in plain mode and in the copy menu")
    func innerCode() {
        let event = #"{"event":"login","url":"https://a.example/oauth/callback?state=xyz9","inner":{"code":"zzz999yyy"}}"#
        var rig = Rig()
        rig.deliver([event])
        rig.press("3")
        #expect(rig.detail.contains(#"code: "••••••••""#) && !rig.screen.contains("zzz999yyy"), "\(rig.detail)")
        rig.press("y")
        #expect(!rig.screen.contains("zzz999yyy"))
    }

    @Test("a secret that only the decoded link shows is masked while the link is edited")
    func editedLink() {
        var rig = Rig()
        rig.deliver([
            "shop://x?d=%7B%22q%22%3A%22https%3A%5C%2F%5C%2Fteams.live.com%5C%2Fmeet%5C%2F9312345678901%3Fp%3DVnVYnqRqeMuE4892%22%7D"
        ])
        rig.press("i")
        #expect(rig.screen.contains("9312345678901%3Fp%3D••") && !rig.screen.contains("VnVY"))
    }

    @Test("a secret that only a layer of the link shows is masked in the list, in its tree, in plain mode and beside another link")
    func learned() {
        let data = Links.encoded(#"{"target_url":"shop://y","extras":{"note":"p is\t\#(Links.secret)"}}"#)
        let link = "android-app://com.a/https/teams.live.com/meet/9312345678901?p=\(Links.secret)&al_applink_data=\(data)"
        var rig = Rig()
        rig.deliver(["shop://x", link])
        var seen = rig.screen
        for key: Key in ["2", "z", "D", .end, .right] {
            rig.press(key)
            seen += rig.screen
        }
        #expect(seen.contains("••••••••") && !seen.contains(Links.secret), "\(seen)")
        var transcript = Transcript("A link")
        transcript.type(bytes: Array(link.utf8), shown: "a link")
        #expect(transcript.text.contains("••••••••") && !transcript.text.contains(Links.secret), "\(transcript.text)")
    }

    @Test("bytes that are not UTF-8 do not shift the mask of a copied value")
    func notUTF8() {
        var rig = Rig()
        let data = "%7B%22extras%22%3A%7B%22a%22%3A%22%FF%FF%FF%FF%FF%FF%FF%FF%22%2C%22token%22%3A%22abcdefgh12345678%22%7D%7D"
        rig.deliver(["shop://x?al_applink_data=\(data)"])
        rig.press("i", .end)
        for _ in 0..<12 {
            rig.press("y")
            #expect(!rig.screen.contains("abcdefgh12345678"))
            rig.press(.escape)
            rig.press(.up)
        }
    }

    @Test("the link of an event is masked as in the list: by its host, which only a link with a scheme has")
    func linkOfEvent() {
        let link = "https://teams.live.com/meet/9312345678901?p=a1B2c3D4e5F6"
        var rig = Rig()
        rig.deliver([link, "{\"event\":\"al_nav_in\",\"url\":\"\(link)\"}"])
        rig.press("3")
        #expect(rig.detail.contains("link: #1  teams.live.com/meet/9312345678901?p=••••••••"), "\(rig.detail)")
    }

    @Test("the code of a login is masked in the rows, the layers, the raw link, the comparison and plain mode", arguments: LoginLinks.plain)
    func loginCode(link: String) {
        var rig = Rig(Size(columns: 200, rows: 60))
        rig.paste("cafe://menu#x=1")
        rig.paste(link)
        var seen = rig.screen + rig.detail.joined(separator: "\n")
        for key: Key in ["i", "D"] {
            rig.press(key, .end, .right)
            seen += rig.screen + rig.state.detailRows.lines.map(\.value).joined(separator: "\n")
        }
        var transcript = Transcript("A login")
        transcript.type(bytes: Array(link.utf8), shown: "a link")
        seen += transcript.text
        #expect(!seen.contains(LoginLinks.code) && seen.contains("••••••••"), "\(link)\n→ \(seen)")
    }

    @Test("S shows secrets, says so, and hides them again")
    func shown() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("S")
        #expect(rig.screen.contains("! secrets shown"))
        #expect(rig.detail.contains("fb_access_token: \"\(Links.secret)\""))
        rig.press("S")
        #expect(!rig.screen.contains("! secrets shown"))
        #expect(!rig.detail.joined().contains(Links.secret))
    }

    @Test("a secret longer than the screen is masked to its end, wherever the row is cut")
    func long() {
        let token = String(repeating: "x9", count: 3000)
        var rig = Rig()
        rig.paste("shop://p?access_token=\(token)")
        #expect(!rig.screen.contains("x9"))
        rig.press("i")
        #expect(!rig.screen.contains("x9"))
    }
}
