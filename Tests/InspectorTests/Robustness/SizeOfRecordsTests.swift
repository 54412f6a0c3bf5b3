import AppLinks
import Inspector
import LinkLayers
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// The cost of a frame depends on the screen, not on the size of the records. The cost is compared with that of a frame of ordinary
/// records, because machines differ.
@Suite struct SizeOfRecordsTests {
    /// On a smaller record, work in proportion to it would be hidden by the cost of the frame.
    private static let megabyte = 1 << 20
    private static let many = 100_000

    static let huge: [(name: String, record: @Sendable () -> String)] = [
        ("a path of a megabyte", { "shop://p/" + String(repeating: "a", count: megabyte) }),
        ("an encoded parameter of a quarter megabyte", { "shop://p?q=" + String(repeating: "%41", count: megabyte / 12) }),
        ("a great many parameters", { "shop://p?" + (0..<many).map { "k\($0)=v" }.joined(separator: "&") }),
        ("10,000-deep JSON", { Links.appLink(String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)) }),
        (
            "10,000-deep objects",
            { Links.appLink(String(repeating: "{\"a\":", count: 10_000) + "1" + String(repeating: "}", count: 10_000)) }
        ),
        (
            "a referer whose name and URL are long",
            {
                Links.from(String(repeating: "n", count: megabyte / 8), "shop://b?" + String(repeating: "u", count: megabyte / 8))
            }
        ),
        (
            "a key of a quarter megabyte above 10,000 values",
            {
                Links.appLink(
                    "{\"version\":\"1.0\",\"\(String(repeating: "k", count: megabyte / 4))\":[\(String(repeating: "1,", count: 10_000))1]}")
            }
        ),
        ("an event with an argument of a megabyte", { "{\"event\":\"e\",\"a\":\"\(String(repeating: "x", count: megabyte))\"}" }),
        ("an object with a link of a quarter megabyte", { "{\"url\":\"shop://p?q=\(String(repeating: "y", count: megabyte / 4))\"}" }),
        ("a run of combining marks", { "shop://p?e=e" + String(repeating: "\u{301}", count: megabyte / 16) }),
    ]

    private func time(_ body: () -> Void) -> Duration {
        (0..<3).map { _ in ThreadTime.spent(body) }.min() ?? .zero
    }

    /// The cost of a frame of many ordinary links on this machine, measured now.
    private var ordinary: Duration {
        var rig = Rig()
        rig.deliver(Array(repeating: Fixtures.appLink, count: 20))
        _ = rig.frame
        return time { _ = rig.frame }
    }

    @Test(
        "a frame with a huge record costs about as much as one without", .daily,
        arguments: Seeds.share(of: Array(huge.indices), in: huge.count))
    func frame(_ index: Int) {
        var rig = Rig()
        rig.paste(Self.huge[index].record())
        rig.open()
        let limit = ordinary * 8
        for keys in [[], ["2", "G"], ["3"], ["1", "r"]] as [[Key]] {
            for key in keys { rig.press(key) }
            if let flaw = Crowd.flaw(of: rig.frame, state: rig.state) ?? Crowd.flaw(of: rig.state) { Issue.record("\(flaw)") }
            let spent = time { _ = rig.frame }
            #expect(spent < limit, "\(Self.huge[index].name), after \(keys): \(spent)")
        }
    }

    @Test("with a hundred thousand events, a frame costs as much as with a hundred")
    func manyEvents() {
        func rig(events count: Int) -> Rig {
            var rig = Rig()
            // Large batches, because the records in view are read after each one.
            for start in stride(from: 0, to: count, by: 10_000) {
                rig.deliver((start..<min(start + 10_000, count)).map { #"{"event":"e\#($0)","version":"1.0"}"# }, from: .file)
            }
            return rig
        }
        let few = rig(events: 100)
        var many = rig(events: 100_000)
        #expect(many.state.lists.events.count == 100_000)
        #expect(many.screen.contains("100,000/100,000  FOLLOW") && many.screen.contains("e99999"))
        let limit = time { _ = few.frame } * 4 + .milliseconds(2)
        #expect(time { _ = many.frame } < limit)
        many.press("3", "g")
        #expect(many.screen.contains(" e0 "))
        #expect(time { _ = many.frame } < limit)
    }

    @Test("the paths of a tree stay short, and no two are the same")
    func paths() {
        var rig = Rig()
        rig.paste(Links.appLink("{\"version\":\"1.0\",\"\(String(repeating: "k", count: 5000))\":[1,2,[3,[4]]]}"))
        let paths = rig.state.detailRows.lines.map(\.path).filter { $0.hasPrefix("al_applink_data") }
        #expect(paths.allSatisfy { $0.utf8.count <= 220 })
        #expect(Set(paths).count >= paths.count - 2, "version and the like stand twice")
    }

    @Test("the rows of a long query are limited, so that they can be scrolled")
    func rows() {
        var rig = Rig()
        rig.paste("shop://p?" + (0..<9_000).map { "k\($0)=v" }.joined(separator: "&"))
        #expect(rig.state.detailRows.lines.count < 6_000)
        #expect(rig.state.detailRows.lines.contains { $0.value.contains("4000 more") })
    }
}
