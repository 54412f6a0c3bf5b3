import Bytes
package import Panes
import Records
import Screen

// The filter. Each key in its line changes the filter, and the lists show what fits so far.

extension State {
    /// Changes the filter to a text; an empty text shows all rows. For another filter, the lists show no row until its search finds some.
    package mutating func change(filterTo text: String, from origin: Filtering.Origin = .typed) {
        guard filtering.change(to: text, from: origin) else { return }
        if filtering.filter == nil { return lists.showAll() }
        lists.leaveHidden()
        lists.showNone()
    }

    package mutating func clearFilter() {
        let wasOn = filtering.filter != nil
        filtering.clear()
        if wasOn { lists.showAll() }
    }

    /// Hides the links and events that have arrived so far, by adding a term to the filter. The other terms stay in effect.
    mutating func clear() {
        guard let last = lists.lastRecord else { return tell(.plain, "There is nothing to clear yet.") }
        let hidden = (links: lists.linkCursor.count, events: lists.linkOfEvents == nil ? lists.eventCursor.count : lists.events.count)
        let field = FilterField.since.rawValue + ":"
        let kept = filtering.problem == nil ? filtering.text.split(separator: " ").filter { !$0.hasPrefix(field) } : []
        change(filterTo: (kept + ["\(field)\(last.index + 1)"]).joined(separator: " "))
        notice = Notice(.good, "\(hidden.links.counted("link")) and \(hidden.events.counted("event")) are hidden. Esc shows them again.")
    }

    /// Selects a link and goes to it, also if the filter hides it.
    mutating func show(linkIndex index: Int) {
        lists.shownLinks.reveal(index)
        if lists.shownLinks.hidden != nil { notice = Notice(.plain, "The filter hides #\(index + 1). Esc clears the filter.") }
        panes.focus = .links
    }

    // `find`: a text to look for in the details. The rows stay as they are.

    mutating func find(_ text: String) {
        if !isInText { panes.focus = .detail }
        search.text = text
        guard let row = matches?.fromHere else { return tell(.plain, "This tab does not contain the text.") }
        go(toMatch: row)
    }

    /// Goes to the next row with a match, or to the previous one. In a list, each row that the filter shows is a match.
    mutating func goToMatch(_ step: Int) {
        if let matches {
            guard let row = matches.row(by: step) else { return tell(.plain, "This tab does not contain the text.") }
            go(toMatch: row)
            if step > 0 ? row <= matches.current : row >= matches.current { noteEnd(step) }
            return
        }
        guard !isInText, lists.isFiltered else {
            return tell(.plain, isInText ? "Nothing to go to. Press / to type a text to find here." : Self.nothingToGoTo)
        }
        if panes.focus == .events, timeline.isPast { return moveCursor(step > 0 ? .down : .up) }
        let isAround = panes.focus == .events ? lists.shownEvents.cycle(by: step) : lists.shownLinks.cycle(by: step)
        if isAround { noteEnd(step) }
    }

    private static let nothingToGoTo: HintedText = "Nothing to go to. Press / to type a filter, or a text to find in the details."

    /// Moves the cursor of the focused pane to a row with a match. Folded parts that hide the row are unfolded.
    mutating func go(toMatch index: Int?) {
        guard let index else { return }
        var rows = unfoldedRows
        while let path = rows.hiders[index], detail.folded.contains(path) {
            detail.unfold(path)
            rows = unfoldedRows
        }
        guard let row = rows.row(at: index) else { return }
        detail.cursor.replace(count: rows.visible.lines.count)
        detail.cursor.move(to: row)
        detail.cursor.center(height: detailAreas(rows.visible).lines.rows)
    }

    // The order of the links. The selected link stays selected, wherever its place is.

    mutating func sort(by order: SortOrder) {
        let isNew = order.key != sorting.order.key
        sorting.choose(order)
        // Links that have to be read first stay in their places until then.
        if order.key == .time {
            lists.shownLinks.show(nil, isReversed: order.isReversed)
        } else if !isNew {
            lists.shownLinks.show(lists.shownLinks.sorted, isReversed: order.isReversed)
        }
    }

    mutating func sort(byName name: String) {
        guard let order = SortOrder(name) else {
            let names = ListColumns.Link.allCases.map(\.rawValue)
            return tell(.bad, "There is no order \"\(name)\". Use \(names.listed("or")); -\(names[0]) reverses it.")
        }
        sort(by: order)
    }

    /// Stops a sort of all links, and shows them in the order of arrival. Returns false if there is none.
    mutating func stopSorting() -> Bool {
        guard sorting.isRunning, sorting.isStale else { return false }
        sort(by: SortOrder())
        notice = Notice(.plain, "Stopped. The links are in the order of arrival.")
        return true
    }
}
