import LinkLayers
import Screen

extension Painter {
    /// Pane 3: the way through the apps, and what opening the selected link tried.
    mutating func drawJourney() {
        pane(.journey, title: layout.density == .standard && layout.detail.isEmpty ? "Journey | 2 Link" : "Journey")
        let area = layout.rows(of: .journey)
        let lines = state.journeyLines
        for (offset, index) in state.journeyCursor.visible(height: area.rows).enumerated() where lines.indices.contains(index) {
            let rect = area.row(offset)
            var text = StyledText()
            for span in lines[index].spans { text.append(safe(span.text, columns: rect.columns), Style(span.role)) }
            let hasFocus = state.focus == .journey
            row(text, in: rect, isSelected: index == state.journeyCursor.selected && hasFocus, hasFocus: hasFocus)
        }
    }
}
