import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct WritingLongTests {
    private static let long = "https://shop.example.com/a/" + String(repeating: "0123456789", count: 30) + "?last=1"

    private func line(_ rig: Rig) -> TextLine? {
        (rig.state.overlay as? WritingWindow)?.line
    }

    @Test(
        "a long link is shown in several rows",
        arguments: [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func rows(_ size: Size) throws {
        var rig = Rig(size)
        rig.press("i")
        rig.paste(Self.long)
        #expect(rig.screen.contains("?last=1"))
        if size.rows > 12 { #expect(rig.screen.contains("https://shop.example.com/a/0123")) }
        let cursor = try #require(rig.frame.cursor)
        #expect(Rect(size).contains(cursor))
    }

    @Test("Up and Down move between rows; Home and End go to the ends of a row, Ctrl-A and Ctrl-E to those of the text")
    func moving() {
        var rig = Rig(Size(columns: 80, rows: 24))
        rig.press("i")
        rig.paste(Self.long)
        let end = Self.long.count
        #expect(rig.state.hasWindow)
        let width = 76
        rig.press(.up)
        #expect(line(rig)?.cursor == end - width)
        rig.press(.home)
        #expect(line(rig).map { $0.cursor % width } == 0)
        rig.press(.end)
        #expect(line(rig).map { $0.cursor % width } == width - 1)
        rig.press(.control("a"))
        #expect(line(rig)?.cursor == 0)
        rig.press(.down)
        #expect(line(rig)?.cursor == width)
        for _ in 0..<20 { rig.press(.down) }
        #expect(line(rig)?.cursor == end)
        for _ in 0..<20 { rig.press(.up) }
        #expect(line(rig)?.cursor == 0)
        rig.press(.control("e"))
        #expect(line(rig)?.cursor == end)
    }

    @Test("Ctrl-W removes the part of a link before the cursor, Ctrl-K what is after it")
    func removing() {
        var rig = Rig()
        rig.press("i")
        rig.paste("shop://item/42?color=red")
        rig.press(.control("w"))
        #expect(line(rig)?.text == "shop://item/42?color=")
        rig.press(.control("w"))
        #expect(line(rig)?.text == "shop://item/42?")
        rig.press(.home, .control("w"), .right, .control("k"))
        #expect(line(rig)?.text == "s")
    }

    @Test("Ctrl-O gives the text to an editor, and the edited text comes back in one line")
    func editor() {
        var rig = Rig()
        rig.press("i")
        rig.paste("shop://item/42")
        rig.press(.control("o"))
        #expect(rig.edited == ["shop://item/42"])
        rig.send(.edited(.text("shop://item/43\n")))
        #expect(line(rig)?.text == "shop://item/43")
        #expect(rig.notice == nil)
        rig.send(.edited(.text("{\n \"url\": \"shop://x\"\n}\n")))
        #expect(line(rig)?.text == "{ \"url\": \"shop://x\"}")
        #expect(rig.notice == "3 lines were joined to one.")
        rig.send(.edited(.failed("vi ended with exit code 1.")))
        #expect(line(rig)?.text == "{ \"url\": \"shop://x\"}")
        #expect(rig.notice == "vi ended with exit code 1. The text is as it was before.")
        rig.send(.edited(.text(String(repeating: "x", count: TextLine.limit + 5))))
        #expect(rig.notice == "The text is too long: its last 5 characters were dropped.")
    }

    @Test("the cursor is on the screen and on its character, whatever the text and the size", arguments: [1, 2, 7, 20, 33, 80, 140])
    func everyWidth(_ columns: Int) {
        var rig = Rig(Size(columns: columns, rows: 12))
        rig.press("i")
        rig.paste("shop://宽宽宽/\u{202E}e\u{301}👨‍👩‍👧/" + Self.long)
        for key in [Key.up, .up, .home, .left, .end, .right, .down, .control("a"), .down, .delete, .up] {
            rig.press(key)
            let cursor = rig.frame.cursor
            #expect(cursor.map(Rect(rig.state.display.size).contains) ?? (columns < 20))
        }
    }
}
