import LinkLayers
import Records
import Screen

extension State {
    /// The rows of the detail pane, and those below that show where the selected one stands in its link: two, where there is room for them.
    var detailRows: (lines: Rect, place: Rect) {
        let area = layout.rows(of: .detail)
        guard focus == .detail, area.rows >= 6, shown?.place != nil else { return (area, .zero) }
        let (lines, place) = area.split(top: area.rows - 2)
        return (lines, place)
    }

    /// Looks up where the selected row of the detail pane stands in its link.
    mutating func settlePlace() {
        guard focus == .detail, let shown, shown.placedRow != detailCursor.selected else { return }
        var place: Range<Int>?
        if case .link(let inspection) = shown.content, shown.lines.indices.contains(detailCursor.selected) {
            place = shown.lines[detailCursor.selected].place?.range(in: inspection)
            if let range = place, range.upperBound > inspection.bytes.count { place = nil }
        }
        self.shown?.place = place
        self.shown?.placedRow = detailCursor.selected
    }
}
