import Panes
import Screen

/// The first screen, which tells what linkscope is for and how to give it a link.
struct EmptyView {
    let address: String?
    let hasSavedSessions: Bool

    func draw(on canvas: inout Canvas) {
        let (layout, glyphs) = (canvas.layout, canvas.glyphs)
        let top = layout.header.bottom + (layout.banner.isEmpty ? 0 : 1)
        let area = Rect(
            column: 0, row: top, columns: canvas.size.columns, rows: canvas.size.rows - top - layout.footer.rows - layout.notice.rows)
        guard area.rows > 0 else { return }
        let full = area.columns >= 60 && area.rows >= 14
        let lines = full ? longIntroduction(canvas) : shortIntroduction(canvas)
        let start = max((area.rows - lines.count) / 2, 0)
        let widest = lines.map(\.columns).max() ?? 0
        let left = full ? max((area.columns - widest) / 2, 1) : 1
        for (offset, line) in lines.enumerated() where start + offset < area.rows {
            let rect = area.row(start + offset)
            canvas.frame.put(line.fitted(to: area.columns - left, glyphs: glyphs), at: Point(column: left, row: rect.top), clip: area)
        }
    }

    private func longIntroduction(_ canvas: Canvas) -> [StyledText] {
        var lines: [StyledText] = [
            StyledText("See every layer of a link, open it, and learn why it did not open.", .text),
            StyledText(),
            way("Paste a link", "anywhere on this screen; you can paste several", canvas),
            way("i", "write one", canvas),
            way("s", "open a sample", canvas),
            way("linkscope send LINK", "from another terminal", canvas),
            way("L", "let links arrive: over HTTP, or from a device's log", canvas),
            way("linkscope FILE", "one link or JSON object per line; - reads standard input", canvas),
            StyledText(),
            StyledText("Then  r  returns to the link's referer,  o  opens it from another app,", .dim),
            StyledText("d  switches apps on and off, to test a missing app,  a  adds your own.", .dim),
            StyledText("F  fetches a web link's page,  V  checks if it opens in its app.", .dim),
        ]
        if hasSavedSessions {
            lines.insert(way(":sessions", "opens a saved session; linkscope --continue, the last one", canvas), at: 8)
        }
        if let address {
            lines += [StyledText(), StyledText(canvas.safe("Send links to this inspector: \(address)", columns: 100), .dim)]
        }
        return lines
    }

    private func shortIntroduction(_ canvas: Canvas) -> [StyledText] {
        [way("Paste", "a link", canvas, width: 6), way("i", "write one", canvas, width: 6), way("s", "a sample", canvas, width: 6)]
    }

    private func way(_ key: SafeText, _ text: SafeText, _ canvas: Canvas, width: Int = 22) -> StyledText {
        var line = StyledText(key.padded(to: width, glyphs: canvas.glyphs), Style(.key, .bold))
        line.append(text)
        return line
    }
}
