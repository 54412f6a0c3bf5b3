import Screen

/// The row above the footer that shows a notice.
struct NoticeView {
    let notice: Notice?

    func draw(on canvas: inout Canvas) {
        let area = canvas.layout.notice
        guard !area.isEmpty, let notice else { return }
        canvas.frame.fill(area)
        canvas.put(notice.line(canvas, columns: area.columns), in: area)
    }
}

/// The window with the last notices.
struct MessagesView {
    let rows: [NoticeRow]
    let top: Int

    func draw(on canvas: inout Canvas) {
        let area = canvas.window("Messages", columns: canvas.place.columns, rows: max(rows.count, 1), note: "Esc closes")
        if rows.isEmpty { canvas.put("There are no messages yet.", in: area.row(0), style: .dim) }
        let top = min(top, max(rows.count - area.rows, 0))
        canvas.noteHidden(HiddenRows(above: top, below: rows.count - top - area.rows))
        for (offset, row) in rows.dropFirst(top).prefix(area.rows).enumerated() {
            var line = StyledText(canvas.own(row.time).padded(to: NoticeRow.timeColumns, glyphs: canvas.glyphs), .dim)
            line.append(row.text, row.tone.style)
            canvas.put(line, in: area.row(offset))
        }
    }
}

extension Notice {
    func line(_ canvas: Canvas, columns: Int) -> StyledText {
        StyledText(" " + canvas.safe(text, columns: columns - 1), tone.style)
    }
}

extension Notice.Tone {
    var style: Style {
        switch self {
        case .plain: .accent
        case .good: .ok
        case .bad: Style(.error, .bold)
        }
    }
}
