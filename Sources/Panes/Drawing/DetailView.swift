import LinkLayers
package import Screen

/// Pane 2: the details of the selected link or event.
package struct DetailView {
    let detail: Detail
    let rows: DetailRows
    let areas: (lines: Rect, place: Rect)
    /// The number of the subject in its list.
    let number: Int?
    let tabs: [TabLabel]
    let events: EventsView

    package init(detail: Detail, rows: DetailRows, areas: (lines: Rect, place: Rect), number: Int?, tabs: [TabLabel], events: EventsView) {
        self.detail = detail
        self.rows = rows
        self.areas = areas
        self.number = number
        self.tabs = tabs
        self.events = events
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
        let events = events.lines(of: visible.compactMap { rows[$0]?.event }, columns: area.columns, canvas).rows
        for (offset, index) in visible.enumerated() {
            guard let line = rows[index] else { continue }
            let rect = areas.lines.row(offset)
            let isSelected = index == detail.cursor.selected && hasFocus
            var keys: [(columns: Range<Int>, command: Command)] = []
            let text =
                line.event == nil
                ? line.styled ?? canvas.styled(line, labelColumns: rows.labelColumns, columns: rect.columns, keys: &keys) : events[offset]
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
            LinkPlaceView(inspection: inspection, range: range).draw(in: areas.place, on: &canvas)
        }
    }

    package func drawTabs(on canvas: inout Canvas) {
        guard detail.subject != nil else { return }
        TabsView(labels: tabs, current: detail.tab).draw(in: canvas.layout.tabs, on: &canvas)
    }

    private func title(_ canvas: Canvas) -> SafeText {
        switch detail.subject {
        case .link?: canvas.own("Link\(number.map { " #\(canvas.grouped($0))" } ?? "")")
        case .event?: canvas.own("Event\(number.map { " \(canvas.grouped($0))" } ?? "")")
        case nil: canvas.own("Link")
        }
    }

    /// Returns the path of the selected row. A long path keeps its beginning and its end.
    private func note(_ canvas: Canvas) -> SafeText {
        guard canvas.focus == .detail, let line = rows[detail.cursor.selected] else { return "" }
        return canvas.safeAtBothEnds(line.path, columns: canvas.layout.area(of: .detail).columns / 2)
    }
}

extension Canvas {
    /// Returns the text of a row: its indent, the sign of its fold, its label and its value.
    ///
    /// - Parameter keys: The keys that the value names are added here, with their columns.
    func styled(
        _ line: DetailLine, labelColumns: Int, columns: Int, keys: inout [(columns: Range<Int>, command: Command)]
    ) -> StyledText {
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
        return result
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

    /// Whether the sign is the key that starts a lookup, which the footer shows too.
    var badgeIsKey: Bool { role == .key }
    /// Whether the sign tells a result, or what is going on.
    var saysResult: Bool { role != .key && role != .dim }
    var withoutBadge: TabLabel { TabLabel(tab: tab) }
}

/// The row of tabs in the detail pane. The current tab is in brackets, in its place among the others. A narrower row puts the tabs closer
/// together, and then leaves out the keys and the number of events after their titles, so that all tabs fit. If not all tabs fit even then,
/// the row shows as many as it can, and signs show that there are more.
struct TabsView {
    let labels: [TabLabel]
    let current: DetailTab

    func draw(in area: Rect, on canvas: inout Canvas) {
        guard !area.isEmpty, let index = labels.firstIndex(where: { $0.tab == current }) else { return }
        if columns(0..<labels.count) > area.columns, drawTight(in: area, on: &canvas) { return }
        let shown = tabs(around: index, columns: area.columns, canvas)
        let isUTF8 = canvas.glyphs.encoding == .utf8
        var line = StyledText()
        line.append(shown.lowerBound > 0 ? (isUTF8 ? "‹" : "<") : " ", .dim)
        for label in labels[shown] {
            let start = area.left + line.columns
            let isCurrent = label.tab == current
            line.append(isCurrent ? "[" : " ", Style(.title, .bold))
            line.append(canvas.own(label.tab.title), isCurrent ? Style(.title, .bold) : .text)
            if let badge = label.badge { line.append(canvas.own(badge), Style(label.role)) }
            line.append(isCurrent ? "]" : " ", Style(.title, .bold))
            let tab = Rect(column: start, row: area.top, columns: area.left + line.columns - start, rows: 1)
            canvas.noteTarget(.tab(label.tab), in: tab.intersection(area))
        }
        if shown.upperBound < labels.count { line.append(isUTF8 ? "›" : ">", .dim) }
        canvas.put(line, in: area)
    }

    /// Draws all tabs with one space between them. Returns false, and draws nothing, if there is no room for that.
    private func drawTight(in area: Rect, on canvas: inout Canvas) -> Bool {
        let withoutKeys = labels.map { $0.badgeIsKey ? $0.withoutBadge : $0 }
        let results = labels.map { $0.saysResult ? $0 : $0.withoutBadge }
        // In the last choice, the brackets take the place of the spaces.
        let choices: [([TabLabel], SafeText)] = [(labels, " "), (withoutKeys, " "), (results, " "), (results, "")]
        guard let line = choices.map({ tight($0, space: $1, canvas) }).first(where: { $0.text.columns <= area.columns }) else {
            return false
        }
        for (label, columns) in zip(labels, line.columns) {
            let tab = Rect(column: area.left + columns.lowerBound, row: area.top, columns: columns.count, rows: 1)
            canvas.noteTarget(.tab(label.tab), in: tab.intersection(area))
        }
        canvas.put(line.text, in: area)
        return true
    }

    /// Returns the row of all tabs, and the columns of each.
    private func tight(_ labels: [TabLabel], space: SafeText, _ canvas: Canvas) -> (text: StyledText, columns: [Range<Int>]) {
        var line = StyledText()
        var columns: [Range<Int>] = []
        for (index, label) in labels.enumerated() {
            let isCurrent = label.tab == current
            let isAfterCurrent = index > 0 && labels[index - 1].tab == current
            if index > 0 { line.append(isCurrent || isAfterCurrent ? space : " ") }
            let start = line.columns
            if isCurrent { line.append("[", Style(.title, .bold)) }
            line.append(canvas.own(label.tab.title), isCurrent ? Style(.title, .bold) : .text)
            if let badge = label.badge { line.append(canvas.own(badge), Style(label.role)) }
            if isCurrent { line.append("]", Style(.title, .bold)) }
            columns.append(start..<line.columns)
        }
        return (line, columns)
    }

    private func columns(_ range: Range<Int>) -> Int {
        labels[range].reduce(2) { $0 + $1.tab.title.count + ($1.badge?.count ?? 0) + 2 }
    }

    /// Returns the tabs that fit. The first ones are left out until the current one and the one after it have room.
    private func tabs(around index: Int, columns: Int, _ canvas: Canvas) -> Range<Int> {
        for start in 0..<index {
            let least = start..<min(index + 2, labels.count)
            guard self.columns(least) <= columns else { continue }
            let ends = least.upperBound...labels.count
            return start..<(ends.last { self.columns(start..<$0) <= columns } ?? least.upperBound)
        }
        let ends = index + 1...labels.count
        return index..<(ends.last { self.columns(index..<$0) <= columns } ?? index + 1)
    }
}

/// The part of the link around the bytes that the selected row stands for, with carets below these bytes:
///
///     …?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fb%22…
///                                             ^^^^^^^^^^^^^^^^^
struct LinkPlaceView {
    let inspection: LinkInspection
    let range: Range<Int>

    func draw(in area: Rect, on canvas: inout Canvas) {
        let link = inspection.bytes
        let mask = canvas.mask
        let columns = max(area.columns - 2, 1)
        // A character takes at least one column and has at most four bytes.
        let most = columns * 4
        let lead = columns / 3
        let start = Self.characterStart(in: link, max(range.lowerBound - lead, 0))
        let secrets = mask.isOff ? [] : inspection.secrets
        let sanitizer = canvas.glyphs.sanitizer
        func part(_ range: Range<Int>) -> SafeText {
            sanitizer.text(String(decoding: mask.bytes(link, in: range, hiding: secrets), as: UTF8.self), columns: columns + 1)
        }
        let before = (start > 0 ? SafeText(trusted: canvas.glyphs.encoding == .utf8 ? "…" : "..") : "") + part(start..<range.lowerBound)
        let marked = part(range.lowerBound..<min(range.upperBound, range.lowerBound + most))
        let after = part(range.upperBound..<min(range.upperBound + most, link.count))
        var text = StyledText()
        text.append(before, .dim)
        text.append(marked, .accent)
        text.append(after, .dim)
        canvas.row(text, in: area.row(0), isSelected: false, hasFocus: false)
        let carets = min(max(marked.columns, 1), max(columns - before.columns, 1))
        var line = StyledText()
        line.append(canvas.own(String(repeating: " ", count: before.columns) + String(repeating: "^", count: carets)), .accent)
        canvas.row(line, in: area.row(1), isSelected: false, hasFocus: false)
    }

    private static func characterStart(in bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < bytes.count && bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
