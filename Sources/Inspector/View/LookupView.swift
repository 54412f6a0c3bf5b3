import Screen

/// The window of a lookup. Its rows look like the rows of the detail pane.
struct LookupView {
    let window: LookupWindow
    let rows: DetailRows
    /// The progress of the lookup while it runs.
    let progress: LookupProgress?

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let count = rows.lines.count
        let position = count > place.rows ? "\(window.top + 1)-\(min(window.top + place.rows, count))/\(count)" : ""
        let area = canvas.window(title(canvas), columns: place.lookupColumns, rows: place.rows, note: canvas.own(position))
        for (offset, line) in rows.lines.dropFirst(window.top).prefix(area.rows).enumerated() {
            let rect = area.row(offset)
            canvas.put(canvas.styled(line, labelColumns: rows.labelColumns, columns: rect.columns), in: rect)
        }
    }

    /// Returns the title. On a small screen, the title names the step that is working.
    private func title(_ canvas: Canvas) -> SafeText {
        if canvas.place.hasBorder { return window.kind == .page ? "Which app does its page open?" : "Will this link open the app?" }
        if let steps = progress?.steps, let index = steps.firstIndex(where: { $0.state == .working }) {
            return canvas.own("\(index + 1)/\(steps.count) \(steps[index].name)")
        }
        return window.kind == .page ? "Page" : "Verdict"
    }
}
