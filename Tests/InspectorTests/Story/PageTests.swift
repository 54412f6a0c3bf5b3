import AppLinks
import Deciding
import LinkLayers
import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

/// The key F fetches the page of a web link hop by hop, and shows where its App Link leads.
@Suite struct PageTests {
    private func asking(_ link: String = Links.ridePage) -> Rig {
        var rig = Rig()
        rig.paste(link)
        rig.press("F")
        rig.send(.key("z"))
        rig.tell(.planned(Answers.steps), .started(Answers.steps[0]))
        return rig
    }

    @Test("a running lookup shows each step with its state, and the hops as they come")
    func progress() {
        var rig = asking()
        #expect(rig.asked.map(\.url.text) == [Links.ridePage] && rig.asked.map(\.isFresh) == [false])
        #expect(rig.words.contains("working fetch the page") && rig.words.contains("waiting read its elements"))
        #expect(rig.screen.contains("fetching www.example.org"))
        rig.tell(.hop(Answers.ride.hops[0]))
        #expect(rig.screen.contains("1  301") && rig.screen.contains("-> https://ride.example.org/7"))
        #expect(rig.screen.contains("192.0.2.7, TLSv1.3 TLS_AES_256_GCM_SHA384, 12.3 ms"))
        rig.tell(.hop(Answers.ride.hops[1]), .finished(Answers.steps[0]), .started(Answers.steps[1]))
        #expect(rig.words.contains("done fetch the page") && rig.words.contains("working decode its text"))
    }

