import Screen

/// Pane 3: the way through the apps, and what opening the selected link tried.
struct JourneyView {
    let lines: [StyledLine]
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let layout = canvas.layout
        // On a screen without room for both, the title names the pane below this one.
        canvas.pane(.journey, title: layout.density == .standard && layout.detail.isEmpty ? "Journey | 2 Link" : "Journey")
        let area = layout.rows(of: .journey)
        for (offset, index) in cursor.visible(height: area.rows).enumerated() where lines.indices.contains(index) {
            let rect = area.row(offset)
            let hasFocus = canvas.focus == .journey
            let text = canvas.styled(lines[index], columns: rect.columns)
            canvas.row(text, in: rect, isSelected: index == cursor.selected && hasFocus, hasFocus: hasFocus)
        }
    }
}
