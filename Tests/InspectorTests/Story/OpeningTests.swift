import AppLinks
import Deciding
import Screen
import Tasks
import Testing

@testable import Inspector
@testable import Panes

@Suite struct OpeningTests {
    struct Walk: Sendable {
        var link: String
        var device = Fixtures.strictPhone
        var steps: [String]
        var notice: String
        var events: [String]
        var trail: String
    }

    @Test(
        "following a link: the destinations in order, where it ends, who posts what",
        arguments: [
            Walk(
                link: "cafe://menu",
                steps: ["1 taken: Café is installed"],
                notice: "Opened in Café.",
                events: ["- al_nav_out", "Café al_link_parse", "Café al_nav_in"],
                trail: "Shop → Café · Safari → Café"),
            Walk(
                link: Links.ridePage,
                steps: [
                    "1 skipped: Wheel claims wheel-beta:, but is not installed", "2 taken: Café is installed",
                    "web notReached: an earlier target opened",
                ],
                notice: "Opened in Café.",
                events: ["Shop al_nav_out", "Café al_link_parse", "Café al_nav_in"],
                trail: "Shop → Café"),
            Walk(
                link: "https://www.example.com/about",
                steps: ["web taken: Safari opens it"],
                notice: "Safari opens the link. Its page: not fetched yet; F shows which app the page opens.",
                events: ["Shop al_nav_out"],
                trail: "Shop → Safari"),
            Walk(
                link: "https://news.example.com/today",
                steps: ["1 skipped: no app claims newsroom:"],
                notice: "Failed: no app claims the scheme newsroom. Press a to add one.",
                events: ["Shop al_nav_out"],
                trail: "Shop"),
            Walk(
                link: "wheel://ride/7",
                steps: ["1 skipped: Wheel claims wheel:, but is not installed"],
                notice: "Failed: Wheel claims wheel:, but is not installed.",
                events: ["Shop al_nav_out"],
                trail: "Shop"),
        ])
    func walk(_ it: Walk) {
        var rig = Rig(device: it.device)
        rig.paste(it.link)
        rig.open()
        #expect(rig.walk == it.steps)
        #expect(rig.notice == it.notice)
        #expect(rig.log == it.events)
        #expect(rig.eventNames == it.events.map { String($0.split(separator: " ")[1]) })
        #expect(rig.trail == it.trail)
        for step in it.steps {
            #expect(rig.screen.contains(step.split(separator: " ").dropFirst(2).first ?? "?"), "the journey shows why")
        }
    }

    @Test(
        "a page names other apps to other devices",
        arguments: [
            (Fixtures.iPhone, ["1 taken: Shop is installed", "web notReached: an earlier target opened"]),
            (Fixtures.android, ["1 taken: Shop is installed", "web notReached: an earlier target opened"]),
        ])
    func perDevice(_ device: SimulatedDevice, _ steps: [String]) {
        var rig = Rig(device: device)
        rig.paste(Links.shopPage)
        rig.open()
        #expect(rig.walk == steps)
    }

    @Test("the iPad reads the tags for iPads")
    func iPad() {
        var rig = Rig(device: Fixtures.iPad)
        rig.paste(Links.shopPage)
        rig.open()
        let link = rig.state.lists.links[0].record
        #expect(rig.state.journey.departure(of: link)?.steps.first?.url?.text == "shop-hd://p/42")
    }

    @Test("the app in front names itself as the referer, so the app reached can lead back")
    func referer() {
        var rig = Rig()
        rig.paste("shop://p/1")
        rig.paste("cafe://menu")
        rig.press("k")
        rig.open(from: "Café")
        #expect(rig.notice == "Opened in Shop.")
        #expect(rig.state.banner?.text == "Touch to return to Café")
        rig.press("r", .enter)
        #expect(rig.trail == "Shop → Café → Shop ↩ Café")
    }

    @Test("a link that its referer opens again leads back to where the link says, not to where another link of that app says")
    func ownReferer() {
        var rig = Rig()
        for number in 1...2 { rig.paste(Links.from("Mail", "mail://back/\(number)", to: "wheel://x/\(number)")) }
        rig.command("install Wheel")
        rig.command("open 2")
        rig.press(.enter)
        #expect(rig.notice == "Opened in Wheel." && rig.screen.contains("Touch to return to Mail   mail://back/2"))
        #expect(rig.posted.last?.arguments.pairs.last { $0.key == "refererURL" }?.value == "mail://back/2")
        rig.press("r", .enter)
        let back = rig.posted.last { $0.name == .navigateBack }
        #expect(back?.arguments.pairs.last { $0.key == "outputURL" }?.value.hasPrefix("mail://back/2") == true)
        rig.open(from: "Shop")
        #expect(rig.screen.contains("Touch to return to Mail   mail://back/2"), "the link is opened as it is, whichever app opens it")
    }