    @Test("the answer shows where the link opens and why, the fallback, all kinds of devices, other links, and the hops")
    func answer() {
        var rig = asking()
        rig.tell(.page(Answers.ride))
        for part in [
            "Café on iPhone", "1 skipped", "wheel://ride/7", "Wheel claims wheel:, but is not installed", "2 opened",
            "Café is installed",
            "without app", "the browser opens another page (al:web:url): https://ride.example.org/7?plain", "Hops (2)", "phone",
            "com.example.ride", "App Store 12345", "app card", "at 12:04:12; F fetches again",
        ] { #expect(rig.screen.contains(part), "\(part) is missing in\n\(rig.screen)") }
        #expect(rig.state.lookups.running == nil && !rig.screen.contains("fetching www.example.org"))
    }

    @Test("each hop shows which apps claim its link")
    func claims() {
        var rig = asking()
        let hops = [Answers.hop(Links.ridePage, 302, to: "/help/7"), Answers.hop("https://www.example.org/help/7", 200)]
        rig.tell(.page(Answers.page(at: Links.ridePage, hops: hops, tags: [], claims: hops.map { Answers.claims(of: $0.url.text) })))
        for part in [
            "iOS: claimed by ABCDE12345.com.example.ride (details[0].components[1])",
            "Android: no app claims it. The server has no assetlinks.json",
            "iOS: no app claims it. ABCDE12345.com.example.ride: details[0].components[0] excludes the link.",
        ] { #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)") }
    }

    @Test("a cached page shows its age; F fetches it again")
    func cache() {
        var rig = asking()
        rig.tell(.page(Answers.cachedRide))
        #expect(rig.screen.contains("at 12:04:12, from the cache, 40 s old; F ignores the cache"))
        rig.press("F")
        #expect(rig.asked.map(\.isFresh) == [false, true])
        #expect(rig.screen.contains("Esc stop"))
    }

    @Test("Esc stops the lookup at once: late answers are ignored, and F starts again")
    func stopped() {
        var rig = asking()
        rig.press(.escape)
        #expect(rig.effects == ["stopLookup"] && !rig.state.hasWindow && rig.state.lookups.running == nil)
        #expect(rig.notice == "Stopped. F starts again.")
        rig.tell(.hop(Answers.ride.hops[0]), .page(Answers.ride))
        #expect(rig.state.lookups.page(of: Answers.link(Links.ridePage)) == nil)
        rig.press("F")
        #expect(rig.asked.count == 2 && rig.asked[0] != rig.asked[1])
    }

    @Test("F during a lookup restarts it without the cache; if it already ignores the cache, F changes nothing", arguments: ["F", "V"])
    func askedAgain(_ key: Key) {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press(key)
        rig.tell(.hop(Answers.hop(Links.ridePage, 200, age: 40)))
        rig.press(key)
        #expect(rig.asked.map(\.isFresh) == [false, true] && rig.effects == ["stopLookup"])
        #expect(rig.state.lookups.running == rig.asked[1] && !rig.screen.contains("from the cache"))
        rig.press(key)
        #expect(rig.asked.count == 2)
    }

    @Test("F while the scripts run restarts the fetch and the scripts")
    func askedAgainWithScripts() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press("J", "F")
        #expect(rig.asked.map(\.isFresh) == [false, true] && rig.asked.map(\.runsScripts) == [true, true])
    }

    @Test("the results before Esc are kept: F shows them, marked as stopped, and F again restarts the lookup")
    func keptWhenStopped() {
        var rig = asking()
        rig.tell(.hop(Answers.ride.hops[0]))
        rig.press(.escape)
        #expect(!rig.state.hasWindow && rig.state.lookups.running == nil)
        #expect(rig.notice == "Stopped. F starts again.")
        #expect(rig.detail.contains("page: stopped before the page was read; F shows what was found"))
        #expect(rig.asked.count == 1)
        for part in ["stopped at 12:04:13, with the results below; F starts again", "stopped fetch the page", "1 301"] {
            #expect(rig.words.contains(part), "\(part) is missing in\n\(rig.screen)")
        }
        #expect(!rig.words.contains("working") && !rig.words.contains("waiting"))
        rig.press("F")
        #expect(rig.asked.map(\.isFresh) == [false, true])
    }

    @Test("an earlier answer is kept if a later lookup is stopped")
    func answerOutlivesStop() {
        var rig = asking()
        rig.tell(.page(Answers.ride))
        rig.press("F")
        rig.tell(.hop(Answers.ride.hops[0]))
        rig.press(.escape)
        #expect(rig.asked.count == 2 && rig.screen.contains("Café on iPhone"))
    }

    @Test("a lookup that ends without an answer is not shown as running", arguments: [true, false])
    func endsWithoutAnswer(_ hasFound: Bool) {
        var rig = asking()
        if hasFound { rig.tell(.hop(Answers.ride.hops[0])) }
        rig.tell(.stopped)
        #expect(rig.state.lookups.running == nil && !rig.words.contains("working") && !rig.state.isBusy)
        #expect(rig.words.contains("stopped at") == hasFound)
        rig.press("F")
        #expect(rig.asked.count == 2)
    }

    @Test("a lookup continues while another tab is in view; a notice tells its end, and Esc can still stop it")
    func behind() {
        var rig = asking()
        rig.press(",")
        #expect(rig.state.detail.tab == .raw && rig.effects.isEmpty && rig.screen.contains("fetching www.example.org"))
        var other = rig
        other.press(.escape)
        #expect(other.effects == ["stopLookup"])
        rig.tell(.page(Answers.ride))
        #expect(rig.notice == "The page of www.example.org is ready: select its link and press F.")
        rig.press("F")
        #expect(rig.asked.count == 1 && rig.screen.contains("Café on iPhone"), "what is known is not asked for again")
    }

    @Test("a lookup of another link replaces the running one")
    func replaced() {
        var rig = asking()
        rig.paste(Links.shopPage)
        rig.press("F")
        #expect(rig.effects == ["stopLookup"])
        rig.tell(.page(Answers.ride), of: rig.asked[0])
        #expect(rig.state.lookups.running == rig.asked[1])
    }

    @Test("a failure shows the reason, the advice and the hops so far; F tries again without the cache")
    func failure() {
        var rig = asking()
        rig.tell(.failed(Answers.refusal))
        rig.press(.escape)
        #expect(rig.screen.contains("www.example.org is at 10.0.0.7, which is a private address, so linkscope does not connect to it."))
        #expect(
            rig.screen.contains("--allow-private") && rig.screen.contains("F tries again and asks whether to connect")
                && rig.screen.contains("hop 1  "))
        rig.press(.escape, "F")
        #expect(rig.asked.count == 2)
    }

    @Test("a private address is asked about, and y allows it for links to the same host")
    func allowing() throws {
        var rig = asking()
        rig.tell(.failed(Answers.refusal))
        #expect(rig.words.contains("www.example.org is at 10.0.0.7, which is a private address. Through such"))
        #expect(rig.words.contains("Allow it for links to www.example.org, until linkscope quits?"))
        rig.press("y")
        let place = FetchPermissions.Place(.address(.private), of: "www.example.org")
        #expect(rig.asked.map(\.permissions) == [[], [place]] && !rig.state.hasWindow)
        rig.tell(.page(Answers.ride))
        rig.press("J")
        #expect(rig.asked[2].permissions == [place])
        rig.press(.escape)
        rig.paste("https://other.example/")
        rig.press("F")
        #expect(rig.asked[3].permissions.isEmpty)
        rig.tell(.failed(Answers.refusal))
        #expect(rig.words.contains("other.example redirects there."))
    }

    @Test("a certificate that is not trusted is asked about, and the answer of the server is marked")
    func allowingCertificate() {
        var rig = asking()
        rig.tell(.failed(FetchFailure(.insecure(host: "www.example.org", reason: "self-signed certificate", isCertificate: true))))
        #expect(rig.words.contains("Connect without a trusted certificate?"))
        #expect(rig.words.contains("No secure connection to www.example.org: self-signed certificate. Without a"))
        rig.press("y")
        #expect(rig.asked.last?.permissions == [FetchPermissions.Place(.badCertificate, of: "www.example.org")])
        var hop = Answers.hop(Links.ridePage, 200)
        hop.isCertificateChecked = false
        rig.tell(.hop(hop))
        #expect(rig.words.contains("certificate not checked"))
    }

