import Screen

/// Pane 3: the trail through the apps, and the result of opening the selected link.
struct JourneyView {
    let lines: [StyledLine]
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let layout = canvas.layout
        // On a screen without room for both panes, the title also names the detail pane.
        canvas.pane(.journey, title: layout.density == .standard && layout.detail.isEmpty ? "Journey | 2 Link" : "Journey")
        let area = layout.rows(of: .journey)
        for (offset, index) in cursor.visible(height: area.rows).enumerated() where lines.indices.contains(index) {
            let rect = area.row(offset)
            let hasFocus = canvas.focus == .journey
            let text = canvas.styled(lines[index], columns: rect.columns)
            canvas.row(text, in: rect, isSelected: index == cursor.selected && hasFocus, hasFocus: hasFocus)
            canvas.noteTarget(.row(.journey, index), in: rect)
        }
    }
}
