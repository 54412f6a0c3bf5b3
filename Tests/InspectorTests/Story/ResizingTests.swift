import Inspector
import Screen
import Testing

@testable import Panes

@Suite struct ResizingTests {
    private static func size(_ rig: Rig, _ pane: Pane) -> Int {
        let area = rig.state.layout.area(of: pane)
        return area.columns * area.rows
    }

    @Test(
        "+ makes the focused pane larger, - makes it smaller again, and = restores all panes",
        arguments: [
            Size(columns: 120, rows: 40), Size(columns: 80, rows: 50), Size(columns: 80, rows: 24), Size(columns: 60, rows: 16),
        ], Pane.allCases)
    func keys(_ screen: Size, _ pane: Pane) {
        var rig = Rig(screen)
        for _ in 0..<4 { rig.pasteBusyDay() }
        // A notice takes a row while it is shown.
        rig.wait(milliseconds: 5000)
        rig.press(.character(Unicode.Scalar(UInt8(48 + pane.rawValue)), []))
        let usual = rig.state.layout
        let before = Self.size(rig, pane)
        rig.press("+")
        #expect(Self.size(rig, pane) > before)
        rig.press("-")
        #expect(rig.state.layout.area(of: pane) == usual.area(of: pane))
        rig.press("-")
        #expect(Self.size(rig, pane) < before)
        rig.press("=")
        #expect(rig.state.layout == usual)
        #expect(rig.savedSizes.count == 4 && rig.savedSizes.last == "")
    }

    @Test(
        "no pane gets larger than the screen allows, and the reason is shown",
        arguments: [Size(columns: 120, rows: 40), Size(columns: 80, rows: 50), Size(columns: 80, rows: 24)])
    func limits(_ screen: Size) {
        var rig = Rig(screen)
        rig.pasteBusyDay()
        for pane in Pane.allCases {
            rig.press(.character(Unicode.Scalar(UInt8(48 + pane.rawValue)), []))
            for _ in 0..<60 { rig.press("+") }
            #expect(rig.notice == "The pane cannot be larger on this screen.")
            for pane in Pane.allCases where !rig.state.layout.area(of: pane).isEmpty {
                #expect(rig.state.layout.rows(of: pane).rows >= 1 && rig.state.layout.rows(of: pane).columns >= 20)
            }
        }
    }

    @Test("sizes are shares of the screen, so they fit every other size")
    func otherScreens() {
        var rig = Rig()
        rig.pasteBusyDay()
        rig.press("3")
        for _ in 0..<60 { rig.press("+") }
        let screens = [
            (110, 28), (400, 100), (120, 30), (80, 50), (30, 40), (80, 24), (70, 20), (30, 10), (20, 5), (1, 1), (2000, 1000),
        ]
        for (columns, rows) in screens {
            rig.resize(columns, rows)
            for pane in Pane.allCases where !rig.state.layout.area(of: pane).isEmpty && rows >= 20 {
                #expect(rig.state.layout.rows(of: pane).rows >= 1, "\(pane) at \(columns)x\(rows)")
            }
        }
    }

    @Test("a border follows the pointer while it is dragged, and the size is kept when the button is released", arguments: Divider.allCases)
    func drag(_ divider: Divider) throws {
        var rig = Rig(divider == .columns ? Size(columns: 180, rows: 50) : Size(columns: 120, rows: 40))
        for _ in 0..<4 { rig.pasteBusyDay() }
        // The events of all links stand beside the details.
        rig.press("e")
        rig.wait(milliseconds: 5000)
        let steps = divider == .columns ? Point(column: 13, row: 0) : Point(column: 0, row: -4)
        // The border has two cells at each place, one of each pane.
        for cell in [0, 1] {
            let before = try #require(rig.state.layout.borders.first { $0.divider == divider })
            let column = before.handle.left + (divider == .columns ? cell : 1)
            let start = Point(column: column, row: before.handle.top + (divider == .columns ? 1 : cell))
            let end = Point(column: start.column + steps.column, row: start.row + steps.row)
            rig.send(.key(.mouse(Key.Mouse(.press(button: 0), at: start))))
            rig.send(.key(.mouse(Key.Mouse(.drag(button: 0), at: end))))
            let saved = rig.savedSizes.count
            rig.send(.key(.mouse(Key.Mouse(.release(button: 0), at: end))))
            let after = try #require(rig.state.layout.borders.first { $0.divider == divider })
            #expect(after.size == before.size + steps.column + steps.row)
            #expect(rig.savedSizes.count == saved + 1)
            rig.press("=")
        }
    }

    @Test("a drag far outside the screen stops at the limits, and a drag that began in a pane moves nothing")
    func wildDrag() throws {
        var rig = Rig(Size(columns: 180, rows: 50))
        rig.pasteBusyDay()
        rig.press("e")
        let usual = rig.state.layout
        rig.send(.key(.mouse(Key.Mouse(.press(button: 0), at: Point(column: 10, row: 5)))))
        rig.send(.key(.mouse(Key.Mouse(.drag(button: 0), at: Point(column: 90, row: 5)))))
        rig.send(.key(.mouse(Key.Mouse(.release(button: 0), at: Point(column: 90, row: 5)))))
        #expect(rig.state.layout.borders == usual.borders && rig.savedSizes.isEmpty)
        let border = try #require(usual.borders.first { $0.divider == .columns })
        rig.send(.key(.mouse(Key.Mouse(.press(button: 0), at: Point(column: border.handle.left, row: border.handle.top + 2)))))
        for column in [-9_000_000, 9_000_000] {
            rig.send(.key(.mouse(Key.Mouse(.drag(button: 0), at: Point(column: column, row: 3)))))
            #expect(rig.state.layout.events.columns >= 24 && rig.state.layout.detail.columns >= 24)
        }
    }

    @Test("the sizes survive as a text, and a damaged text is refused")
    func text() throws {
        var rig = Rig()
        rig.pasteBusyDay()
        rig.press("+", "3", "+")
        let text = try #require(rig.savedSizes.last)
        #expect(text.hasPrefix("standard events ") && text.contains("standard links "))
        #expect(PaneSizes(text)?.text == text)
        #expect(PaneSizes("portrait journey 500\n" + text)?.text == text, "a border that there was in an earlier version")
        for damaged in [
            "wide", "wide columns", "wide columns x", "wide columns 1001", "wide columns -1", "huge columns 5", "wide rows 5", "\u{0}",
        ] {
            #expect(PaneSizes(damaged) == nil, "\(damaged)")
        }
    }

    @Test("panes with little to show leave their room to others")
    func room() {
        var rig = Rig()
        rig.paste("wheel://ride/7")
        let layout = rig.state.layout
        #expect(layout.links.rows == 4)
        #expect(layout.events.rows == 4)
        #expect(layout.detail.rows == 40 - 4 - 4 - 2 - (layout.banner.isEmpty ? 0 : 1) - (layout.notice.isEmpty ? 0 : 1))
    }
}