    @Test("a handshake that fails for another reason is not asked about")
    func failedHandshake() {
        var rig = asking()
        rig.tell(.failed(FetchFailure(.insecure(host: "www.example.org", reason: "no cipher match"))))
        #expect(!rig.state.hasWindow && !rig.words.contains("asks whether to connect"))
    }

    @Test("any other key refuses a private address, and so do the keys of the first moment")
    func refusing() {
        var rig = asking()
        rig.tell(.failed(Answers.refusal))
        rig.send(.key("y"))
        #expect(rig.state.overlay is AllowingWindow && rig.asked.count == 1)
        rig.press("o")
        #expect(!rig.state.hasWindow && rig.asked.count == 1)
        rig.press("F")
        #expect(rig.asked.count == 2 && rig.asked[1].permissions.isEmpty)
    }

    @Test("a click on a hint answers the question", arguments: [("y allow", 2), ("Esc refuse", 1)])
    func clicking(hint: String, lookups: Int) throws {
        var rig = asking()
        rig.tell(.failed(Answers.refusal))
        let row = 39
        rig.click(at: Point(column: try #require(rig.column(of: hint, row: row)) + 1, row: row), after: 1000)
        #expect(rig.asked.count == lookups && !rig.state.hasWindow)
    }

    @Test("files at a private address are asked about too")
    func allowingFiles() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press("V")
        let failure = FetchFailure(.refusedAddress(host: "www.example.org", address: "::1", .loopback))
        rig.tell(.file(ServedFile(.aasa, url: "https://www.example.org/", .failure(failure))), .verdict(Answers.verdict()))
        #expect(rig.words.contains("www.example.org is at ::1, which is a loopback address."))
    }

    @Test("for a page that cannot be fetched, the hops so far show which apps claim their links")
    func claimsOfFailure() {
        var rig = asking()
        let hops = [Answers.hop(Links.ridePage, 302, to: "https://away.example/"), Answers.hop("https://away.example/", nil)]
        rig.tell(.hop(hops[0]), .broke(Answers.steps[0]), .started(Answers.steps[1]))
        #expect(rig.words.contains("failed fetch the page") && rig.words.contains("working decode its text"))
        let failure = FetchFailure(.brokenOff(host: "away.example", reason: "gone"), hops: hops)
        rig.tell(.failed(failure, claims: [Answers.claims(of: Links.ridePage), nil]))
        #expect(rig.words.contains("iOS: claimed by ABCDE12345.com.example.ride") && rig.words.contains("gone"))
        #expect(rig.state.lookups.running == nil)
    }

    @Test(
        "what is asked about: the link, its target, a link in it, or what the cursor is on",
        arguments: [
            (Links.ridePage, Links.ridePage),
            (Links.appLink(#"{"target_url":"https://a.example/1","version":"1.0"}"#), "https://a.example/1"),
            ("shop://p?next=https%3A%2F%2Fb.example%2F2", "https://b.example/2"), ("HTTP://C.example", "HTTP://C.example"),
            (#"{"event":"x","url":"https://d.example/"}"#, "https://d.example/"),
        ])
    func subject(_ link: String, _ url: String) {
        #expect(asking(link).asked.map(\.url.text) == [url])
    }

    @Test("in the detail pane, F looks up the web link under the cursor")
    func underCursor() {
        var rig = Rig()
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/1","version":"1.0","extras":{"more":"https://e.example/"}}"#))
        rig.press("2")
        while rig.state.detailRows.lines[rig.state.detail.cursor.selected].label != "more" { rig.press("j") }
        rig.press("F")
        #expect(rig.asked.map(\.url.text) == ["https://e.example/"])
    }

    @Test(
        "without a web link, nothing is fetched", arguments: ["", "shop://p", "https://", #"{"event":"x"}"#, "https:///x", "http:x"])
    func nothing(_ link: String) {
        var rig = Rig()
        if !link.isEmpty { rig.paste(link) }
        rig.press("F")
        #expect(rig.asked.isEmpty && !rig.state.hasWindow && rig.notice != nil)
        rig.press("V")
        #expect(rig.asked.isEmpty && !rig.state.hasWindow)
    }

    @Test("an arriving link is never fetched, however it arrives and whatever other keys are pressed")
    func neverByItself() {
        var rig = Rig()
        rig.deliver([Links.ridePage], from: .send)
        rig.paste(Links.shopPage)
        rig.deliver([#"{"event":"x","url":"https://d.example/"}"#], from: .file)
        for key in "roXibs][jkgGfhl1234zdS?yRu\u{1B}".unicodeScalars {
            rig.press(key == "\u{1B}" ? .escape : .character(key, []), .enter, .escape)
        }
        #expect(rig.asked.isEmpty)
    }

    // MARK: Opening

    @Test("o opens the target of the page, from its tab and from the list, and posts the events of Bolts", arguments: [true, false])
    func open(_ isFromTab: Bool) {
        var rig = asking()
        rig.tell(.page(Answers.ride))
        if !isFromTab { rig.press(.escape) }
        rig.open()
        #expect(rig.notice == "Opened in Café.")
        #expect(rig.log == ["Shop al_nav_out", "Café al_link_parse", "Café al_nav_in"])
        #expect(
            rig.walk == [
                "1 skipped: Wheel claims wheel:, but is not installed", "2 taken: Café is installed",
                "web notReached: an earlier target opened",
            ])
        let event = rig.posted[0]
        #expect(event.arguments.pairs.contains { $0.key == "sourceURL" && $0.value == Links.ridePage })
        #expect(rig.acts.count == 2 && !rig.state.hasWindow)
    }

    @Test("after a failed fetch, o uses only the link itself")
    func openUnfetched() {
        var rig = asking("https://www.example.com/about")
        rig.tell(.failed(Answers.refusal))
        rig.press(.escape)
        rig.open()
        #expect(rig.notice == "Safari opens the link. Its page: could not be fetched; F tries again.")
    }

    @Test("the detail pane says whether o uses the page")
    func told() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        #expect(rig.detail.contains("page: not fetched yet; F shows which app the page opens"))
        rig.press("F")
        rig.tell(.failed(Answers.refusal))
        rig.press(.escape)
        #expect(rig.detail.contains("page: could not be fetched; F tries again"))
        rig.press("F")
        rig.tell(.page(Answers.ride))
        #expect(rig.detail.contains("page: fetched at 12:04:14: o opens its target, F shows it"))
        rig.paste("cafe://menu")
        #expect(!rig.detail.contains { $0.hasPrefix("page:") })
    }

    @Test("another kind of device uses its own tags of the page, without fetching it again")
    func otherDevice() {
        var rig = asking()
        rig.tell(.page(Answers.ride))
        rig.press(.escape, .escape, "d", .home, .down, .down, .enter, "d")
        #expect(rig.state.device.simulated.platform == .android)
        rig.press("F")
        #expect(rig.asked.count == 1)
        #expect(rig.screen.contains("ride://7"))
    }

    // MARK: Untrusted text

    @Test("texts of a page and its servers are masked and sanitized, even a thousand targets or a megabyte")
    func hostile() {
        let nasty = "shop://\u{1B}]0;x\u{7}\u{202E}?access_token=abcdef0123"
        let many =
            (0..<1000).map { _ in ("al:ios:url", nasty) } + [("al:ios", ""), ("al:ios:url", "a:" + String(repeating: "x", count: 1 << 20))]
        for size in [Size(columns: 120, rows: 40), Size(columns: 20, rows: 5)] {
            var rig = Rig(size)
            rig.paste(Links.ridePage)
            rig.press("F")
            var hop = Answers.hop("https://a.example/?access_token=abcdef0123", 302, to: nasty)
            hop.remoteAddress = "\u{1B}[2J"
            rig.tell(.hop(hop))
            #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
            rig.tell(.page(Answers.page(at: Links.ridePage, hops: [hop], tags: many)))
            var seen = ""
            for _ in 0..<30 {
                #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
                seen += rig.screen
                rig.press(.pageDown)
            }
            #expect(!seen.contains("abcdef") && (seen.contains("•") || size.columns == 20))
            rig.press("S", .home)
            #expect(rig.state.display.showsSecrets)
        }
    }

    @Test("a page with too many targets shows how many there are and how many are used", arguments: [100, 101])
    func manyTargets(_ count: Int) {
        var rig = asking()
        rig.tell(.page(Answers.page(at: Links.ridePage, tags: (0..<count).map { ("al:ios:url", "app\($0)://x") })))
        let words = "The page names \(count) targets for one kind of device; only the first 100 are used."
        #expect(rig.words.contains(words) == (count > 100))
    }

    @Test("only the last pages of a session are kept")
    func bounded() {
        var rig = Rig()
        for number in 0..<50 {
            rig.paste("https://a.example/\(number)")
            rig.press("F")
            rig.tell(.page(Answers.page(at: "https://a.example/\(number)", tags: [])))
            rig.press(.escape)
        }
        #expect(rig.state.lookups.page(of: Answers.link("https://a.example/49")) != nil)
        #expect(rig.state.lookups.page(of: Answers.link("https://a.example/0")) == nil)
    }
}
