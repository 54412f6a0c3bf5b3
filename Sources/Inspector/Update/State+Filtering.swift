import Records
import Screen

// The filter. Each key in its line changes the filter, and the lists show what fits so far. Typing into the line runs no command.

extension State {
    mutating func startFiltering() { overlay = .filtering(TextLine(filtering.text)) }

    /// Handles a key in the line of the filter. Enter keeps the filter, and Esc clears it.
    mutating func filter(_ key: Key, _ line: TextLine) -> [Effect]? {
        var line = line
        switch key {
        case .control("z"), .control("l"): return nil
        case .enter:
            guard filtering.problem == nil else { return [] }
            overlay = nil
            return []
        case .escape:
            overlay = nil
            clearFilter()
            return []
        case .backspace where line.characters.isEmpty:
            overlay = nil
            return []
        case .up where line.characters.isEmpty || filtering.offer != nil:
            offerFilter(1)
            return []
        case .down where filtering.offer != nil:
            offerFilter(-1)
            return []
        case .tab:
            guard line.cursor == line.characters.count, let completion = filtering.nextCompletion else { return [] }
            overlay = .filtering(TextLine(completion.text))
            change(filterTo: completion.text)
            filtering.note(completion)
            return []
        // The rows can be looked through while the filter is typed.
        case .up, .down, .pageUp, .pageDown:
            if let command = Binding.command(for: key) { moveCursor(command) }
            return []
        default: guard line.edit(key) else { return [] }
        }
        overlay = .filtering(line)
        change(filterTo: line.text)
        return []
    }

    /// Offers the saved filter that is `steps` further. Before the first filter, the line is empty.
    private mutating func offerFilter(_ steps: Int) {
        let offers = offeredFilters
        let index = (filtering.offer ?? -1) + steps
        guard index == -1 || offers.indices.contains(index) else { return }
        let line = TextLine(index == -1 ? "" : offers[index].text)
        overlay = .filtering(line)
        change(filterTo: line.text)
        filtering.note(offer: index == -1 ? nil : index)
    }

    /// Changes the filter to a text. If the filter is then another one, the lists show no row until the search finds rows that fit. An
    /// empty text shows all rows.
    mutating func change(filterTo text: String) {
        guard filtering.change(to: text) else { return }
        if filtering.filter == nil { return lists.showAll() }
        lists.leaveHidden()
        lists.showNone()
    }

    mutating func clearFilter() {
        let wasOn = filtering.filter != nil
        filtering.clear()
        if wasOn { lists.showAll() }
    }

    /// Hides the links and events that have arrived so far, by adding a term to the filter. The other terms stay in effect.
    mutating func clear() {
        guard let last = lists.lastRecord else { return notice = Notice(.plain, "There is nothing to clear yet.") }
        let hidden = (links: lists.linkCursor.count, events: lists.eventCursor.count)
        let field = FilterField.since.rawValue + ":"
        let kept = filtering.problem == nil ? filtering.text.split(separator: " ").filter { !$0.hasPrefix(field) } : []
        change(filterTo: (kept + ["\(field)\(last.index + 1)"]).joined(separator: " "))
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        notice = Notice(.good, "\(count(hidden.links, "link")) and \(count(hidden.events, "event")) are hidden. Esc shows them again.")
    }

    mutating func receive(_ found: FilterScan.Found) {
        guard filtering.note(found) else { return }
        lists.show(links: found.links, events: found.events)
    }

    /// Selects a link and goes to it, also if the filter hides it.
    mutating func show(linkIndex index: Int) {
        lists.shownLinks.reveal(index)
        if lists.shownLinks.hidden != nil { notice = Notice(.plain, "The filter hides #\(index + 1). Esc clears the filter.") }
        panes.focus = .links
    }
}
