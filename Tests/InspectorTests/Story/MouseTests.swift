import Deciding
import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct MouseTests {
    private static let sizes = [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)]

    @Test("a click selects a row and focuses its pane, and a double click is Enter", arguments: sizes)
    func rows(_ size: Size) {
        var rig = Rig(size)
        rig.pasteBusyDay()
        rig.press("1", "g")
        let area = rig.state.layout.rows(of: .links)
        let second = Point(column: area.left + 3, row: area.top + 1)
        rig.click(at: second)
        #expect(rig.state.lists.linkCursor.selected == 1)
        #expect(rig.state.panes.focus == .links && !rig.state.hasWindow)
        rig.click(at: second, after: 100)
        #expect(rig.state.lists.linkCursor.selected == 1)
        #expect(rig.state.panes.focus == .detail)
    }

    @Test("two slow clicks are no double click")
    func slowClicks() {
        var rig = Rig()
        rig.pasteBusyDay()
        rig.click("Café", in: .links)
        rig.click("Café", in: .links, after: 900)
        #expect(rig.state.panes.focus == .links)
    }

    @Test("a click on a tab opens the tab", arguments: ["Raw", "Page", "Why", "Events"])
    func tabs(_ title: String) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.click(title, in: .detail)
        #expect(rig.state.detail.tab.rawValue == title)
        #expect(rig.state.panes.focus == .detail)
    }

    @Test("a click on the banner previews the return, and a click on its X closes it", arguments: sizes)
    func banner(_ size: Size) {
        var rig = Rig(size)
        rig.paste(Fixtures.appLink)
        let banner = rig.state.layout.banner
        rig.click(at: Point(column: banner.left + 5, row: banner.top))
        guard rig.state.overlay is ReturnWindow else {
            Issue.record("no preview")
            return
        }
        rig.press(.escape)
        rig.click(at: Point(column: banner.right - 3, row: banner.top))
        #expect(rig.state.banner == nil)
        #expect(!rig.state.hasWindow)
    }

    @Test("a click on a key of the footer presses the key")
    func footer() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let column = try #require(rig.column(of: "? help", row: 39))
        rig.click(at: Point(column: column, row: 39))
        guard rig.state.overlay is HelpWindow else {
            Issue.record("no help")
            return
        }
    }

    @Test("a click on the first row opens the devices, and a second click on one chooses it", arguments: sizes, [100, 900])
    func device(_ size: Size, delay: Int64) throws {
        var rig = Rig(size)
        rig.click(at: Point(column: 3, row: rig.state.layout.header.top))
        #expect(rig.state.overlay is DeviceWindow)
        let lines = rig.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("( ) Android") })
        let android = Point(column: 20, row: row)
        rig.click(at: android)
        #expect(rig.screen.contains("Enter choose"))
        rig.click(at: android, after: delay)
        #expect(rig.state.device.simulated.name == "Android")
    }

    @Test("a click on the title of a pane focuses the pane", arguments: [("2 Link", Pane.detail), ("3 Events", .events)])
    func titles(title: String, pane: Pane) throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let row = try #require((0..<40).first { rig.column(of: title, row: $0) != nil })
        rig.click(at: Point(column: 4, row: row))
        #expect(rig.state.panes.focus == pane)
    }

    @Test("a click on a cell of What if chooses its column, and a double click explains it")
    func cells() throws {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press("w")
        let row = try #require((0..<40).first { rig.column(of: "redirected", row: $0) != nil })
        let cell = Point(column: try #require(rig.column(of: "Chrome", row: row)), row: row)
        rig.click(at: cell)
        rig.click(at: cell, after: 100)
        #expect(rig.words.contains("On Android, redirected"))
    }

    @Test("a window takes the clicks: a row is selected, a double click chooses it, and the panes behind do not react")
    func window() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("s")
        rig.click(at: Point(column: 3, row: 2))
        guard let before = (rig.state.overlay as? SamplesWindow)?.cursor else {
            Issue.record("no samples")
            return
        }
        #expect(before.selected == 0 && rig.state.panes.focus == .links)
        let row = try #require((0..<40).first { rig.column(of: Fixtures.samples[2].title, row: $0) != nil })
        let point = Point(column: 40, row: row)
        rig.click(at: point)
        guard let after = (rig.state.overlay as? SamplesWindow)?.cursor else {
            Issue.record("no samples")
            return
        }
        #expect(after.selected == 2)
        rig.click(at: point, after: 100)
        #expect(!rig.state.hasWindow)
        #expect(rig.state.lists.links.count == 2)
    }

    @Test("every window can be used and closed by clicks and the wheel alone", arguments: Scene.all)
    func windows(_ scene: Scene) throws {
        // A footer of 20 columns has no room for Esc beside the key that the window is for.
        for size in scene.sizes where size.columns >= 40 {
            let rig = scene.rig(size)
            guard let window = rig.state.overlay else { continue }
            // A session of the history, or the name of one, leads back to its window first.
            var closing = rig
            for _ in 0..<3 where closing.state.hasWindow {
                closing.click(at: try #require(closing.place(of: .key(.escape)), "\(scene.name) at \(size) shows no Esc"))
            }
            #expect(!closing.state.hasWindow, "\(scene.name) at \(size)")
            // Except for keys that move, which the wheel does too, each hint is a place to click.
            if size.columns >= 120 {
                for hint in window.hints(rig.state) {
                    for key in hint.keys == "/" ? ["/"] : hint.keys.split(separator: "/").map(String.init) {
                        #expect(rig.place(of: try .key(#require(KeyName.key(key)))) != nil, "\(hint.keys) of \(scene.name)")
                    }
                }
            }
            guard let list = window.list, list.count > 1, window.coversPanes else { continue }
            var wheeling = rig
            wheeling.wheel(list.selected == 0 ? .wheelDown : .wheelUp, at: Point(column: 1, row: 1))
            #expect(wheeling.state.overlay?.list?.selected != list.selected, "\(scene.name) at \(size)")
            for row in list.visible(height: window.listHeight(rig.state)).prefix(3) {
                guard let place = rig.place(of: .windowRow(row)) else { continue }
                var selecting = rig
                selecting.click(at: place)
                #expect(selecting.state.overlay?.list?.selected == row, "\(scene.name) at \(size)")
            }
        }
    }

    @Test("a click in the commands writes a name, a double click performs the command, and the wheel goes through them")
    func palette() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.click(at: try #require(rig.place(of: .command(.palette))))
        let second = try #require(rig.place(of: .windowRow(1)))
        rig.click(at: second)
        let name = PaletteMatch.all(for: "")[1].name
        #expect((rig.state.overlay as? CommandPalette)?.performed.hasPrefix(name) == true)
        rig.wheel(.wheelDown, at: second)
        #expect((rig.state.overlay as? CommandPalette)?.selected == 4)
        let help = try #require(PaletteMatch.all(for: "").firstIndex { $0.name == "help" })
        for _ in 0..<help where rig.place(of: .windowRow(help)) == nil { rig.wheel(.wheelDown, at: second) }
        let place = try #require(rig.place(of: .windowRow(help)))
        rig.click(at: place)
        rig.click(at: place, after: 100)
        #expect(rig.state.overlay is HelpWindow)
    }

    @Test("a click in a form moves to the field, and a second one does not deliver")
    func forms() throws {
        var rig = Rig()
        rig.press("b")
        let fields = rig.state.forms.current.fields
        let place = try #require(rig.place(of: .windowRow(fields.count - 1)))
        rig.click(at: place)
        rig.click(at: place, after: 100)
        #expect(rig.state.forms.current.focus == fields.last && rig.state.overlay is BuildingWindow)
        rig.wheel(.wheelUp, at: place)
        #expect(rig.state.forms.current.focus != fields.last)
        rig.press(.escape)
        rig.command("declare")
        rig.click(at: try #require(rig.place(of: .windowRow(2))))
        #expect(rig.state.forms.app?.focus == .hosts)
    }

    @Test("the wheel scrolls the pane under the pointer, and the focus stays", arguments: sizes)
    func wheel(_ size: Size) {
        var rig = Rig(size)
        for _ in 0..<4 { rig.pasteBusyDay() }
        rig.press("g")
        let links = rig.state.layout.rows(of: .links)
        let over = Point(column: links.left + 2, row: links.top)
        rig.wheel(.wheelDown, at: over)
        #expect(rig.state.lists.linkCursor.top == 3)
        #expect(rig.state.lists.linkCursor.selected == 3)
        for _ in 0..<100 { rig.wheel(.wheelDown, at: over) }
        #expect(rig.state.lists.linkCursor.isFollowing)
        rig.wheel(.wheelUp, at: over)
        #expect(!rig.state.lists.linkCursor.isFollowing)
        let detail = rig.state.layout.rows(of: .detail)
        let before = rig.state.detail.cursor.selected
        rig.wheel(.wheelDown, at: Point(column: detail.right - 3, row: detail.top))
        #expect(rig.state.detail.cursor.selected > before)
        #expect(rig.state.panes.focus == .links)
    }

    @Test("the wheel scrolls the help")
    func wheelInWindow() {
        var rig = Rig()
        rig.press("?")
        let before = rig.screen
        rig.wheel(.wheelDown, at: Point(column: 60, row: 20))
        #expect(rig.screen != before)
        rig.wheel(.wheelUp, at: Point(column: 60, row: 20))
        #expect(rig.screen == before)
    }

    @Test("clicks far outside the screen do nothing", arguments: [(-1, -1), (9_999_999, 9_999_999), (0, 9_999_999), (500, 3)])
    func outside(_ place: (Int, Int)) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let before = rig.frame
        for action in [Key.Mouse.Action.press(button: 0), .drag(button: 0), .release(button: 0), .wheelUp, .wheelDown, .move] {
            rig.send(.key(.mouse(Key.Mouse(action, at: Point(column: place.0, row: place.1)))))
        }
        #expect(rig.frame == before)
    }

    @Test("every click hits the row that is drawn there", arguments: sizes)
    func everyRow(_ size: Size) {
        var rig = Rig(size)
        rig.pasteBusyDay()
        let area = rig.state.layout.rows(of: .links)
        for (offset, place) in rig.state.lists.linkCursor.visible(height: area.rows).enumerated() {
            #expect(rig.state.target(at: Point(column: area.left, row: area.top + offset)) == .row(.links, place))
        }
    }
}

