import Inspector
import LinkLayers
import Screen
import TestSupport
import Testing

@testable import Panes

/// In the detail pane, the cursor moves from item to item, however many rows each item takes.
@Suite struct RowTests {
    private static let sizes = [(120, 40), (80, 24), (40, 12), (20, 5)]

    @Test("Down and Up stop at rows that can be selected, and return over the same rows", arguments: sizes)
    func stops(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Links.brokenJSON)
        rig.press("2", "g")
        var down: [Int] = []
        while down.last != rig.state.detail.cursor.selected, down.count < 500 {
            down.append(rig.state.detail.cursor.selected)
            rig.press(.down)
        }
        let height = rig.state.layout.rows(of: .detail).rows
        let lines = rig.state.detailRows.lines
        for (row, next) in zip(down, down.dropFirst()) {
            #expect(next - row <= height, "nothing is skipped that was never in view")
            if next - row < height - 3 { #expect(!lines[next].isContinuation) }
            #expect(!(lines[next].label.isEmpty && lines[next].value.isEmpty), "no blank row")
        }
        #expect(down.count > 5)
        rig.press("g")
        #expect(rig.state.detail.cursor.selected == down[0] && rig.state.detail.cursor.top == 0)
        rig.press("G")
        #expect(rig.state.detail.cursor.visible(height: height).upperBound == lines.count || down.last == rig.state.detail.cursor.selected)
    }

    @Test("a value over several rows is selected as a whole")
    func whole() throws {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.paste(Links.brokenJSON)
        rig.press("2", "g")
        let lines = rig.state.detailRows.lines
        let finding = try #require(lines.firstIndex { $0.isFinding })
        #expect(lines[finding + 1].isContinuation, "the first finding takes more than a row")
        rig.selectDetail(finding)
        let frame = rig.frame
        let area = rig.state.layout.rows(of: .detail)
        for row in finding..<finding + 2 { #expect(frame[column: area.left + 5, row: area.top + row]?.style.role == .selection) }
        #expect(frame.cursor == Point(column: area.left, row: area.top + finding))
    }

    @Test("each row of a value that is longer than the pane comes into view")
    func tall() {
        var rig = Rig(Size(columns: 20, rows: 5))
        rig.paste(Links.brokenJSON)
        rig.press("2", "g")
        var seen: Set<Int> = []
        for _ in 0..<200 {
            let height = rig.state.layout.rows(of: .detail).rows
            seen.formUnion(rig.state.detail.cursor.visible(height: height))
            rig.press(.down)
        }
        #expect(Set(0..<rig.state.detailRows.lines.count).subtracting(seen) == [])
    }

    @Test("the rows of the detail pane are made once and reused until their source changes")
    func remembered() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("2")
        let rows = rig.state.detailRows
        rig.press("j", "k")
        #expect(rig.state.detailRows == rows)
        rig.press("S")
        #expect(rig.state.detailRows != rows)
    }
}
