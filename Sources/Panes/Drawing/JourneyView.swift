import Screen

/// Pane 3: the trail through the apps, and the result of opening the selected link.
package struct JourneyView {
    let lines: [StyledLine]
    let cursor: ListCursor
    /// The step that the user looks at, such as `step 3 of 7`; nil for now.
    let step: String?

    package init(lines: [StyledLine], cursor: ListCursor, step: String?) {
        self.lines = lines
        self.cursor = cursor
        self.step = step
    }

    package func draw(on canvas: inout Canvas) {
        let layout = canvas.layout
        let hidesDetail = layout.joinsDetailAndJourney && layout.detail.isEmpty
        let area = layout.rows(of: .journey)
        canvas.pane(
            .journey, title: "Journey", note: canvas.own(step ?? ""), rows: HiddenRows(cursor, height: area.rows),
            hiding: hidesDetail ? (.detail, "Link") : nil)
        for (offset, index) in cursor.visible(height: area.rows).enumerated() where lines.indices.contains(index) {
            let rect = area.row(offset)
            let hasFocus = canvas.focus == .journey
            let text = canvas.styled(lines[index], columns: rect.columns)
            canvas.row(text, in: rect, isSelected: index == cursor.selected && hasFocus, hasFocus: hasFocus)
            canvas.noteTarget(.row(.journey, index), in: rect)
        }
    }
}
