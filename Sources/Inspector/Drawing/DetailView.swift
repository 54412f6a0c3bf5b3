import Screen

/// Pane 2: the details of the selected link or event.
struct DetailView {
    let detail: Detail
    let rows: DetailRows
    let areas: (lines: Rect, place: Rect)
    /// The number of the subject in its list.
    let number: Int?
    let tabs: [TabLabel]
    let events: EventsView

    func draw(on canvas: inout Canvas) {
        let hidden = detail.subject == nil ? HiddenRows.none : HiddenRows(detail.cursor, height: areas.lines.rows)
        canvas.pane(
            .detail, title: title(canvas), note: note(canvas), rows: hidden, hiding: hidesJourney(canvas) ? (.journey, "Journey") : nil)
        guard detail.subject != nil else { return }
        TabsView(labels: tabs, current: detail.tab).draw(in: canvas.layout.tabs, on: &canvas)
        let area = canvas.layout.rows(of: .detail)
        for (offset, header) in rows.header.prefix(area.rows).enumerated() { canvas.put(header, in: area.row(offset)) }
        let hasFocus = canvas.focus == .detail
        let selected = rows.rows(of: detail.cursor.selected)
        for (offset, index) in detail.cursor.visible(height: areas.lines.rows).enumerated() {
            guard let line = rows[index] else { continue }
            let rect = areas.lines.row(offset)
            let isSelected = index == detail.cursor.selected && hasFocus
            let text = self.text(of: line, columns: rect.columns, canvas)
            canvas.row(text, in: rect, isSelected: isSelected, hasFocus: hasFocus)
            canvas.noteTarget(.row(.detail, index), in: rect)
            // The continuation rows of the selected value look selected too.
            if !isSelected, hasFocus, selected.contains(index) { canvas.frame.restyle(rect, role: .selection, adding: .reverse) }
        }
        if !areas.place.isEmpty, let inspection = detail.inspection, let range = detail.place(in: rows) {
            LinkPlaceView(inspection: inspection, range: range).draw(in: areas.place, on: &canvas)
        }
    }

    private func text(of line: DetailLine, columns: Int, _ canvas: Canvas) -> StyledText {
        if let event = line.event { return events.line(ofEvent: event, columns: columns, canvas) }
        return line.styled ?? canvas.styled(line, labelColumns: rows.labelColumns, columns: columns)
    }

    private func title(_ canvas: Canvas) -> SafeText {
        switch detail.subject {
        case .link?: canvas.own("Link\(number.map { " #\(canvas.grouped($0))" } ?? "")")
        case .event?: canvas.own("Event\(number.map { " \(canvas.grouped($0))" } ?? "")")
        case nil: canvas.own("Link")
        }
    }

    /// Returns whether this pane takes the place of the journey pane, because the screen has no room for both.
    private func hidesJourney(_ canvas: Canvas) -> Bool { canvas.layout.joinsDetailAndJourney && canvas.layout.journey.isEmpty }

    /// Returns the path of the selected row. A long path keeps its beginning and its end.
    private func note(_ canvas: Canvas) -> SafeText {
        guard canvas.focus == .detail, let line = rows[detail.cursor.selected] else { return "" }
        return canvas.safeAtBothEnds(line.path, columns: canvas.layout.area(of: .detail).columns / 2)
    }
}

extension Canvas {
    /// Returns the text of a row: its indent, the sign of its fold, its label and its value.
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
        let attributes: Style.Attributes = line.indent == 0 && line.value.isEmpty ? .bold : []
        // In a narrow window, a label has a separate row.
        let room = line.value.isEmpty ? columns : labelColumns == 0 ? 0 : max(labelColumns + 2 - result.columns, 4)
        // The value follows directly after a label that is wider than the column of labels.
        let most = line.value.isEmpty || labelColumns == 0 ? room : max(room, columns / 2 - indent)
        let label = safe(line.label, columns: most)
        let width = min(max(room, label.columns), most)
        result.append(line.value.isEmpty ? label : label.padded(to: width, glyphs: glyphs), Style(line.labelRole, attributes))
        guard !line.value.isEmpty else { return result }
        result.append(" ")
        result.append(glyphs.sanitizer.text(line.value, columns: columns), Style(line.valueRole))
        return result
    }
}
