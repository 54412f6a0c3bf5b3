import Inspector
import Records
import Screen
import Testing

@testable import Panes

/// The same link, arriving again; and whether a link started its app.
@Suite struct RepeatTests {
    private func row(_ rig: Rig, _ label: String) -> String? { rig.detail.first { $0.hasPrefix(label + ": ") } }

    @Test("a link that arrived before says so, with the time between and why it matters")
    func twice() {
        var rig = Rig()
        rig.paste(Links.cafe)
        #expect(row(rig, "repeat") == nil)
        rig.paste(Links.plain)
        rig.now += 400
        rig.paste(Links.cafe)
        #expect(row(rig, "repeat") == "repeat: same as #1, 0.4 s later: probably one tap that was handled twice, so count it once")
        #expect(rig.state.lists.links.map { $0.flags.contains(.isRepeat) } == [false, false, true])
        rig.now += 180_000
        rig.paste(Links.cafe)
        #expect(
            row(rig, "repeat")
                == "repeat: same as #3, 3 min later: opened again, or replayed; an app that counts both counts one user twice")
    }

    @Test(
        "the row of a repeat names the earlier link, and the time between where there is room",
        arguments: [(120, "  = #1"), (80, "  = #1, 0.4 s later"), (40, " = #1")])
    func tagged(_ columns: Int, _ tag: String) {
        var rig = Rig(Size(columns: columns, rows: 40))
        rig.paste(Links.cafe)
        rig.now += 400
        rig.paste(Links.cafe)
        #expect(rig.screen.split(separator: "\n").contains { $0.contains(tag) && $0.contains("menu") }, "\(rig.screen)")
    }

    @Test("a web link, text that is no URL, and a link in an object are compared by their bytes, too")
    func kinds() {
        var rig = Rig()
        rig.deliver([Links.ridePage, "no url", #"{"url":"\#(Links.cafe)"}"#, Links.cafe, "no url", Links.ridePage, Links.ridePage + "/"])
        #expect(rig.state.lists.links.map { $0.flags.contains(.isRepeat) } == [false, false, false, true, true, true, false])
    }

    @Test("records without a link are no repeats of each other")
    func objects() {
        var rig = Rig()
        rig.deliver([#"{"a":1}"#, #"{"a":1}"#])
        #expect(rig.state.lists.links.allSatisfy { !$0.flags.contains(.isRepeat) })
    }

    @Test("the earlier link is read for its time when it is needed, and may be gone")
    func reading() {
        var rig = Rig()
        rig.passesReadings = false
        rig.deliver([Links.cafe] + (0..<600).map { "shop://p/\($0)" })
        rig.now += 1000
        rig.deliver([Links.cafe])
        #expect(row(rig, "repeat")?.hasPrefix("repeat: same as #1, 1.0 s later") == true && !rig.state.isBusy)
        rig.send(.source(name: "file", .changed(.truncated)))
        #expect(!rig.state.isBusy)
    }

    @Test("however many links arrive, only the last ones are remembered")
    func bounded() {
        var repeats = Repeats()
        let most = Repeats.mostOfGeneration
        for index in 0..<UInt32(most * 3) { _ = repeats.note(UInt64(index) + 1, of: RecordID(index: index)) }
        #expect(repeats.count <= most * 2)
        let isFirstKnown = repeats.note(1, of: RecordID(index: 900_000))
        let isLastKnown = repeats.note(UInt64(most * 3), of: RecordID(index: 900_001))
        #expect(!isFirstKnown && isLastKnown)
        #expect(repeats.earlier(than: RecordID(index: 900_001)) == RecordID(index: UInt32(most * 3 - 1)))
    }

    @Test("the latest events keep their link, however many events there are")
    func boundedEvents() {
        var named = NamedLinks()
        let most = NamedLinks.mostOfGeneration
        let link = Event.Link(RecordID(index: 0))
        for row in 0..<(most * 2 + 1) { named.note(link, ofEvent: row) }
        #expect(named.link(ofEvent: 0) == nil && named.link(ofEvent: most) == link && named.link(ofEvent: most * 2) == link)
        #expect(named.events(of: link.record) == Array(most...most * 2) && named.count == most * 2 + 1)
    }

    @Test("links with other bytes have another hash")
    func hash() {
        let texts =
            (0..<2000).map { "cafe://menu?table=\($0)" } + ["", "a", "aa", "ab", "ba", "aaaaaaaa", "aaaaaaab", "baaaaaaa", "aaaaaaaaa"]
        #expect(Set(texts.map { ContentHash.of(Array($0.utf8).span) }).count == texts.count)
    }

    @Test(
        "a record that says how the app was started shows it",
        arguments: [
            (#""start":"cold""#, "cold"), (#""launch":"WARM""#, "warm"), (#""coldStart":true"#, "cold"), (#""cold_start":false"#, "warm"),
            (#""launch_type":"hot""#, "hot"),
        ])
    func start(_ member: String, _ kind: String) {
        var rig = Rig()
        rig.deliver([#"{"url":"cafe://menu",\#(member)}"#])
        #expect(row(rig, "start")?.hasPrefix("start: \(kind): ") == true)
    }

    @Test("a record that does not say it shows nothing", arguments: ["cafe://menu?x=cold", #"{"url":"cafe://menu","start":7}"#])
    func noStart(_ record: String) {
        var rig = Rig()
        rig.deliver([record])
        #expect(row(rig, "start") == nil)
    }
}
