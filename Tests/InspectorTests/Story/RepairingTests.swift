import Inspector
import LinkLayers
import Records
import Screen
import Testing

@testable import Panes

@Suite struct RepairingTests {
    @Test("R delivers the repaired link as one more incoming link")
    func repairing() {
        var rig = Rig()
        rig.paste("shop://item?q=red+shoes")
        rig.press("R", .enter)
        #expect(rig.stored.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://item?q=red+shoes", "shop://item?q=red%20shoes"])
        #expect(rig.stored.last?.source == .repaired)
        #expect(rig.state.lists.linkCursor.selected == 1)
        rig.press("R")
        #expect(rig.stored.count == 2)
        #expect(rig.notice == "The link has nothing to repair.")
    }

    @Test("R says so where a person must mend the link")
    func unrepairable() {
        var rig = Rig()
        rig.paste("shop://item?name=Ren%E9")
        rig.press("R")
        #expect(rig.stored.count == 1)
        #expect(rig.notice == "Nothing here can be repaired automatically. The findings say what to change.")
    }

    @Test("the repaired link comes from the same application")
    func application() {
        var rig = Rig()
        rig.deliver([#"{"url":"shop://item?q=red+shoes","sourceApplication":"com.example.news"}"#])
        rig.press("R", .enter)
        #expect(rig.detail.contains("sent by: com.example.news"))
        #expect(rig.detail.contains("open: shop://item?q=red%20shoes"))
    }

    @Test("the footer shows R only if a repair exists")
    func hint() {
        var rig = Rig()
        rig.paste("https://example.com/")
        #expect(!rig.state.hints.contains { $0.command == .repair })
        rig.press("R")
        #expect(rig.notice == "The link has nothing to repair.")
        rig.paste("shop://item?q=red+shoes")
        #expect(rig.state.hints.contains { $0.command == .repair && $0.keys == "R" })
    }

    @Test("layers, notes and repairs come last")
    func sections() {
        var rig = Rig()
        rig.paste("https://l.facebook.com/l.php?u=http%3A%2F%2Fa.example%2F%3Futm_source%3Dx%26next%3Dhttps%253A%252F%252Fb.example")
        #expect(rig.detail.contains("Layers (1)"), "the query shows the outer layer")
        #expect(rig.detail.contains("link: https://b.example"))
        #expect(rig.detail.contains("Notes (1)"))
        #expect(rig.detail.contains("Repairs (R applies all) (1)"))
    }

    @Test(
        "the selected row shows its place in the link",
        arguments: [
            ("q", "q=1"), ("target", "%22https%3A%2F%2Fa.example%2F%3Fid%3D7%22"), ("id", "id%3D7"),
            ("link", "https%3A%2F%2Fa.example%2F%3Fid%3D7"),
        ])
    func place(label: String, place: String) throws {
        var rig = Rig()
        rig.paste("shop://p?q=1&al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%2F%3Fid%3D7%22%7D")
        rig.press("2", "g")
        rig.unfoldAll()
        let row = try #require(rig.state.detailRows.lines.firstIndex { $0.label == label })
        rig.selectDetail(row)
        let detail = rig.state.detail
        guard case .link(let inspection) = detail.content else { throw RecordStoreError.unknown(RecordID(index: 0)) }
        let range = try #require(detail.place(in: rig.state.detailRows))
        #expect(String(decoding: inspection.bytes[range], as: UTF8.self) == place)
        let lines = rig.screen.split(separator: "\n").map(Array.init)
        let carets = try #require(lines.lastIndex { String($0).contains("^^") })
        let marked = zip(lines[carets - 1], lines[carets]).filter { $0.1 == "^" }.map(\.0)
        #expect(!marked.isEmpty && place.hasPrefix(String(marked)))
    }

    @Test("a secret stays masked when its place in the link is shown")
    func secret() {
        var rig = Rig()
        rig.paste("shop://p?access_token=s3cr3t&x=1")
        rig.press("2", "G")
        for _ in 0..<12 {
            #expect(!rig.screen.contains("s3cr3t"))
            rig.press("k")
        }
    }
}
