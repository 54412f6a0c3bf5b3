import Screen

// `find`: a text to look for in the details or in the journey. The rows stay as they are. Typing into the line runs no command.

extension State {
    mutating func startFinding() {
        if !isInText { panes.focus = .detail }
        // A new search begins empty; Up recalls the last one.
        search.clear()
        overlay = .finding(TextLine())
    }

    /// Handles a key in the line. Enter goes to the first row with the text, and Esc clears the text.
    mutating func find(_ key: Key, _ line: TextLine) -> [Effect]? {
        var line = line
        switch key {
        case .control("z"), .control("l"): return nil
        case .enter:
            overlay = nil
            go(toMatch: matches?.fromHere)
            return []
        case .escape:
            overlay = nil
            search.clear()
            return []
        case .backspace where line.characters.isEmpty:
            overlay = nil
            return []
        case .up where line.characters.isEmpty && !search.lastText.isEmpty: line = TextLine(search.lastText)
        // The rows can be looked through while the text is typed.
        case .up, .down, .pageUp, .pageDown:
            if let command = Binding.command(for: key) { moveCursor(command) }
            return []
        default: guard line.edit(key) else { return [] }
        }
        overlay = .finding(line)
        search.text = line.text
        return []
    }

    /// Finds a text in the details, or in the journey if it has the focus.
    mutating func find(_ text: String) {
        if !isInText { panes.focus = .detail }
        search.text = text
        guard let row = matches?.fromHere else {
            notice = Notice(.plain, "This tab does not contain the text.")
            return
        }
        go(toMatch: row)
    }

    /// Goes to the next row with a match, or to the previous one. In a list, each row that the filter shows is a match.
    mutating func goToMatch(_ step: Int) {
        if let matches {
            guard let row = matches.row(by: step) else {
                notice = Notice(.plain, "This tab does not contain the text.")
                return
            }
            go(toMatch: row)
            if step > 0 ? row <= matches.current : row >= matches.current { noteEnd(step) }
            return
        }
        guard !isInText, lists.isFiltered else {
            notice = Notice(.plain, isInText ? "Nothing to go to. Press / to type a text to find here." : Self.nothingToGoTo)
            return
        }
        if panes.focus == .events, timeline.isPast { return moveCursor(step > 0 ? .down : .up) }
        let isAround = panes.focus == .events ? lists.shownEvents.cycle(by: step) : lists.shownLinks.cycle(by: step)
        if isAround { noteEnd(step) }
    }

    private static let nothingToGoTo = "Nothing to go to. Press / to type a filter, or a text to find in the details."

    /// Moves the cursor of the focused pane to a row with a match. Folded parts that hide the row are unfolded.
    private mutating func go(toMatch index: Int?) {
        guard let index else { return }
        guard panes.focus == .detail else {
            journey.cursor.move(to: index)
            return journey.cursor.center(height: layout.rows(of: .journey).rows)
        }
        if isScrubbing { return timeline.look(at: index) }
        var rows = unfoldedRows
        while let path = rows.hider(of: index), detail.folded.contains(path) {
            detail.unfold(path)
            rows = unfoldedRows
        }
        guard let row = rows.row(at: index) else { return }
        detail.cursor.replace(count: rows.visible.lines.count)
        detail.cursor.move(to: row)
        detail.cursor.center(height: detailAreas(rows.visible).lines.rows)
    }
}
