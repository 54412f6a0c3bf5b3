import Screen

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
