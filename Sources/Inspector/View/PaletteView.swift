import Panes
import Screen

/// The line for typed commands, above the footer, with the commands that fit it above the line.
struct PaletteView {
    let palette: CommandPalette
    let keys: KeyMap

    /// The most commands in view.
    private static let mostRows = 12
    private static let nameColumns = 18
    private static let keyColumns = 13

    func draw(on canvas: inout Canvas) {
        let layout = canvas.layout
        let bottom = layout.notice.isEmpty ? layout.footer.top : layout.notice.top
        let room = bottom - layout.header.bottom
        guard room > 0 else { return }
        let matches = palette.matches
        // Without commands in the list, there is one row that says so.
        let rows = min(max(matches.count, 1), Self.mostRows, room - 1)
        let hasRule = room > rows + 1
        let area = Rect(
            column: 0, row: bottom - 1 - rows - (hasRule ? 1 : 0), columns: canvas.size.columns, rows: rows + 1 + (hasRule ? 1 : 0))
        canvas.frame.fill(area)
        var (list, line) = area.split(bottom: 1)
        if hasRule {
            canvas.frame.rule(list.row(0), style: .focusedBorder, glyphs: canvas.glyphs)
            list = list.split(top: 1).rest
        }
        draw(matches, in: list, on: &canvas)
        canvas.frame.put(" :", at: line.origin, style: Style(.key, .bold), clip: line)
        line = line.split(left: 2).rest
        canvas.drawLine(palette.line.masked(by: canvas.mask).characters, cursor: palette.line.cursor, in: line)
    }

    private func draw(_ matches: [PaletteMatch], in list: Rect, on canvas: inout Canvas) {
        guard !list.isEmpty else { return }
        guard !matches.isEmpty else {
            let advice: SafeText = Int(palette.typed) == nil ? " No command matches." : " Enter selects the link with this number."
            return canvas.put(advice, in: list.row(0), style: .dim)
        }
        let first = palette.hasMark ? max(0, palette.selected - list.rows + 1) : 0
        for (offset, match) in matches.dropFirst(first).prefix(list.rows).enumerated() {
            let isMarked = palette.hasMark && first + offset == palette.selected
            // The cursor of the screen stays in the line, so the row is drawn as one of a list without the focus.
            canvas.row(line(of: match, columns: list.columns, canvas), in: list.row(offset), isSelected: isMarked, hasFocus: false)
            if isMarked { canvas.frame.restyle(list.row(offset), role: .selection, adding: .reverse) }
        }
    }

    private func line(of match: PaletteMatch, columns: Int, _ canvas: Canvas) -> StyledText {
        var text = StyledText()
        for (index, character) in match.name.enumerated() {
            text.append(canvas.own(String(character)), match.places.contains(index) ? Style(.key, [.bold, .underline]) : .key)
        }
        text.append(canvas.own(match.binding.brief(columns: Self.nameColumns - match.name.count - 1)), .dim)
        text.append(canvas.own(String(repeating: " ", count: max(Self.nameColumns - text.columns, 1))))
        if columns >= 60 {
            let shown = keys.keyText(of: match.binding)
            let keys = shown.hasPrefix(":") && shown.count > 1 ? "" : shown
            text.append(canvas.own(keys).padded(to: Self.keyColumns, glyphs: canvas.glyphs), .dim)
        }
        text.append(canvas.own(match.binding.help))
        return text
    }
}
