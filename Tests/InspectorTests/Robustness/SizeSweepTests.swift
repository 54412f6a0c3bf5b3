import Inspector
import Screen
import TestSupport
import Testing

@testable import Panes

@Suite struct SizeSweepTests {
    /// The smallest sizes, the largest one, and those for which the screens are designed. Each state is drawn at these within two days.
    private static let designed = [(0, 0), (1, 1), (20, 5), (40, 12), (80, 24), (120, 40), (130, 45)]
    /// The sizes around which the layout changes, and some between them.
    private static let columns = [
        0, 1, 2, 3, 5, 8, 13, 18, 19, 20, 21, 24, 25, 27, 29, 30, 31, 36, 40, 41, 55, 69, 70, 80, 91, 109, 110, 121, 130,
    ]
    private static let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 19, 20, 21, 24, 27, 28, 40, 45]

    /// Every state at every size. Each day has some sizes of each state, and other ones of the next state.
    private static let sample = Dictionary(
        grouping: Seeds.share(
            of: Crowd.settings.indices.flatMap { setting in
                columns.flatMap { columns in rows.map { (setting: setting, columns: columns, rows: $0) } }
            }, in: 127), by: \.setting)

    @Test("every size draws whole rows, footer and banner", .daily, arguments: Crowd.settings.indices)
    func sweep(_ index: Int) {
        var rig = Rig()
        Crowd.settings[index].act(&rig)
        for (columns, rows) in Seeds.share(of: Self.designed, in: 2, turn: index)
            + (Self.sample[index] ?? []).map({ ($0.columns, $0.rows) })
        {
            rig.resize(columns, rows)
            if let flaw = Crowd.flaw(of: rig.frame, state: rig.state) ?? Crowd.flaw(of: rig.state) {
                Issue.record("\(Crowd.settings[index].name) at \(columns)x\(rows): \(flaw)\n\(rig.screen)")
                return
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