extension Rig {
    /// Presses and releases the left button after some milliseconds.
    mutating func click(at point: Point, after milliseconds: Int64 = 1000) {
        wait(milliseconds: milliseconds)
        send(.key(.mouse(Key.Mouse(.press(button: 0), at: point))))
        send(.key(.mouse(Key.Mouse(.release(button: 0), at: point))))
    }

    /// Clicks on the first place in a pane where this text is shown.
    mutating func click(_ text: String, in pane: Pane, after milliseconds: Int64 = 1000) {
        let area = state.layout.area(of: pane)
        for row in area.rowRange {
            guard let column = column(of: text, row: row, from: area.left) else { continue }
            return click(at: Point(column: column, row: row), after: milliseconds)
        }
        Issue.record("\(text) is not in the pane \(pane)")
    }

    /// Returns the first place of the screen where a click does this.
    func place(of target: PointerTarget) -> Point? {
        let map = state.drawn().pointerMap
        for row in 0..<state.display.size.rows {
            for column in 0..<state.display.size.columns where map.target(at: Point(column: column, row: row)) == target {
                return Point(column: column, row: row)
            }
        }
        return nil
    }

    mutating func wheel(_ action: Key.Mouse.Action, at point: Point) { send(.key(.mouse(Key.Mouse(action, at: point)))) }

    /// Returns the column at which a text begins in a row of the screen. The rows of these tests have only characters of one column.
    func column(of text: String, row: Int, from start: Int = 0) -> Int? {
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        guard rows.indices.contains(row) else { return nil }
        let line = Array(rows[row])
        return line.indices.first { $0 >= start && line[$0...].starts(with: Array(text)) }
    }
}
