import Bytes
import LinkLayers
package import Screen

/// Pane 2: the details of the selected link or event.
package struct DetailView {
    let detail: Detail
    let rows: DetailRows
    let areas: (lines: Rect, place: Rect)
    let tabs: [TabLabel]
    let lists: ListsView

    package init(detail: Detail, rows: DetailRows, areas: (lines: Rect, place: Rect), tabs: [TabLabel], lists: ListsView) {
        self.detail = detail
        self.rows = rows
        self.areas = areas
        self.tabs = tabs
        self.lists = lists
    }

    package func draw(on canvas: inout Canvas) {
        let hidden = detail.subject == nil ? HiddenRows.none : HiddenRows(detail.cursor, height: areas.lines.rows)
        canvas.pane(.detail, title: title(canvas), note: canvas.layout.hasTabsInBorder ? "" : note(canvas), rows: hidden)
        guard detail.subject != nil else { return }
        if !canvas.layout.hasTabsInBorder { drawTabs(on: &canvas) }
        let area = canvas.layout.rows(of: .detail)
        for (offset, header) in rows.header.prefix(area.rows).enumerated() { canvas.put(header, in: area.row(offset)) }
        let hasFocus = canvas.focus == .detail
        let selected = rows.rows(of: detail.cursor.selected)
        let visible = detail.cursor.visible(height: areas.lines.rows)
        // In the tab Events, each row is that of an event.
        let events = lists.lines(of: visible.compactMap { rows[$0]?.event }, columns: area.columns, canvas).rows
        for (offset, index) in visible.enumerated() {
            guard let line = rows[index] else { continue }
            let rect = areas.lines.row(offset)
            let isSelected = index == detail.cursor.selected && hasFocus
            let (text, keys) = line.event == nil ? canvas.display.styled(line, of: rows, columns: rect.columns) : (events[offset], [])
            canvas.row(text, in: rect, isSelected: isSelected, hasFocus: hasFocus)
            canvas.noteTarget(.row(.detail, index), in: rect)
            for key in keys {
                let place = Rect(column: rect.left + 1 + key.columns.lowerBound, row: rect.top, columns: key.columns.count, rows: 1)
                canvas.noteTarget(.command(key.command), in: place.intersection(rect))
            }
            // The continuation rows of the selected value look selected too.
            if !isSelected, hasFocus, selected.contains(index) { canvas.frame.restyle(rect, role: .selection, adding: .reverse) }
        }
        if !areas.place.isEmpty, let inspection = detail.inspection, let range = detail.place(in: rows) {
            draw(range, of: inspection, in: areas.place, on: &canvas)
        }
    }

    private func title(_ canvas: Canvas) -> SafeText {
        switch detail.subject {
        case .link(let id)?: canvas.own("Link\(lists.lists.number(of: id).map { " #\(canvas.grouped($0))" } ?? "")")
        case .event(let index)?: canvas.own("Event \(canvas.grouped(index + 1))")
        case nil: canvas.own("Link")
        }
    }

    /// Returns the path of the selected row. A long path keeps its last names.
    private func note(_ canvas: Canvas) -> SafeText {
        guard canvas.focus == .detail, let line = rows[detail.cursor.selected] else { return "" }
        return canvas.safe(path: line.path, columns: canvas.layout.area(of: .detail).columns / 2)
    }
}

extension Display {
    /// Returns the text of a row, and the keys that it names, with their columns. The text is its indent, the sign of its fold, its label
    /// and its value. It is wider than the row if it has no room there.
    package func styled(
        _ line: DetailLine, of rows: DetailRows, columns: Int
    ) -> (text: StyledText, keys: [(columns: Range<Int>, command: Command)]) {
        if let styled = line.styled { return (styled, []) }
        let labelColumns = rows.labelColumns
        var keys: [(columns: Range<Int>, command: Command)] = []
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
        let label = glyphs.sanitizer.text(line.label, columns: max(most, 0) + 1)
        let width = min(max(room, label.columns), most)
        result.append(line.value.isEmpty ? label : label.padded(to: width, glyphs: glyphs), Style(line.labelRole, attributes))
        guard !line.value.isEmpty else { return (result, []) }
        result.append(" ")
        var rest = line.value[...]
        for place in line.keyPlaces {
            let before = rest.prefix(place.start - (line.value.count - rest.count))
            result.append(glyphs.sanitizer.text(before, columns: columns), Style(line.valueRole))
            let key = rest.dropFirst(before.count).prefix(place.count)
            let start = result.columns
            result.append(glyphs.sanitizer.text(key, columns: columns), Style(.key, .bold))
            keys.append((start..<result.columns, place.command))
            rest = rest[key.endIndex...]
        }
        result.append(glyphs.sanitizer.text(rest, columns: columns), Style(line.valueRole))
        return (result, keys)
    }
}

/// A tab in the row of tabs, with what is known of its result.
package struct TabLabel: Equatable {
    var tab: DetailTab
    /// A short sign after the title, such as `ok`, `W`, `E` or the key that starts a lookup; nil if there is nothing to say.
    var badge: String?
    var role = Role.dim

    package init(tab: DetailTab, badge: String? = nil, role: Role = Role.dim) {
        self.tab = tab
        self.badge = badge
        self.role = role
    }
}

/// The row of tabs in the detail pane. The current tab is in brackets, in its place among the others. A narrower row puts the tabs closer
/// together, and then leaves out the keys and the number of events after their titles, so that all tabs fit. If not all tabs fit even then,
/// the row shows as many as it can, and signs show that there are more.
extension DetailView {
    private typealias Row = (text: StyledText, tabs: [(tab: DetailTab, columns: Range<Int>)])

    package func drawTabs(on canvas: inout Canvas) {
        let area = canvas.layout.tabs
        guard detail.subject != nil, !area.isEmpty, let index = tabs.firstIndex(where: { $0.tab == detail.tab }) else { return }
        // The footer shows the keys that start lookups too. The other dim signs do not tell a result, or what is going on.
        let withoutKeys = tabs.map { $0.role == .key ? TabLabel(tab: $0.tab) : $0 }
        let results = withoutKeys.map { $0.role == .dim ? TabLabel(tab: $0.tab) : $0 }
        // In the last choice, the brackets take the place of the spaces.
        let choices = [(tabs, 1), (withoutKeys, 1), (results, 1), (results, 0)]
        // The first tabs are left out until the current one and the one after it have room, then also the latter.
        let parts = (0...index).flatMap { start in (min(index + 2, tabs.count)...tabs.count).reversed().map { start..<$0 } }
        var row = spaced(0..<tabs.count, canvas)
        for (labels, beside) in choices where row.text.columns > area.columns {
            row = self.row(labels, between: 1, beside: beside, canvas)
        }
        for part in parts + [index..<index + 1] where row.text.columns > area.columns { row = spaced(part, canvas) }
        for (tab, columns) in row.tabs {
            let place = Rect(column: area.left + columns.lowerBound, row: area.top, columns: columns.count, rows: 1)
            canvas.noteTarget(.tab(tab), in: place.intersection(area))
        }
        canvas.put(row.text, in: area)
    }

    /// Returns a row of some tabs, with spaces that the brackets can take, so that no title moves.
    private func spaced(_ part: Range<Int>, _ canvas: Canvas) -> Row {
        let signs = canvas.glyphs.encoding == .utf8 ? ("‹", "›") : ("<", ">")
        var row = row(
            Array(tabs[part]), between: 2, beside: 1, start: canvas.own(part.lowerBound > 0 ? signs.0 : " "), canvas)
        if row.tabs.last?.tab != detail.tab { row.text.append(" ") }
        if part.upperBound < tabs.count { row.text.append(canvas.own(signs.1), .dim) }
        return row
    }

    /// Returns a row of tabs.
    ///
    /// - Parameters:
    ///   - between: The number of spaces between two tabs.
    ///   - beside: The number of spaces on each side of the current tab.
    ///   - start: What stands in place of the first space before the first tab; nil if there is no space.
    private func row(_ labels: [TabLabel], between: Int, beside: Int, start: SafeText? = nil, _ canvas: Canvas) -> Row {
        var row: Row = (StyledText(), [])
        for (index, label) in labels.enumerated() {
            let isCurrent = label.tab == detail.tab
            let isAfterCurrent = index > 0 && labels[index - 1].tab == detail.tab
            let spaces = String(repeating: " ", count: isCurrent || isAfterCurrent ? beside : between)
            row.text.append(index > 0 ? canvas.own(spaces) : start.map { $0 + canvas.own(String(spaces.dropFirst())) } ?? "", .dim)
            let start = row.text.columns
            if isCurrent { row.text.append("[", Style(.title, .bold)) }
            row.text.append(canvas.own(label.tab.rawValue), isCurrent ? Style(.title, .bold) : .text)
            if let badge = label.badge { row.text.append(canvas.own(badge), Style(label.role)) }
            if isCurrent { row.text.append("]", Style(.title, .bold)) }
            row.tabs.append((label.tab, start..<row.text.columns))
        }
        return row
    }

    // The part of the link around the bytes that the selected row stands for, with carets below these bytes:
    //
    //     …?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fb%22…
    //                                             ^^^^^^^^^^^^^^^^^

    private func draw(_ range: Range<Int>, of inspection: LinkInspection, in area: Rect, on canvas: inout Canvas) {
        let link = inspection.bytes
        let mask = canvas.mask
        let columns = max(area.columns - 2, 1)
        // A character takes at least one column and has at most four bytes.
        let most = columns * 4
        let lead = columns / 3
        let start = link.span.characterStart(at: max(range.lowerBound - lead, 0))
        let sanitizer = canvas.glyphs.sanitizer
        func part(_ range: Range<Int>) -> SafeText {
            sanitizer.text(String(decoding: mask.bytes(link, in: range, hiding: inspection.secrets), as: UTF8.self), columns: columns + 1)
        }
        let before = (start > 0 ? SafeText(trusted: canvas.glyphs.encoding == .utf8 ? "…" : "..") : "") + part(start..<range.lowerBound)
        let marked = part(range.lowerBound..<min(range.upperBound, range.lowerBound + most))
        let after = part(range.upperBound..<min(range.upperBound + most, link.count))
        let text = StyledText((before, .dim), (marked, .accent), (after, .dim))
        canvas.row(text, in: area.row(0), isSelected: false, hasFocus: false)
        let carets = min(max(marked.columns, 1), max(columns - before.columns, 1))
        let signs = String(repeating: " ", count: before.columns) + String(repeating: "^", count: carets)
        canvas.row(StyledText(canvas.own(signs), .accent), in: area.row(1), isSelected: false, hasFocus: false)
    }
}
