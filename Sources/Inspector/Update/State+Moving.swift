import LinkLayers
import Screen

extension State {
    mutating func move(focus pane: Pane) {
        focus = pane
    }

    /// Moves in the pane that has the focus; `page` is one row less than it shows.
    mutating func moveCursor(_ move: (inout ListCursor, _ page: Int) -> Void) {
        let page = max(layout.rows(of: focus).rows - 1, 1)
        switch focus {
        case .links: move(&linkCursor, page)
        case .detail:
            let before = detailCursor.selected
            move(&detailCursor, page)
            if let stop = shown?.stop(from: before, to: detailCursor.selected, height: detailRows.lines.rows) {
                detailCursor.move(to: stop)
            }
        case .journey: move(&journeyCursor, page)
        case .events: move(&eventCursor, page)
        }
    }

    mutating func toggleFollowing() {
        func toggle(_ cursor: inout ListCursor) {
            if cursor.isFollowing { cursor.stopFollowing() } else { cursor.move(to: .max) }
        }
        if focus == .events { toggle(&eventCursor) } else { toggle(&linkCursor) }
    }

    mutating func selectProblem(step: Int) {
        var index = linkCursor.selected + step
        while links.indices.contains(index) {
            if !links[index].flags.isDisjoint(with: [.hasError, .hasWarning]) {
                linkCursor.move(to: index)
                focus = .links
                return
            }
            index += step
        }
        notice = Notice(.plain, step > 0 ? "No link below has a problem." : "No link above has a problem.")
    }

    // MARK: Folding

    /// What Enter does to the selected row of the detail pane; empty when it does nothing.
    var detailHint: String {
        guard let line = selectedLine else { return "" }
        return switch line.fold {
        case .open: "fold"
        case .closed: "unfold"
        case nil: line.value.isEmpty ? "" : "show all"
        }
    }

    private var selectedLine: DetailLine? {
        guard focus == .detail, let lines = shown?.lines, lines.indices.contains(detailCursor.selected) else { return nil }
        return lines[detailCursor.selected]
    }

    /// Folds what is selected; on something that cannot be folded, goes to the part around it.
    mutating func fold() {
        guard let line = selectedLine, let lines = shown?.lines else { return }
        if line.fold == .open {
            folded.insert(line.path)
            refreshDetail()
        } else if let outer = lines[..<detailCursor.selected].lastIndex(where: { $0.fold == .open && $0.indent < line.indent }) {
            detailCursor.move(to: outer)
        }
    }

    mutating func unfold() {
        guard let line = selectedLine, line.fold == .closed else { return }
        folded.remove(line.path)
        refreshDetail()
    }

    /// Enter in the detail pane: folds or unfolds, or shows the whole of a value.
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