    @Test("a received link is opened again from its referer first, and never from its receiver")
    func offers() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("o")
        #expect(rig.screen.contains("Open #1 again from"))
        #expect(rig.words.contains("> Shop referer"))
        guard let choice = rig.state.overlay as? OpeningWindow else {
            Issue.record("o offers apps")
            return
        }
        #expect(choice.fronts.map { rig.state.device.name(of: $0) } == ["Shop", "Safari", "写真箱", "Café", "home screen"])
        rig.press(.enter)
        #expect(rig.log.suffix(3) == ["Shop al_nav_out", "Nieuws al_link_parse", "Nieuws al_nav_in"])
        #expect(rig.trail == "Shop → Nieuws · Shop → Nieuws")
    }

    @Test("Left and Right choose how the browser comes to the link; a typed address stays in the browser")
    func how() {
        var rig = Rig(device: Fixtures.android)
        rig.paste(Fixtures.appLink)
        rig.press("o", .down)
        #expect(rig.words.contains("Chrome browser tapped Left/Right changes it"))
        rig.press(.right)
        #expect(rig.words.contains("Chrome browser typed Left/Right changes it"))
        rig.press(.enter)
        guard case .open(_, _, _, from: .browser, back: nil, how: .typed)? = rig.acts.last, let act = rig.acts.last else {
            Issue.record("\(rig.acts)")
            return
        }
        #expect(act.bytes.flatMap { Act($0) } == act)
    }

    @Test("Esc leaves the choice without opening anything")
    func notChosen() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("o", .down, .escape)
        #expect(!rig.state.hasWindow && rig.acts.isEmpty && rig.log.count == 2)
    }

    @Test("Enter shows more, and never moves the device")
    func reading() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let device = rig.state.device.simulated
        for pane: Key in ["1", "2", "3"] {
            for _ in 0..<12 { rig.press(pane, .down, .enter, .escape) }
        }
        #expect(rig.state.device.simulated == device && rig.acts.isEmpty && rig.log.count == 2)
        rig.press("1", .enter)
        #expect(rig.state.panes.focus == .detail)
    }

    @Test("Esc stops the resolver: nothing is opened, and a late answer is ignored")
    func stopped() {
        var rig = Rig()
        rig.resolvesAtOnce = false
        rig.paste(Links.ridePage)
        rig.open()
        #expect(rig.screen.contains("Looking for this page's App Link. Esc stops."))
        rig.press(.escape)
        #expect(rig.notice == "Stopped. Nothing was opened.")
        #expect(rig.effects == ["cancelResolving"])
        rig.answer(rig.resolving[0], .success(AppLink(sourceURL: nil, targets: [], webURL: LinkURL("https://example.com"))))
        #expect(rig.log.isEmpty && rig.acts.isEmpty)
    }

    @Test("opening again replaces the link being resolved")
    func replaced() {
        var rig = Rig()
        rig.resolvesAtOnce = false
        rig.paste(Links.ridePage)
        rig.open()
        rig.open()
        #expect(rig.effects == ["cancelResolving"])
        #expect(rig.resolving.count == 2)
        rig.answer(rig.resolving[0], .cancelled)
        #expect(rig.state.journey.opening == rig.resolving[1])
    }

    @Test("if the resolver fails, the notice says why")
    func failed() {
        struct Offline: Error, CustomStringConvertible { var description: String { "the page cannot be reached" } }
        var rig = Rig()
        rig.resolvesAtOnce = false
        rig.paste(Links.ridePage)
        rig.open()
        rig.answer(rig.resolving[0], .failure(Offline()))
        #expect(rig.notice == "The App Link could not be found: the page cannot be reached")
        #expect(rig.state.journey.opening == nil)
    }

    @Test("an App Link without any destination fails in words")
    func nowhere() {
        var rig = Rig()
        rig.resolvesAtOnce = false
        rig.paste(Links.ridePage)
        rig.open()
        rig.answer(rig.resolving[0], .success(AppLink(sourceURL: nil, targets: [], webURL: nil)))
        #expect(rig.notice == "Failed: the App Link has no target and no web page.")
        #expect(rig.screen.contains("the App Link has no target and no web page"))
    }

    @Test("o says if there is nothing to open")
    func nothing() {
        var rig = Rig()
        rig.press("o")
        #expect(rig.notice == "There is no link yet. Paste one, or press i or s.")
        rig.paste("shop://item/7")
        #expect(rig.state.hints.contains { $0.command == .open })
        rig.paste("shop://no link")
        #expect(!rig.state.hints.contains { $0.command == .open })
        rig.press("o")
        #expect(rig.notice == "This is not a URL, so nothing can open it. i edits a copy.")
    }

    @Test("o on an event of the device opens the link that the event is about")
    func fromEvent() {
        var rig = Rig()
        rig.paste("cafe://menu")
        rig.open(from: "Shop")
        rig.press("3")
        rig.open(from: "Nieuws")
        #expect(rig.notice == "Opened in Café.")
        #expect(rig.log.count == 6)
    }

    @Test("after opening a link, its lane says what the device refused, also on a small screen")
    func walkInView() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.paste(Links.ridePage)
        rig.open()
        #expect(rig.screen.contains("✕ Wheel claims wheel-beta:, but is not installed"))
    }

    @Test("a link has the same number everywhere: that of its row in the list")
    func numbers() {
        var rig = Rig()
        rig.deliver([#"{"event":"x"}"#, #"{"event":"y"}"#])
        rig.paste("cafe://menu")
        rig.open(from: "Shop")
        #expect(rig.screen.contains("1/1") && rig.screen.contains("2 Link #1") && rig.words.contains("#1 ▴ al_nav_out Shop"))
        rig.press("3")
        #expect(rig.detail.contains { $0.hasPrefix("link: #1  ") })
    }
}
