import AppLinks
import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

@Suite struct ArrivingTests {
    @Test("an arriving App Link is received by its app, posts its events, and shows its banner")
    func arriving() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        #expect(rig.log == ["Nieuws al_link_parse", "Nieuws al_nav_in"])
        #expect(rig.eventNames == ["al_link_parse", "al_nav_in"])
        #expect(rig.state.device.frontName == "Nieuws")
        #expect(rig.state.banner?.text == "Touch to return to Shop")
        #expect(rig.trail == "Shop → Nieuws")
        #expect(rig.detail.contains("target: https://news.example.com/article/42?utm_source=shop"))
        #expect(rig.detail.contains("campaign: \"summer sale\""))
    }

    struct Receiving: Sendable {
        var link: String
        var told: String
        var front: String?
        var events: [String] = []
    }

    @Test(
        "who receives a link",
        arguments: [
            Receiving(link: "shop://p/1", told: "no referer ──#1──▸ Shop", front: "Shop"),
            Receiving(link: "NEWS://article/1", told: "no referer ──#1──▸ Nieuws", front: "Nieuws"),
            Receiving(link: "Wheel://ride/7", told: "✕ no app: Wheel claims it, but is not installed (press d)", front: "Shop"),
            Receiving(link: "tel:+31201234567", told: "no referer ──#1──▸ Phone", front: "Phone"),
            Receiving(link: "https://example.com/", told: "", front: "Shop"),
            Receiving(link: "//example.com/x", told: "✕ no app: it has no scheme", front: "Shop"),
            Receiving(link: "shop://a b", told: "✕ no app: it is not a URL", front: "Shop"),
            Receiving(
                link: Links.appLink(#"{"target_url":"https://example.com","version":"1.0"}"#, to: "Cafe://menu"),
                told: "no referer ──#1──▸ Café", front: "Café", events: ["Café al_link_parse", "Café al_nav_in"]),
            Receiving(
                link: Links.appLink(#"{"target_url":"https://example.com","version":"1.0"}"#, to: "wheel://ride"),
                told: "✕ no app: Wheel claims it, but is not installed (press d)", front: "Shop"),
            Receiving(
                link: Links.appLink(#"{"target_url":"https://example.com","version":"2.0"}"#, to: "cafe://menu"),
                told: "no referer ──#1 ✕ wrong version──▸ Café", front: "Café"),
        ])
    func receiving(_ it: Receiving) {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste(it.link)
        #expect(rig.lane == it.told)
        #expect(rig.state.device.frontName == it.front)
        #expect(rig.log == it.events)
    }

    @Test(
        "a link with a scheme that nobody claims goes to an app assumed for it, with its own referer, event and way back",
        arguments: ["myapp", "FB123456", "web+shop", "x-tel"])
    func assumed(_ scheme: String) {
        var rig = Rig()
        rig.paste(Links.from("Mail Deluxe", "maildeluxe://inbox/7", to: "\(scheme)://item/42"))
        let name = scheme.lowercased()
        #expect(rig.detail.contains("received: by \(name)*, assumed: no app here declares \(name):"))
        #expect(rig.log == ["\(name) al_link_parse", "\(name) al_nav_in"])
        #expect(rig.state.banner?.text == "Touch to return to Mail Deluxe")
        rig.press("r", .enter)
        #expect(rig.notice == "Returned to Mail Deluxe.")
        #expect(rig.trail == "Mail Deluxe → \(name) ↩ Mail Deluxe")
        #expect(rig.log.dropFirst(2) == ["\(name) al_ref_back_out", "Mail Deluxe al_link_parse", "Mail Deluxe al_nav_in"])
        #expect(rig.screen.contains("\(name)*"), "an assumed app is marked")
    }

    @Test("on the home screen, no app is in front; an arriving link continues the trail from there")
    func home() {
        var rig = Rig()
        rig.press("d", .end, .up, "f", .escape)
        #expect(rig.state.device.frontName == nil)
        rig.paste(Fixtures.appLink)
        #expect(rig.trail == "Shop · home · Shop → Nieuws")
    }

    @Test("a record may name the application that sent it")
    func sourceApplication() {
        var rig = Rig()
        let link = Links.appLink(#"{"target_url":"https://example.com","version":"1.0"}"#)
        rig.deliver([#"{"url":"\#(link)","sourceApplication":"com.example.cafe"}"#])
        #expect(rig.detail.contains("sent by: com.example.cafe"))
        #expect(rig.posted.last?.arguments.pairs.contains { $0.key == "sourceApplication" && $0.value == "com.example.cafe" } == true)
        #expect(rig.words.contains("al_nav_in Nieuws from Café target"), "the row has the name of the app, not its ID")
    }

    @Test(
        "the row of an event names a target only if there is room to show some of it", .daily,
        arguments: [70, 80, 120, 140] + Seeds.share(of: Array(71..<140), in: 13))
    func roomForTarget(_ columns: Int) {
        var rig = Rig(Size(columns: columns, rows: 40))
        rig.paste(Links.from("Shop", "shop://back/cart?item=42", to: "news://article/42"))
        let rows = rig.screen.split(separator: "\n").filter { $0.contains("▸ al_nav_in") }
        #expect(rows.count == 1)
        #expect(rows.allSatisfy { !$0.contains("  target ") || $0.contains("  target https") }, "\(rows)")
    }

    @Test("links of one batch are received in their order")
    func batch() {
        var rig = Rig()
        rig.deliver(["shop://1", "cafe://2", Fixtures.appLink, "photobox://4"])
        #expect(rig.trail == "Shop → Café · Shop → Nieuws → 写真箱")
        #expect(rig.state.lists.links.count == 4)
        #expect(rig.state.lists.linkCursor.selected == 3)
    }

    @Test("an arriving event is shown with its arguments and link, and posts nothing")
    func receivedEvent() {
        var rig = Rig()
        rig.deliver([#"{"event_name":"al_nav_in","event_args":{"version":"1.0"},"ts":"2026-08-01T10:00:01.250Z","url":"shop://p/9"}"#])
        #expect(rig.posted.isEmpty)
        #expect(rig.log == ["- al_nav_in"])
        #expect(rig.words.contains("10:00:01.250 ▸ al_nav_in without a referer"))
        #expect(rig.detail.contains("version: 1.0"))
        rig.press("3")
        rig.open(from: "Nieuws")
        #expect(rig.notice == "Opened in Shop.")
    }

    @Test("an object that is neither a link nor an event is shown, with a message that says so")
    func otherObject() {
        var rig = Rig()
        rig.deliver([#"{"hello":"world"}"#])
        #expect(rig.screen.contains("hello"))
        #expect(rig.detail.joined().contains("there is nothing to open"))
        rig.press("o")
        #expect(rig.notice == "This record has no link to open.")
    }

    @Test("a link that has just arrived is shown in the list and in the detail pane without being read again")
    func readOnce() {
        var rig = Rig()
        rig.paste("news://article/1?q=a%20b")
        rig.deliver(["shop://2", "{\"url\":\"shop://3\"}"])
        rig.press(.down)
        rig.press(.down)
        #expect(rig.loaded.isEmpty && rig.state.needed.isEmpty)
        #expect(rig.words.contains("3/3") && rig.detail.contains("open: shop://3"))
    }

    @Test("the content that came with a link is the one that is shown, and that the device receives", arguments: [false, true])
    func ownReading(isLarge: Bool) {
        var rig = Rig()
        let bytes = Array("shop://1".utf8)
        let record = StoredRecord(id: RecordID(index: 0), bytes: bytes, arrivedAt: rig.now, source: .send, isCut: false)
        let read = ReadRecord(
            record, RecordContent(Array(Fixtures.appLink.utf8), entry: .inbound(sourceApplication: "marked")))
        let facts = RecordFacts(kinds: [.link], links: [LinkArrival(read.content)])
        rig.send(.arrived(RecordBatch(first: record.id, facts, source: .send, read: isLarge ? [] : [read])))
        #expect(isLarge || rig.detail.contains("target: https://news.example.com/article/42?utm_source=shop"))
        #expect(rig.eventNames == ["al_link_parse", "al_nav_in"] && rig.state.device.frontName == "Nieuws")
        #expect(rig.posted.last?.arguments.pairs.contains { $0.key == "sourceApplication" && $0.value == "marked" } == true)
    }

    @Test("the screen is the same if links come without their content, as in a large batch")
    func withoutReading() {
        let screens = [true, false].map { passesReadings in
            var rig = Rig()
            rig.passesReadings = passesReadings
            rig.deliver([
                "news://article/1?q=a%20b", "shop://2", "no link", "{\"url\":\"shop://3\",\"sourceApplication\":\"com.example.shop\"}",
            ])
            rig.press(.up)
            #expect(rig.loaded.isEmpty == passesReadings)
            return rig.screen
        }
        #expect(screens[0] == screens[1])
    }
}
