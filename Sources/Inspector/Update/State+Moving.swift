import Screen

extension State {
    /// Moves the cursor of the focused pane. `page` is one row less than the pane shows.
    mutating func moveCursor(_ move: (inout ListCursor, _ page: Int) -> Void) {
        let page = max(layout.rows(of: panes.focus).rows - 1, 1)
        switch panes.focus {
        case .links: move(&lists.linkCursor, page)
        case .detail:
            let rows = detailRows
            let height = detailAreas(rows).lines.rows
            detail.moveCursor(in: rows, height: height) { move(&$0, page) }
        case .journey: move(&journey.cursor, page)
        case .events: move(&lists.eventCursor, page)
        }
    }

    mutating func selectProblem(step: Int) {
        if lists.selectProblem(step: step) {
            panes.focus = .links
        } else {
            notice = Notice(.plain, step > 0 ? "No link below has a problem." : "No link above has a problem.")
        }
    }

    // MARK: Folding

    mutating func fold() {
        guard panes.focus == .detail else { return }
        let rows = detailRows
        detail.fold(in: rows)
    }

    mutating func unfold() {
        guard panes.focus == .detail else { return }
        let rows = detailRows
        detail.unfold(in: rows)
    }

    /// Enter in the detail pane: folds or unfolds the selected row, or shows its whole value.
    mutating func actOnDetail() {
        guard let line = selectedLine else { return }
        switch line.fold {
        case .open: fold()
        case .closed: unfold()
        case nil where !line.value.isEmpty:
            overlay = .value(title: line.path.isEmpty ? line.label : line.path, text: Array((line.whole ?? line.value).utf8), tops: [])
        case nil: break
        }
    }
}
