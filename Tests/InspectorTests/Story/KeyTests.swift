import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct KeyTests {
    @Test("Esc goes one step back: closes the window, stops the resolver, ends the zoom, moves the focus; it never quits")
    func escape() {
        var rig = Rig()
        rig.resolvesAtOnce = false
        rig.paste(Links.ridePage)
        rig.press("o", .enter, "2", "z", "?")
        #expect(
            rig.state.hasWindow && rig.state.journey.opening != nil && rig.state.panes.isZoomed && rig.state.panes.focus == .detail)
        rig.press(.escape)
        #expect(!rig.state.hasWindow && rig.state.journey.opening != nil)
        rig.press(.escape)
        #expect(rig.state.journey.opening == nil && rig.state.panes.isZoomed)
        rig.press(.escape)
        #expect(!rig.state.panes.isZoomed && rig.state.panes.focus == .detail)
        rig.press(.escape)
        #expect(rig.state.panes.focus == .links)
        rig.press(.escape, .escape)
        #expect(rig.effects == ["cancelResolving"])
    }

    @Test("q closes a window, and without a window it quits", arguments: ["?", "d", "s", "r"] as [Unicode.Scalar])
    func quit(_ window: Unicode.Scalar) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press(.character(window, []))
        #expect(rig.state.hasWindow)
        rig.press("q")
        #expect(!rig.state.hasWindow && rig.effects.isEmpty)
        rig.press("q")
        #expect(rig.effects == ["quit"])
    }

    @Test("q is a letter in the line being edited; Ctrl-C quits from everywhere")
    func quitWhileWriting() {
        var rig = Rig()
        rig.press("i", "q")
        #expect(rig.effects.isEmpty)
        rig.press(.control("c"))
        #expect(rig.effects == ["quit"])
    }

    @Test("Ctrl-Z and Ctrl-L work over every window", arguments: [nil, "?", "d", "s", "r", "i", "b", "F", "V"] as [Unicode.Scalar?])
    func everywhere(_ key: Unicode.Scalar?) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        if let key { rig.press(.character(key, [])) }
        let window = rig.window
        rig.press(.control("z"), .control("l"))
        #expect(rig.effects == ["suspend", "repaint"])
        #expect(rig.window == window)
    }

    @Test("a notice stays for four seconds, whatever arrives or is pressed, and Esc removes it at once")
    func notice() {
        var rig = Rig()
        rig.press("r")
        let told = rig.notice
        #expect(told != nil)
        rig.deliver([#"{"event":"x"}"#])
        rig.resize(80, 24)
        rig.send(.key(.focus(true)))
        rig.send(.key(.unknown([0x1B, 0x5B])))
        #expect(rig.notice == told)
        #expect(rig.screen.contains(told ?? "?"))
        rig.press("j", "j", "j")
        #expect(rig.notice == told)
        rig.press("j")
        #expect(rig.notice == nil && rig.timers.isEmpty)
        rig.press("r")
        #expect(rig.notice != nil)
        rig.press(.escape)
        #expect(rig.notice == nil)
    }

    @Test(
        "unbound keys do nothing, and say so",
        arguments: [
            ("Z", "Z"), ("§", "§"), (.alt("q"), "Alt-q"), (.function(12), "F12"), (.insert, "Insert"), (.control("q"), "Ctrl-Q"),
            (.backspace, "Backspace"),
        ] as [(Key, String)])
    func meaningless(_ it: (key: Key, name: String)) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        let before = rig.frame
        rig.press(it.key)
        #expect(rig.notice == "\(it.name) does nothing here; ? shows the keys.")
        #expect(rig.effects.isEmpty && rig.state.notices.log.isEmpty)
        rig.wait(milliseconds: 4000)
        #expect(rig.frame == before)
    }

    @Test("a burst of unbound keys has one notice, and never replaces another")
    func burst() {
        var rig = Rig()
        rig.press("Z", "§", "Q")
        #expect(rig.notice == "Z does nothing here; ? shows the keys." && rig.timers.count == 1)
        rig.press(.escape, "]", "Z")
        #expect(rig.notice == "There is no link yet. Paste one, or press i or s.")
    }

    @Test("what a notice said about a link goes when the user selects another link, and other notices stay")
    func aboutTheSelection() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("cafe://menu")
        rig.press("r")
        #expect(rig.notice?.hasPrefix("There is no banner") == true)
        rig.press("k")
        #expect(rig.notice == nil && rig.screen.contains("Touch to return to Shop"))
        rig.press("r", .enter, "j")
        #expect(rig.notice == "Returned to Shop.")
    }

    @Test("/ in the help finds commands by a word while it is typed; Enter keeps them, and Esc shows all again")
    func findInHelp() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.press("?", "/")
        rig.type("banner")
        #expect(rig.words.contains("find: banner") && rig.words.contains("close the return banner") && !rig.screen.contains("one row down"))
        rig.press(.enter)
        #expect(!rig.screen.contains("find:") && rig.words.contains("close the return banner"))
        rig.press("/")
        rig.type("zebra")
        #expect(rig.screen.contains("No command has this word.") && rig.screen.contains("not found"))
        rig.press(.escape)
        #expect(!rig.screen.contains("No command has this word.") && rig.window == "\(HelpWindow())")
        rig.press(.escape)
        #expect(!rig.state.hasWindow && rig.effects.isEmpty)
    }

    @Test("Esc leads from the tab of w or D back to the tab and the pane before", arguments: [["w"], ["D"], ["w", "D"]] as [[Key]])
    func visits(_ keys: [Key]) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("cafe://menu")
        rig.press("2", ".", "1")
        for key in keys { rig.press(key) }
        #expect(rig.state.detail.tab != .raw && rig.state.panes.focus == .detail)
        #expect(rig.state.hints.contains { $0.command == .back && $0.word == "back" })
        rig.press(.escape)
        #expect(rig.state.detail.tab == .raw && rig.state.panes.focus == .links)
        rig.press("w", ".", .escape)
        #expect(rig.state.detail.tab == .decoded, "a tab that the user chose stays")
    }

    @Test("the panes, by number and one after the other")
    func panes() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        for (key, pane) in [("2", Pane.detail), ("3", .events), ("1", .links)] as [(Key, Pane)] {
            rig.press(key)
            #expect(rig.state.panes.focus == pane)
        }
        let visited = (0..<3).map { _ in
            rig.press(.tab)
            return rig.state.panes.focus
        }
        #expect(visited == [.detail, .events, .links])
        rig.press(.backTab)
        #expect(rig.state.panes.focus == .events)
    }

    @Test(
        "every pane can be zoomed at every density, and is in view while it has the focus",
        arguments: [(120, 40), (50, 60), (80, 24), (40, 12), (20, 5)])
    func focusIsInView(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Fixtures.appLink)
        for _ in 0..<2 {
            for pane in Pane.allCases {
                rig.press(.character(Unicode.Scalar(UInt8(0x30 + pane.rawValue)), []))
                #expect(rig.state.layout.rows(of: pane).rows > 0)
            }
            rig.press("z")
        }
    }

    @Test("a portrait screen shows all panes, one below the other", arguments: [(30, 40), (50, 60), (109, 40)])
    func portrait(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        for _ in 0..<9 { rig.pasteBusyDay() }
        let areas = Pane.allCases.map { rig.state.layout.area(of: $0) }
        #expect(areas.allSatisfy { $0.columns == columns && $0.rows >= 5 })
        #expect(areas.map(\.top) == areas.map(\.top).sorted())
        #expect(areas[1].rows == areas.map(\.rows).max(), "the details have the most rows")
    }

    @Test("a value opens in a window over the whole screen and scrolls exactly to its end")
    func value() {
        var rig = Rig(Size(columns: 40, rows: 12))
        rig.paste("shop://p?" + (0..<400).map { "k\($0)=v" }.joined(separator: "&"))
        rig.press("2")
        while rig.state.decodedRows.lines[rig.state.detail.cursor.selected].label != "open" { rig.press(.down) }
        rig.press(.enter)
        #expect(rig.screen.contains("shop://p?k0=v"))
        for _ in 0..<200 { rig.press(.pageDown) }
        #expect(rig.screen.contains("k399=v"))
        rig.press(.pageUp)
        #expect(!rig.screen.contains("k399=v"))
        rig.press("g")
        #expect(rig.screen.contains("shop://p?k0=v"))
    }
}
