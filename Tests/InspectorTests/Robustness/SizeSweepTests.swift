import Inspector
import Screen
import TestSupport
import Testing

@Suite struct SizeSweepTests {
    /// The sizes around which the layout changes, and some between them.
    private static let columns = [
        0, 1, 2, 3, 5, 8, 13, 18, 19, 20, 21, 24, 25, 27, 29, 30, 31, 36, 40, 41, 55, 69, 70, 80, 91, 109, 110, 121, 130,
    ]
    private static let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 19, 20, 21, 24, 27, 28, 40, 45]

    @Test("every size draws whole rows, footer and banner", arguments: Crowd.settings.indices)
    func sweep(_ index: Int) {
        var rig = Rig()
        Crowd.settings[index].act(&rig)
        for columns in Self.columns {
            // Every size is drawn with some of the states, and every state at some of the sizes.
            for rows in Seeds.share(of: Self.rows, in: 3) where (rows + columns + index) % 4 == 0 || columns * rows < 200 {
                rig.resize(columns, rows)
                if let flaw = Crowd.flaw(of: rig.frame, state: rig.state) ?? Crowd.flaw(of: rig.state) {
                    Issue.record("\(Crowd.settings[index].name) at \(columns)x\(rows): \(flaw)\n\(rig.screen)")
                    return
                }
            }
        }
    }

    @Test("absurd sizes are clamped", arguments: [(100_000, 100_000), (-1, -1), (.max, .min), (65_535, 1)])
    func absurd(_ columns: Int, _ rows: Int) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.resize(columns, rows)
        #expect(rig.state.display.size.columns <= Size.maximum.columns && rig.state.display.size.rows <= Size.maximum.rows)
        #expect(Crowd.flaw(of: rig.state) == nil)
    }

    @Test("a resize never loses the selection", arguments: [(0, 0), (1, 1), (19, 2), (20, 3)])
    func throughNothing(_ columns: Int, _ rows: Int) {
        var rig = Rig()
        rig.deliver((0..<100).map { "shop://p/\($0)" })
        rig.press("k", "k")
        let before = rig.frame
        rig.resize(columns, rows)
        rig.resize(120, 40)
        #expect(rig.frame == before)
    }
}
