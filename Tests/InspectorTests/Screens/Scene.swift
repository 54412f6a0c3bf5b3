import DeviceTools
import Inspector
import Records
import Screen
import Synchronization
import Testing

@testable import Panes

/// A screen to compare: how to reach it, and the sizes at which it is drawn.
struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var sizes: [Size]
    var glyphs: Glyphs
    var act: @Sendable (inout Rig) -> Void

    init(_ name: String, _ sizes: [(Int, Int)], glyphs: Glyphs = .utf8, _ act: @escaping @Sendable (inout Rig) -> Void) {
        self.name = name
        self.sizes = sizes.map { Size(columns: $0.0, rows: $0.1) }
        self.glyphs = glyphs
        self.act = act
    }

    var testDescription: String { name }

    /// Whether marks, verdicts and a selection in this scene must be distinguishable without colors.
    var isShownInMonochrome: Bool { ["problem", "opened-page", "hidden"].contains(name) }

    /// The rigs so far. Several tests look at each of them, and making one takes longer than what they do with it.
    private static let rigs = Mutex<[String: Rig]>([:])

    func rig(_ size: Size) -> Rig {
        let key = "\(name)-\(size)"
        if let rig = Self.rigs.withLock({ $0[key] }) { return rig }
        var rig = Rig(size, glyphs: glyphs)
        act(&rig)
        Self.rigs.withLock { [rig] in $0[key] = rig }
        return rig
    }

    /// A way through four apps and back, with something the user did to the device.
    private static func travel(_ rig: inout Rig) {
        rig.paste(Fixtures.appLink)
        rig.press("r", .enter)
        rig.now += 90_000
        rig.paste(Links.from("Mail", "mail://inbox/7", to: "cafe://menu"))
        rig.open(from: "Nieuws")
        rig.press("d", .down, .down, .down, .down, .space, .escape)
    }

    private static let wide = (120, 40)
    private static let portrait = (80, 50)
    private static let narrowPortrait = (46, 60)
    private static let standard = (80, 24)
    private static let compact = (40, 12)
    private static let tiny = (20, 5)

    static let all: [Scene] = [
        Scene("empty", [wide, tiny]) { _ in },
        Scene("empty-ascii", [standard, compact], glyphs: .ascii) { $0.send(.address("linkscope send --to 4711 LINK")) },
        Scene("arrived", [wide, standard, compact, tiny]) { $0.paste(Fixtures.appLink) },
        Scene("arrived-ascii", [standard], glyphs: .ascii) { $0.paste(Fixtures.appLink) },
        Scene("detail", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2", .down, .down)
        },
        Scene("opened", [wide]) { rig in
            rig.paste(Fixtures.appLink)
            rig.open()
        },
        Scene("opened-page", [standard, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.open()
        },
        Scene("opened-ascii", [wide], glyphs: .ascii) { rig in
            rig.paste(Links.ridePage)
            rig.open()
        },
        Scene("opening", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("o")
        },
        Scene("assumed", [wide, narrowPortrait, standard]) { rig in
            rig.paste(Links.from("Mail Deluxe", "maildeluxe://inbox/7", to: "myapp://item/42"))
        },
        Scene("declaring", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.from("Mail Deluxe", "maildeluxe://inbox/7", to: "myapp://item/42"))
            rig.press("a", .tab)
            rig.type(" shop")
        },
        Scene("busy", [wide, portrait, standard, compact, tiny]) { $0.pasteBusyDay() },
        Scene("filtering", [wide, standard, compact, tiny]) { rig in
            rig.pasteBusyDay()
            rig.press("/")
            rig.type("event:nav_in -mail")
        },
        Scene("filtered", [standard, tiny]) { rig in
            rig.pasteBusyDay()
            rig.press("/")
            rig.type("level:problem")
            rig.press(.enter)
        },
        Scene("find", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.cafe)
            rig.paste(Fixtures.appLink)
            rig.press("2", "/")
            rig.type("shop")
            rig.press(.enter, "n")
        },
        Scene("finding-ascii", [wide, standard, compact, tiny], glyphs: .ascii) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2", "/")
            rig.type("nowhere")
        },
        Scene("real-devices", [wide, standard, compact, tiny]) { rig in
            let locked = RealDevice.State.notReady(reason: "has not allowed this computer", advice: "Unlock the device.")
            rig.devices = [
                .adb: .success([RealDevice(.adb, id: "P8", name: "Pixel 8"), RealDevice(.adb, id: "R5", name: "Galaxy", state: locked)]),
                .simctl: .failure(DeviceTrouble("xcrun is not installed", advice: "It is part of Xcode, which needs a Mac.")),
                .desktop: .success([.desktop]),
            ]
            rig.paste(Fixtures.appLink)
            rig.press("O")
        },
        Scene("sources", [wide, standard, compact, tiny]) { rig in
            rig.send(.source(name: SourceName.http, .listening(at: "http://127.0.0.1:8089")))
            rig.send(.source(name: SourceName.log(of: "adb"), .waiting(reason: "no device is connected")))
            rig.send(.source(name: "links/today.txt", .following))
            rig.sourceCounts = [
                SourceName.http: SourceCounts(records: 1200), "links/today.txt": SourceCounts(records: 41),
                "linkscope send": SourceCounts(records: 1),
            ]
            rig.press("L")
            rig.sourceCounts[SourceName.http] = SourceCounts(
                records: 11_200, refused: 3, lastRefusal: "More than 50000 records arrived in a second.")
            rig.waitForCounts()
        },
        Scene("history", [wide, standard, compact, tiny]) { rig in
            rig.historyEntries = HistoryWindowScene.entries(before: rig.now)
            rig.press("H")
            rig.type("sale")
        },
        Scene("history-session", [wide, standard, compact, tiny]) { rig in
            rig.historyEntries = HistoryWindowScene.entries(before: rig.now)
            rig.press("H", .down, .tab)
        },
        Scene("recording", [wide, standard, compact, tiny]) { rig in
            rig.deliver([Links.plain, Links.cafe, Fixtures.appLink])
            rig.press("1", "m", "k", "m", "T", .down)
        },
        Scene("recorded", [standard]) { rig in
            rig.deliver([Links.plain, Links.cafe, Fixtures.appLink])
            rig.press("T", .enter)
            rig.send(.export(1, .recorded(RecordedSuite(links: 1, deviceFile: "links.device.json", secrets: 1))))
        },
        Scene("log-device", [standard, tiny]) { rig in
            rig.devices = [.adb: .success([RealDevice(.adb, id: "P8", name: "Pixel 8"), RealDevice(.adb, id: "R5", name: "Galaxy")])]
            rig.press("L", .down, .enter)
        },
        Scene("sorting", [wide, standard, compact, tiny]) { rig in
            rig.pasteBusyDay()
            rig.command("sort -from")
            rig.press(">")
        },
        Scene("sorted-ascii", [standard], glyphs: .ascii) { rig in
            rig.pasteBusyDay()
            rig.command("sort end")
        },
        Scene("filter-saved", [wide, standard, compact]) { rig in
            rig.pasteBusyDay()
            rig.save(["problems": "level:problem", "arrivals": "event:nav_in -mail"])
            rig.press("/", .up, .up)
        },
        Scene("filter-wrong", [standard, compact]) { rig in
            rig.pasteBusyDay()
            rig.press("/")
            rig.type("colour:red")
        },
        Scene("busy-ascii", [standard], glyphs: .ascii) { $0.pasteBusyDay() },
        Scene("held", [standard, compact]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press(.space)
            rig.deliver(["cafe://menu", "cafe://menu/2"])
        },
        Scene("returning", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("r")
        },
        Scene("returned", [wide, standard, compact]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("r", .enter)
        },
        Scene("device", [wide, standard, compact, tiny]) { $0.press("d") },
        Scene("device-ascii", [compact], glyphs: .ascii) { $0.press("d") },
        Scene("samples", [wide, standard, compact, tiny]) { rig in
            rig.paste("shop://item/7")
            rig.command("samples")
        },
        Scene("help", [wide, standard, compact, tiny]) { $0.press("?") },
        Scene("help-ascii", [compact], glyphs: .ascii) { $0.press("?") },
        Scene("help-word", [standard, compact]) { $0.command("help banner") },
        Scene("notice", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("]")
        },
        Scene("notice-ascii", [standard, tiny], glyphs: .ascii) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("]")
        },
        Scene("commands", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press(":")
        },
        Scene("commands-found", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press(":", "r", "e")
        },
        Scene("commands-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Fixtures.appLink)
            rig.press(":", "d", "e", .tab)
        },
        Scene("mistyped", [standard, compact]) { rig in
            rig.paste(Fixtures.appLink)
            rig.command("oepn 3")
        },
        Scene("messages", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("]", "[")
            rig.command("go 7")
            rig.press(.escape)
            rig.command("messages")
        },
        Scene("sessions", [wide, standard, compact, tiny]) { rig in
            rig.sessions = SessionTests.sessions
            rig.command("sessions")
            rig.press(.down)
        },
        Scene("naming", [standard, compact]) { rig in
            rig.sessions = SessionTests.sessions
            rig.command("sessions")
            rig.press("n")
        },
        Scene("deleting", [standard, tiny]) { rig in
            rig.sessions = SessionTests.sessions
            rig.command("sessions")
            rig.press(.down, .down, "x")
        },
        Scene("replaying", [wide, standard]) { rig in
            rig.startReplay(Replay(name: "night.journal"))
            rig.send(.source(name: "night.journal", .reading(progress: 0.3)))
            rig.paste(Fixtures.appLink)
            rig.press(.space)
        },
        Scene("exporting", [standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.command("write links.csv")
            rig.send(.export(1, .progress(0)))
        },
        Scene("writing", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("i")
        },
        Scene("building", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("b", .down, .down, .tab)
        },
        Scene("building-trouble", [standard, compact]) { rig in
            rig.press("b")
            rig.type("shop//p")
            rig.press(.down, .down)
            rig.type("n")
            rig.press(.tab, .control("t"))
            rig.type("[1, x]")
        },
        Scene("building-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("b", .down)
        },
        Scene("problem", [standard]) { rig in
            rig.paste(Links.plain)
            rig.paste(Links.brokenJSON)
        },
        Scene("hidden", [standard]) { $0.paste(Links.hidden) },
        Scene("hidden-ascii", [standard], glyphs: .ascii) { $0.paste(Links.hidden) },
        Scene("event", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("3", .up)
        },
        Scene("copying", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("y")
        },
        Scene("copying-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2", .down, .down, "y")
        },
        Scene("qr", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("y", "q")
        },
        Scene("qr-ascii", [wide], glyphs: .ascii) { rig in
            rig.paste("cafe://m")
            rig.press("y", "q")
        },
        Scene("fetching", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.planned(Answers.steps), .started(Answers.steps[0]), .hop(Answers.ride.hops[0]))
        },
        Scene("fetched", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.ride))
        },
        Scene("fetched-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.cachedRide))
            rig.press(.pageDown)
        },
        Scene("script-built", [standard, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.scriptBuilt))
        },
        Scene("running-scripts", [standard, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("J")
            rig.tell(.planned(Answers.scriptSteps), .hop(Answers.ride.hops[1]))
            for step in Answers.scriptSteps.prefix(3) { rig.tell(.started(step), .finished(step)) }
            rig.tell(.started(Answers.scriptSteps[3]))
        },
        Scene("scripted", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("J")
            rig.tell(.page(Answers.scripted))
        },
        Scene("no-chromium", [standard, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.press("J")
            rig.tell(.page(Answers.withoutChromium))
        },
        Scene("allowing", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.failed(Answers.refusal))
        },
        Scene("not-fetched", [standard, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.failed(Answers.refusal))
            rig.press(.escape)
        },
        Scene("verifying", [standard, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("V")
            rig.tell(.planned(Answers.verdictSteps), .started(Answers.verdictSteps[0]), .file(Answers.files[1]))
        },
        Scene("verdict", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.ridePage)
            rig.press("V")
            rig.tell(.verdict(Answers.verdict()))
        },
        Scene("verdict-on-device", [wide, standard, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.command("verdict-on adb P8")
            rig.press("z")
            rig.tell(.verdict(Answers.verdictOnDevice))
            rig.command("find not in the file")
        },
        Scene("verdict-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Links.ridePage)
            rig.press("V")
            rig.tell(.verdict(Answers.verdict()))
            rig.press(.pageDown)
        },
        Scene("raw", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.brokenJSON)
            rig.paste(Fixtures.appLink)
            rig.press("2", .down, .down, .down, ".")
        },
        Scene("raw-finding", [standard]) { rig in
            rig.paste(Links.brokenJSON)
            rig.press("2", ".")
        },
        Scene("raw-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Links.hidden)
            rig.press(".")
        },
        Scene("not-looked-up", [wide, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.press(".", ".")
        },
        Scene("repeat", [wide, standard, compact]) { rig in
            rig.paste(Links.cafe)
            rig.now += 400
            rig.deliver([#"{"url":"\#(Links.cafe)","sourceApplication":"com.example.shop","start":"warm"}"#])
        },
        Scene("diff", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.from("Shop", "shop://back/cart?item=41", to: "news://article/42"))
            rig.paste(Links.from("Mail", "mail://inbox", to: "news://article/43") + "&lang=nl")
            rig.press("D")
        },
        Scene("marked", [wide, compact]) { rig in
            rig.paste(Links.from("Shop", "shop://back/cart?item=41", to: "news://article/42"))
            rig.press("m")
            rig.paste(Links.cafe)
            rig.paste(Links.from("Mail", "mail://inbox", to: "news://article/43"))
            rig.press("m", "D")
        },
        Scene("repair", [wide, standard, compact]) { rig in
            rig.paste(Links.brokenJSON)
            rig.press("R")
        },
        Scene("diff-ascii", [standard], glyphs: .ascii) { rig in
            rig.paste(Links.plain)
            rig.paste("shop://p/2?name=caf%C3%A9#top")
            rig.press("D")
        },
        Scene("what-if", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("w", .right, .enter)
        },
        Scene("what-if-page", [wide, standard]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.ride))
            rig.press("w", .down, .down, .enter)
        },
        Scene("steps", [wide, standard, compact, tiny]) { rig in
            travel(&rig)
            rig.command("journey")
        },
        Scene("past", [wide, standard, compact, tiny]) { rig in
            travel(&rig)
            rig.command("journey")
            rig.press(.left, .left, .left)
        },
        Scene("past-ascii", [standard], glyphs: .ascii) { rig in
            travel(&rig)
            rig.command("journey")
            rig.press(.left)
        },
        Scene("stopped", [standard, compact]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.planned(Answers.steps), .started(Answers.steps[0]), .hop(Answers.ride.hops[0]))
            rig.press(.escape)
        },
        Scene("events-of-link", [wide, standard, compact, tiny]) { rig in
            rig.paste(Links.plain)
            rig.paste(Fixtures.appLink)
            rig.open(from: "Shop")
            rig.press(",", ",", ",", "2")
        },
        Scene("reading", [wide, standard, compact, tiny]) { rig in
            rig.readsAtOnce = false
            rig.paste("shop://p?x=" + String(repeating: "a", count: 1 << 20))
        },
        Scene("finding", [standard, compact]) { rig in
            rig.paste(Links.brokenJSON)
            rig.press("2", .down)
        },
        Scene("copying-finding", [tiny, standard]) { rig in
            rig.paste(Links.brokenJSON)
            rig.press("2", "y", .down)
        },
        Scene("opened-fetched", [wide]) { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.ride))
            rig.press("o", .enter)
        },
        Scene("value", [wide, standard, compact, tiny]) { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2")
            rig.selectDetail(rig.state.detailRows.lines.firstIndex { $0.label == "open" } ?? 0)
            rig.press(.enter)
        },
    ]
}

extension Rig {
    /// Pastes links of many kinds, opens some of them and returns once.
    mutating func pasteBusyDay() {
        paste(Links.shopPage)
        paste(Links.from("Shop", "shop://back/cart?item=42", to: "news://article/42"))
        press("r", .enter)
        paste(Links.from("Mail Deluxe", "maildeluxe://inbox/7", to: "myapp://item/42"))
        paste("cafe://men\u{200B}u/caf%C3%A9")
        paste(Links.brokenJSON)
        paste("wheel://ride/7")
        press("o", .enter)
        paste(Links.appLink(#"{"target_url":"https://news.example.com/宽/7","version":"1.0","extras":{"n":1}}"#, to: "news://open"))
    }
}
