import LinkLayers
import Screen

extension Painter {
    /// Pane 2: everything about the selected link or event; a tree where there is one.
    mutating func drawDetail() {
        pane(.detail, title: detailTitle, note: detailNote)
        let (area, place) = state.detailRows
        guard let shown = state.shown else { return }
        let selected = shown.rows(of: state.detailCursor.selected)
        for (offset, index) in state.detailCursor.visible(height: area.rows).enumerated() {
            let rect = area.row(offset)
            let text = styled(shown.lines[index], labelColumns: shown.labelColumns, columns: rect.columns)
            let isSelected = index == state.detailCursor.selected && state.focus == .detail
            row(text, in: rect, isSelected: isSelected, hasFocus: state.focus == .detail)
            // The rows that a value goes on in belong to it.
            if !isSelected, state.focus == .detail, selected.contains(index) { frame.restyle(rect, role: .selection, adding: .reverse) }
        }
        drawPlace(in: place)
    }

    /// On a screen without room for both, the pane under this one is named too: that is how one learns of it.
    private var detailTitle: SafeText {
        let title =
            switch state.shown?.subject {
            case .link(let id): own("Link\(state.number(of: id).map { " #\(grouped($0))" } ?? "")")
            case .event(let index): own("Event \(grouped(index + 1))")
            case nil: own("Link")
            }
        return layout.density == .standard && layout.journey.isEmpty ? title + " | 3 Journey" : title
    }

    /// Where the selected row is found.
    private var detailNote: SafeText {
        guard state.focus == .detail, let shown = state.shown, shown.lines.indices.contains(state.detailCursor.selected) else { return "" }
        return safe(shown.lines[state.detailCursor.selected].path, columns: layout.area(of: .detail).columns / 2)
    }

    func styled(_ line: DetailLine, labelColumns: Int, columns: Int) -> StyledText {
        var result = StyledText()
        for _ in 0..<min(line.indent, columns / 4) { result.append("  ") }
        let indent = result.columns
        switch line.fold {
        case .open: result.append(glyphs.unfolded + " ", .dim)
        case .closed: result.append(glyphs.folded + " ", .dim)
        case nil where line.indent > 0: result.append("  ")
        case nil: result.append(" ")
        }
        let attributes: Style.Attributes = line.indent == 0 ? .bold : []
        // Without room for names they stand in rows of their own.
        let room = line.value.isEmpty ? columns : labelColumns == 0 ? 0 : max(labelColumns - indent, 4)
        let label = safe(line.label, columns: room)
        result.append(line.value.isEmpty ? label : label.padded(to: room, glyphs: glyphs), Style(line.labelRole, attributes))
        guard !line.value.isEmpty else { return result }
        result.append(" ")
        result.append(glyphs.sanitizer.text(line.value, columns: columns), Style(line.valueRole))
        return result
    }
}
