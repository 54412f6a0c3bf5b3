import Screen

extension Painter {
    /// On the smallest screens the title tells the step that is being done.
    private func narrowTitle(_ kind: Lookup.Kind, _ asked: LookupWindow) -> SafeText {
        let steps = state.lookups.progress.steps
        if state.lookups.isRunning(kind, asked.url), let index = steps.firstIndex(where: { $0.state == .working }) {
            return own("\(index + 1)/\(steps.count) \(steps[index].name)")
        }
        return kind == .page ? "Page" : "Verdict"
    }

    /// What was asked about a link: the same rows as the detail pane, in a window.
    mutating func drawLookup(_ asked: LookupWindow) {
        let title: SafeText =
            switch (asked.kind, place.hasBorder) {
            case (.page, true): "Which app does its page open?"
            case (.verdict, true): "Will this link open the app?"
            case (let kind, false): narrowTitle(kind, asked)
            }
        let count = state.lookupRows?.rows.count ?? 0
        let position = count > state.lookupHeight ? "\(asked.top + 1)-\(min(asked.top + state.lookupHeight, count))/\(count)" : ""
        let area = window(title, columns: state.lookupColumns, rows: place.rows, note: own(position))
        guard let lines = state.lookupRows else { return }
        for (offset, line) in lines.rows.dropFirst(asked.top).prefix(area.rows).enumerated() {
            let rect = area.row(offset)
            let text = styled(line, labelColumns: lines.labelColumns, columns: rect.columns)
            frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
    }
}
