import Screen

/// The window with the orders of the links.
struct SortView {
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let area = canvas.window("Sort the links", columns: 60, rows: cursor.count, note: "Enter sorts, Esc closes")
        canvas.rows(of: cursor, in: area) { index, canvas in
            SortOrder.all.indices.contains(index) ? StyledText(canvas.own(" \(SortOrder.all[index].words)")) : StyledText()
        }
    }
}
