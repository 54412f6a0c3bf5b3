import LinkLayers
import Panes
import Screen

struct ValueWindow: Overlay {
    let scrolls = true

    let title: String
    let text: [UInt8]
    /// The byte offsets of the lines from the second one of the value to the first one in view; empty at the beginning.
    private(set) var tops: [Int] = []

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "scroll"), ("Esc", "close")] }

    /// Scrolls the value by its wrapped lines.
    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        let room = state.windowPlace
        let page = max(room.rows - 1, 1)
        func down(_ rows: Int) {
            let sanitizer = Sanitizer(state.display.glyphs.encoding, joiners: .escape)
            let lines = sanitizer.lines(text, from: tops.last ?? 0, width: max(room.columns, 2), limit: rows + page + 1)
            // Scrolling ends when the last line is in view.
            tops += lines.prefix(max(lines.count - page, 1)).dropFirst().prefix(rows).map(\.source.lowerBound)
        }
        switch command {
        case .down: down(1)
        case .up: tops = tops.dropLast(1)
        case .pageDown: down(page)
        case .pageUp: tops = tops.dropLast(page)
        case .first: tops = []
        default: return .unused
        }
        return .stay()
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        canvas.highlighted = state.searchWords(in: .detail)
        let top = tops.last ?? 0
        let place = canvas.place
        let note = canvas.own("\(canvas.grouped(text.count)) bytes")
        let title = canvas.safe(path: title, columns: max(place.columns - 2, 1))
        // One line more than fits is made, to find out whether there are more.
        let lines = Sanitizer(canvas.glyphs.encoding, joiners: .escape)
            .lines(text, from: top, width: max(place.columns, 2), limit: place.rows + 1)
        let isWhole = top == 0 && lines.count <= place.rows
        // A short text has a window of its size, with its title and note.
        let widest = max(lines.map(\.columns).max() ?? 0, title.columns + note.columns + 6)
        let area = canvas.window(
            title, columns: isWhole ? min(widest, place.columns) : place.columns, rows: isWhole ? max(lines.count, 1) : place.rows,
            note: note)
        canvas.noteHidden(isAbove: top > 0, isBelow: lines.count > area.rows)
        for (offset, line) in lines.prefix(area.rows).enumerated() {
            canvas.put(highlighting: StyledText(line, .value), in: area.row(offset))
        }
    }
}

extension State {
    /// Handles Enter, which shows more of the selection and never moves the device. In the detail pane, it goes to the link or event of the
    /// selected row, folds or unfolds the row, or shows its whole value. In the lists, it moves to the details.
    mutating func showMore() {
        guard panes.focus == .detail else {
            if detail.subject != nil { panes.focus = .detail }
            return
        }
        guard let line = selectedLine else { return }
        if let destination = line.destination { return jump(to: destination) }
        if let whatIf = shownWhatIf, whatIf.rows.indices.contains(detail.cursor.selected) {
            detail.whatIf.explain(row: detail.cursor.selected)
            // The pane may have no room for the explanation below the grid.
            if whatIf.rows.count + 3 > detailAreas(detailRows).lines.rows {
                overlay = WhatIfWindow(explanation: lines(of: whatIf).explanation)
            }
            return
        }
        if isOnLane, let link = timeline.past?.link, lists.number(of: link) != nil { return jump(to: .link(link)) }
        switch line.fold {
        case .open: fold()
        case .closed: unfold()
        case nil where !line.value.isEmpty && !isOnLane:
            let text = line.opened ?? line.whole ?? line.value
            overlay = ValueWindow(title: line.path.isEmpty ? line.label : line.path, text: Array(text.utf8))
        case nil: break
        }
    }
}
