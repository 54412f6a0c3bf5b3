import Screen
import TestSupport
import Testing

@Suite("A frame is a whole screen, and drawing is clipped at its edges")
struct FrameTests {
    @Test("a box with title and note, in both sets of glyphs")
    func box() {
        var frame = Frame(Size(columns: 26, rows: 3))
        frame.box(frame.bounds, title: "1 Links", note: "37/1,284", glyphs: .ascii)
        #expect(
            frame.text == """
                +- 1 Links --- 37/1,284 -+
                |                        |
                +------------------------+
                """
        )
        frame.box(frame.bounds, title: "1 Links", isFocused: true, glyphs: .utf8)
        #expect(frame.textOfRow(0) == "┏━ 1 Links ━━━━━━━━━━━━━━┓")
        #expect(frame.styles.hasPrefix("fffTTTTTTTfffff"))
    }

    @Test("a note that leaves no room for the title is left out; a long title is truncated")
    func boxWithoutRoom() {
        var frame = Frame(Size(columns: 14, rows: 2))
        frame.box(frame.bounds, title: "A long title", note: "1/2", glyphs: .ascii)
        #expect(frame.textOfRow(0) == "+- A long.. -+")
    }

    @Test("a wide glyph that is cut at an edge is replaced by a sign")
    func wideAtTheEdge() {
        var frame = Frame(Size(columns: 6, rows: 1))
        let text = Sanitizer(.utf8).text("a中b中")
        #expect(frame.put(text, at: .zero, clip: Rect(column: 0, row: 0, columns: 5, rows: 1)) == 6)
        #expect(frame.text == "a中b>")
        frame.fill(frame.bounds)
        frame.put(text, at: Point(column: -2, row: 0))
        #expect(frame.text == "<b中")
    }

    @Test("overwriting one half of a wide glyph replaces the other by a space")
    func halves() {
        var frame = Frame(Size(columns: 4, rows: 1))
        frame.put("中中", at: .zero)
        frame.put("x", at: Point(column: 1, row: 0))
        #expect(frame.text == " x中")
        frame.put("y", at: Point(column: 2, row: 0))
        #expect(frame.text == " xy")
    }

    @Test("escaped characters keep their role in a selected row")
    func unsafeSpans() {
        var frame = Frame(Size(columns: 10, rows: 1))
        frame.put(Sanitizer(.utf8).text("a\u{1B}b"), at: .zero, style: Style(.value, .bold))
        frame.restyle(Rect(column: 0, row: 0, columns: 6, rows: 1), role: .selection, adding: .reverse)
        #expect(
            frame.notation == """
                10x1, no cursor

                a^[b

                SUUS00....

                . text
                0 selection reverse
                S selection bold reverse
                U unsafe bold reverse

                """
        )
    }

    @Test("geometry never traps, whatever the numbers are", arguments: [Int.min, -5, -1, 0, 1, 2, 3, 7, 300, Int.max])
    func extremes(number: Int) {
        let numbers = [Int.min, -3, 0, 1, 2, 5, Int.max]
        var frame = Frame(Size(columns: min(number, 9), rows: min(number, 4)))
        for other in numbers {
            let rect = Rect(column: number, row: other, columns: other, rows: number)
            frame.box(rect, title: "title", note: "note", glyphs: .utf8)
            frame.fill(rect.inset(columns: number, rows: other))
            frame.rule(rect, glyphs: .ascii)
            frame.restyle(rect, role: .ok)
            frame.put(Sanitizer(.utf8).text("中中中"), at: Point(column: number, row: other), clip: rect)
            _ = (rect.split(top: other), rect.split(left: number), rect.split(bottom: number), rect.split(right: other), rect.row(other))
            _ = Sanitizer(.utf8).text("中中中", columns: other).fitted(to: number, glyphs: .utf8)
            #expect(rect.columns >= 0 && rect.rows >= 0)
        }
        #expect(frame.isWhole)
    }

    @Test("a truncated text ends with a sign", arguments: [(10, "abcdef"), (6, "abcdef"), (5, "abcd…"), (1, "…"), (0, "")])
    func fitting(limit: Int, expected: String) {
        #expect(SafeText("abcdef").fitted(to: limit, glyphs: .utf8).description == expected)
        let lazy = Sanitizer(.utf8).text("abcdef", columns: limit)
        #expect(lazy.fitted(to: limit, glyphs: .utf8).description == expected)
    }

    @Test("spans are truncated as one line", arguments: [(9, "key value"), (8, "key val…"), (5, "key …"), (4, "key…"), (2, "k…"), (0, "")])
    func styledText(limit: Int, expected: String) {
        var text = StyledText("key", .key)
        text.append(" value", .value)
        var frame = Frame(Size(columns: 12, rows: 1))
        #expect(frame.put(text.fitted(to: limit, glyphs: .utf8), at: .zero) <= limit)
        #expect(frame.text == expected)
    }

    @Test("words that fit are not broken")
    func words() {
        let text: SafeText = "paste a link or write incomprehensibilities"
        #expect(text.wrappedAtBlanks(width: 12).map(\.description) == ["paste a link", "or write", "incomprehens", "ibilities"])
    }

    @Test("a range of the source is mapped to columns")
    func places() {
        let text = Sanitizer(.utf8).text("a\u{202E}中b")
        #expect(text.columns(showing: 0..<1) == 0..<1)
        #expect(text.columns(showing: 1..<4) == 1..<9)
        #expect(text.columns(showing: 4..<8) == 9..<12)
        #expect(text.columns(showing: 20..<30).isEmpty)
    }
}

extension Frame {
    /// Whether every row has the right number of columns and every wide glyph has both halves.
    var isWhole: Bool {
        (0..<size.rows).allSatisfy { row in
            let cells = Array(self.row(row))
            return cells.count == size.columns
                && cells.indices.allSatisfy { index in
                    (!cells[index].isWide || index + 1 < cells.count && cells[index + 1].isContinuation)
                        && (!cells[index].isContinuation || index > 0 && cells[index - 1].isWide)
                }
        }
    }
}
