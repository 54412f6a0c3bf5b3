import Screen

/// The row of tabs in the detail pane. The current tab stands in brackets, in its place among the others. A narrow row shows as
/// many tabs as fit, with signs that there are more.
struct TabsView {
    let labels: [TabLabel]
    let current: DetailTab

    func draw(in area: Rect, on canvas: inout Canvas) {
        guard !area.isEmpty, let index = labels.firstIndex(where: { $0.tab == current }) else { return }
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
