import Panes
import Screen

/// The first screen: a picture of what will happen to a link, and the one thing to do.
struct EmptyView {
    let state: State

    func draw(on canvas: inout Canvas) {
        let (layout, glyphs) = (canvas.layout, canvas.glyphs)
        let top = layout.header.bottom + (layout.banner.isEmpty ? 0 : 1)
        let area = Rect(
            column: 0, row: top, columns: canvas.size.columns, rows: canvas.size.rows - top - layout.footer.rows - layout.rowsBelowPanes)
        guard area.rows > 0 else { return }
        let isLarge = area.columns >= 76 && area.rows >= 14
        let toDo = toDo(canvas)
        let lines = isLarge ? picture(canvas) + [StyledText()] + toDo + others(canvas) : area.rows >= 4 ? toDo : Array(toDo.suffix(2))
        let start = max((area.rows - lines.count) / 2, 0)
        let widest = lines.map(\.columns).max() ?? 0
        let left = isLarge ? max((area.columns - widest) / 2, 1) : 1
        for (offset, line) in lines.enumerated() where start + offset < area.rows {
            let rect = area.row(start + offset)
            canvas.frame.put(line.fitted(to: area.columns - left, glyphs: glyphs), at: Point(column: left, row: rect.top), clip: area)
        }
    }

    /// The way that a link goes, and what the screen tells on the way.
    private func picture(_ canvas: Canvas) -> [StyledText] {
        let isUTF8 = canvas.glyphs.encoding == .utf8
        let line = isUTF8 ? "─" : "-"
        let arrow = { (word: String) in " \(line)\(line)\(word)\(line)\(line)\(isUTF8 ? "▸" : ">") " }
        let app = Style(.accent, .bold)
        return [
            StyledText(
                ("Shop", app), (canvas.own(arrow("link")), .dim), ("your app", app), (canvas.own(arrow("return")), .dim), ("Shop", app)),
            StyledText(),
            StyledText("linkscope says what a link is and where it leads, hands it to"),
            StyledText("the app that claims it, shows what this app receives, and goes"),
            StyledText("back to the app that sent it."),
        ]
    }

    private func toDo(_ canvas: Canvas) -> [StyledText] {
        let isNarrow = canvas.size.columns < 40
        let key = Style(.key, .bold)
        return [
            StyledText(("Paste a link", key), (isNarrow ? "  here" : "  anywhere on this screen", .text)),
            StyledText((name(.sample, canvas), key), (isNarrow ? "  plays a sample" : "  plays a sample: a whole round trip", .text)),
        ]
    }

    private func name(_ command: Command, _ canvas: Canvas) -> SafeText {
        canvas.own(canvas.display.keys[command] ?? ":\(command.rawValue)")
    }

    private func others(_ canvas: Canvas) -> [StyledText] {
        let send = state.edges.address.map { "Send links to this inspector: \($0)" } ?? "From another terminal: linkscope send LINK"
        let others = "Or write a link with  " + name(.write, canvas) + " ,  or let links arrive with  " + name(.sources, canvas)
        var lines = [StyledText(), StyledText(others, .dim), StyledText(canvas.safe(send, columns: 100), .dim)]
        if state.edges.hasSavedSessions {
            lines.append(StyledText(":sessions opens a saved session; linkscope --continue reopens the last one", .dim))
        }
        return lines
    }
}
