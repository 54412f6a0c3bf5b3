import Screen

extension Painter {
    /// What a newcomer sees: what this is for, and the four ways to give it a link.
    mutating func drawEmptyState() {
        let top = layout.header.bottom + (layout.banner.isEmpty ? 0 : 1)
        let area = Rect(column: 0, row: top, columns: state.size.columns, rows: state.size.rows - top - layout.footer.rows)
        guard area.rows > 0 else { return }
        let full = area.columns >= 60 && area.rows >= 14
        let lines = full ? longIntroduction : shortIntroduction
        let start = max((area.rows - lines.count) / 2, 0)
        let widest = lines.map(\.columns).max() ?? 0
        let left = full ? max((area.columns - widest) / 2, 1) : 1
        for (offset, line) in lines.enumerated() where start + offset < area.rows {
            let rect = area.row(start + offset)
            frame.put(line.fitted(to: area.columns - left, glyphs: glyphs), at: Point(column: left, row: rect.top), clip: area)
        }
    }

    private var longIntroduction: [StyledText] {
        var lines: [StyledText] = [
            StyledText("See every layer of a link, go where it goes, and learn why it did not open.", .text),
            StyledText(),
            way("Paste a link", "anywhere on this screen; several at once also work"),
            way("i", "write one"),
            way("s", "open a sample"),
            way("linkscope send LINK", "from another terminal"),
            way("linkscope FILE", "one link or JSON object a line; - is standard input"),
            StyledText(),
            StyledText("Then  Enter  opens the link,  r  returns to its referer,", .dim),
            StyledText("d  switches apps on and off: what if the app is not installed?", .dim),
            StyledText("F  fetches a web link's page,  V  checks if it opens in its app.", .dim),
        ]
        if let address = state.address {
            lines += [StyledText(), StyledText(safe("Send links to this inspector: \(address)", columns: 100), .dim)]
        }
        return lines
    }

    private var shortIntroduction: [StyledText] {
        [way("Paste", "a link", width: 6), way("i", "write one", width: 6), way("s", "a sample", width: 6)]
    }

    private func way(_ key: SafeText, _ text: SafeText, width: Int = 22) -> StyledText {
        var line = StyledText(key.padded(to: width, glyphs: glyphs), Style(.key, .bold))
        line.append(text)
        return line
    }
}
