import AppLinks
import Deciding
import JSONDocument
import Records
import Screen
import TestSupport
import Testing

@testable import Inspector
@testable import Panes

/// A session consists of its records and acts. The journal keeps both, and `--continue` replays them.
@Suite struct ReplayTests {
    @Test(
        "an act is the same after it was written to the journal and parsed",
        arguments: [
            .goBack(nil), .dismissBanner(app: nil), .dismissBanner(app: "com.example.shop"), .undo, .redo, .assumeApps(true),
            .assumeApps(false), .hold(true), .hold(false), .begin(Fixtures.strictPhone), .mark(RecordID(index: 4), true),
            .mark(RecordID(index: 0), false),
            .goBack(
                RefererReturn(
                    link: RecordID(index: 3), app: "com.example.news",
                    referer: AppLink(
                        sourceURL: LinkURL("shop://back"),
                        targets: [AppLinkTarget(url: LinkURL("shop://back"), appStoreID: nil, appName: "Shop")], webURL: nil))),
            .chooseDevice(Fixtures.iPad), .chooseDevice(Fixtures.android),
            .switchApp(id: "com.example.cafe", isInstalled: false), .switchApp(id: "a\"\\\u{202E}\n", isInstalled: true),
            .bringToFront(.home), .bringToFront(.browser), .bringToFront(.app("com.example.news")), .bringToFront(.app("")),
            .open(
                RecordID(index: 7), LinkURL("shop://p?a=%20b") ?? Fixtures.someURL,
                AppLink(
                    sourceURL: LinkURL("https://example.com"),
                    targets: [
                        AppLinkTarget(url: LinkURL("shop://p"), appStoreID: "1", appName: "Shop \"5\""),
                        AppLinkTarget(url: nil, appStoreID: nil, appName: nil),
                        AppLinkTarget(url: nil, appStoreID: nil, appName: "A", packageName: "com.example.a", className: ".Item"),
                    ],
                    webURL: nil),
                from: .app("com.example.cafe")),
            .open(RecordID(index: .max), Fixtures.someURL, AppLink(sourceURL: nil, targets: [], webURL: Fixtures.someURL), from: nil),
            .open(RecordID(index: 1), Fixtures.someURL, AppLink(sourceURL: nil, targets: [], webURL: nil), from: .browser),
            .open(
                RecordID(index: 1), Fixtures.someURL, AppLink(sourceURL: nil, targets: [], webURL: nil), from: .app("com.example.shop"),
                back: LinkURL("shop://back/2?a=1")),
            .open(RecordID(index: 1), Fixtures.someURL, AppLink(sourceURL: nil, targets: [], webURL: nil), from: .home),
        ] as [Act])
    func roundTrip(_ act: Act) throws {
        let text = try act.json.serialized()
        #expect(!text.contains("\n"))
        #expect(Act(Array(text.utf8)) == act)
    }

    @Test(
        "unknown and invalid acts are skipped",
        arguments: ["", "{}", "[]", #"{"act":"fly"}"#, #"{"act":"open","record":-1}"#, #"{"act":"app"}"#])
    func unknown(_ text: String) {
        #expect(Act(Array(text.utf8)) == nil)
    }

    @Test("a session begins with its own device, whatever device later sessions have")
    func begins() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("nobody://x")
        rig.paste(Links.plain)
        rig.press("m")
        var again = Rig(device: Fixtures.android)
        again.now = rig.now + 1_000_000
        again.send(.replayed(.begin(Fixtures.strictPhone), at: rig.now))
        again.deliver(rig.stored.map { String(decoding: $0.bytes, as: UTF8.self) })
        for act in rig.acts { again.send(.replayed(act, at: rig.now)) }
        #expect(again.state.device.simulated == rig.state.device.simulated && again.state.lists.links == rig.state.lists.links)
        #expect(again.state.lists.marks == rig.state.lists.marks && !again.state.lists.marks.records.isEmpty)
        #expect(again.state.timeline.kept.first?.time == rig.now, "the first step has the time at which the session began")
        again.press("u")
        #expect(again.notice?.hasPrefix("Nothing to undo.") == true)
    }

    @Test("acts are about the same links when the session already had records, or others arrive during the replay")
    func renumbering() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.paste(Links.cafe)
        rig.press("m")
        rig.open()
        var again = Rig()
        var numbers = RecordNumbers()
        for record in rig.stored {
            again.paste("news://article/\(again.stored.count)")
            numbers.append(RecordID(index: UInt32(again.stored.count)), count: 1)
            again.deliver([String(decoding: record.bytes, as: UTF8.self)])
        }
        for act in rig.acts { again.send(.replayed(act.renumbered(by: numbers), at: rig.now)) }
        let cafe = RecordID(index: 3)
        #expect(again.stored[3].bytes == Array(Links.cafe.utf8))
        #expect(again.state.lists.marks.records.allSatisfy { $0 == cafe } && !again.state.lists.marks.records.isEmpty)
        #expect(again.state.journey.departure(of: cafe) != nil)
        #expect(again.state.journey.departure(of: RecordID(index: 1)) == nil)
    }

    /// A record or an act, in journal order.
    private enum Entry {
        case record(StoredRecord)
        case act(Act, at: Int64)
    }

    @Test("repeating the acts over the same records gives the same state", .daily, arguments: Seeds.among(1...12))
    func replaying(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var rig = Rig()
        var journal: [Entry] = []
        let keys: [Key] = [
            "d", .down, .up, .enter, .enter, .space, "f", .escape, "o", "u", "U", "r", "X", "k", "j", "G", "3", "1", .tab, "d", .down,
            .down,
        ]
        let links =
            Fixtures.samples.map(\.link) + [
                "cafe://menu", "shop://p", "shop://bad link", Links.from("Café", "cafe://back"), "myapp://item/42",
                Links.from("My App", "myapp://back"), #"{"event":"e"}"#,
            ]
        for _ in 0..<120 {
            let (records, acts) = (rig.stored.count, rig.acts.count)
            if random.next() % 5 == 0 {
                rig.paste(links[Int(random.next() % UInt64(links.count))])
            } else {
                rig.press(keys[Int(random.next() % UInt64(keys.count))])
            }
            journal += rig.stored[records...].map { .record($0) }
            journal += zip(rig.acts, rig.actTimes).dropFirst(acts).map { .act($0, at: $1) }
        }
        var again = Rig()
        for entry in journal {
            switch entry {
            case .record(let record):
                again.now = record.arrivedAt
                again.deliver([String(decoding: record.bytes, as: UTF8.self)], from: record.source)
            case .act(let act, let time):
                let read = try #require(Act(Array(try act.json.serialized().utf8)))
                again.send(.replayed(read, at: time))
            }
        }
        #expect(again.state.device.simulated == rig.state.device.simulated)
        #expect(again.state.lists.links == rig.state.lists.links)
        #expect(again.state.lists.events == rig.state.lists.events)
        #expect(again.state.journey.trail == rig.state.journey.trail)
        #expect(again.state.device.appNames == rig.state.device.appNames)
        #expect(again.state.lists.posted == rig.state.lists.posted)
        #expect(again.state.journey.ways.mapValues { $0.departure?.steps } == rig.state.journey.ways.mapValues { $0.departure?.steps })
        #expect(again.acts.isEmpty, "what is done again is not written down again")
    }
}
