import Records
import Screen

/// What the parts of a frame draw with: the frame so far, the state, and the records that are in view.
struct Painter {
    var frame: Frame
    let state: State
    let layout: Layout
    let records: [RecordID: StoredRecord]

    var glyphs: Glyphs { state.glyphs }

    /// Text from outside, cut to what a row can show.
    func safe(_ text: String, columns: Int) -> SafeText {
        glyphs.sanitizer.text(text, columns: max(columns, 0) + 1)
    }

    /// Words of the program itself.
    func own(_ text: String) -> SafeText { SafeText(trusted: text) }

    /// The border or heading of a pane; the rows inside are `layout.rows(of:)`.
    mutating func pane(_ pane: Pane, title: SafeText, note: SafeText = "") {
        let area = layout.area(of: pane)
        guard !area.isEmpty else { return }
        let isFocused = state.focus == pane && state.overlay == nil
        let title = own("\(pane.rawValue) ") + title
        if layout.hasBorders {
            frame.box(area, title: title, note: note, isFocused: isFocused, glyphs: glyphs)
        } else if layout.density == .compact {
            frame.rule(area.row(0), style: isFocused ? .focusedBorder : .border, glyphs: glyphs)
            frame.put(" " + title + " ", at: Point(column: area.left + 2, row: area.top), style: isFocused ? Style(.title, .bold) : .title)
            if !note.isEmpty, note.columns + title.columns + 8 < area.columns {
                frame.put(" " + note + " ", at: Point(column: area.right - note.columns - 4, row: area.top), style: .dim)
            }
        }
    }

    /// One row of a list: its spans, and the mark of the selection in front.
    mutating func row(_ text: StyledText, in rect: Rect, isSelected: Bool, hasFocus: Bool) {
        guard !rect.isEmpty else { return }
        if isSelected {
            frame.put(glyphs.selected, at: rect.origin, style: hasFocus ? Style(.selection, .bold) : .accent, clip: rect)
        }
        let inner = rect.split(left: 1).rest
        frame.put(text.fitted(to: inner.columns, glyphs: glyphs), at: inner.origin, clip: inner)
        guard isSelected, hasFocus else { return }
        frame.restyle(rect, role: .selection, adding: .reverse)
        frame.cursor = rect.origin
    }
}
