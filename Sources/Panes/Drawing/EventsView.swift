import Records
import Screen

/// Pane 3: the measurement events in the order in which they happen. Each row is a sentence: when, for which link, in which direction, in
/// which app, with what result, and the arguments that matter most.
extension ListsView {
    package func drawEvents(on canvas: inout Canvas) {
        let cursor = lists.eventCursor
        let unseen = lists.shownEvents.unseen
        let hidden = lists.shownEvents.hidden
        var note = cursor.isFollowing ? "FOLLOW" : unseen > 0 ? "+\(canvas.grouped(unseen)) new" : ""
        if cursor.count > 0 {
            let all = lists.shownEvents.isFiltered ? " of \(canvas.grouped(lists.events.count))" : ""
            let place = hidden == nil ? canvas.grouped(cursor.selected + 1) : "-"
            note = "\(place)/\(canvas.grouped(cursor.count))\(all)" + (note.isEmpty ? "" : "  \(note)")
        }
        let area = canvas.layout.rows(of: .events)
        let number = lists.linkOfEvents.flatMap(lists.number(of:))
        let scope = number.map { " of #\(canvas.grouped($0))" } ?? (lists.links.count > 1 ? " of all links" : "")
        canvas.pane(.events, title: canvas.own("Events" + scope), note: canvas.own(note), rows: HiddenRows(cursor, height: area.rows))
        let places = cursor.visible(height: area.rows)
        let lines = lines(of: places.map { lists.shownEvents.index(at: $0) ?? 0 }, columns: area.columns, canvas)
        canvas.header(lines.header, of: .events)
        canvas.rows(of: lists.shownEvents, in: area, pane: .events, name: { "event \($0 + 1)" }) { place, _ in
            lines.rows[place - places.lowerBound]
        }
        if cursor.count == 0, area.rows > (hidden == nil ? 0 : 1) {
            let others: HintedText = lists.events.isEmpty ? "" : " \(.allEvents) shows those of all links."
            let text =
                lists.linkOfEvents != nil
                ? "No event of this link yet." + others.keyed(canvas.display.keys).text
                : !lists.shownEvents.isFiltered || lists.events.isEmpty
                    ? "None yet: apps post events when they receive an App Link or open a link." : filtering.words(forNo: "event")
            canvas.put(canvas.own(" " + text), in: area.row(0), style: .dim)
        }
    }

    /// Returns the rows of events and their header. Each column is as wide as its widest cell, within limits; the arguments get the rest.
    func lines(of events: [Int], columns: Int, _ canvas: Canvas) -> (header: StyledText, rows: [StyledText]) {
        let columns = columns - 1
        let order = chosen.events.filter { most($0, columns) > 0 }
        let known = events.map { lists.event(at: $0, device, memory) }
        let cells = known.map { facts in facts.map { facts in order.map { cell($0, facts, columns, canvas) } } }
        let titles = order.map { StyledText(canvas.own($0 == .direction ? "" : $0.rawValue), .dim) }
        let needed = canvas.widths(of: cells + [titles], most: order.map { most($0, columns) })
        let widths = zip(order, needed).map { max(least($0, columns), $1) }
        var header = canvas.row(of: titles, widths)
        header.append(" what", .dim)
        let rows = zip(known, cells).map { known, cells in
            guard let known, let cells else { return StyledText(" (this event can no longer be read)", .error) }
            var line = canvas.row(of: cells, widths)
            line.append(" ")
            if known.end == .undone, !order.contains(.result) { line.append(canvas.own("\(LinkEnd.undone.word) "), .dim) }
            append(known, to: &line, columns: columns, canvas)
            return line
        }
        return (header, rows)
    }

    /// Returns the most columns that a column gets in a row of `columns`; 0 if there is no room for it.
    private func most(_ column: ListColumns.Event, _ columns: Int) -> Int {
        switch column {
        case .time: columns >= 70 ? 12 : columns >= 30 ? 8 : 0
        case .link: columns >= 44 ? max(String(lists.links.count).count, 2) + 2 : 0
        case .direction: 1
        case .event: max(columns / 5, Self.longestName)
        case .app: columns >= 60 ? max(columns / 8, 8) : 0
        case .result: columns >= 44 ? 6 : 0
        }
    }

    /// The length of `al_ref_back_out`, the longest name of an App Links event.
    private static let longestName = 15

    /// Returns the minimum width of a column whose cells change from row to row, so that it stays in place while the list scrolls.
    private func least(_ column: ListColumns.Event, _ columns: Int) -> Int {
        column == .event && columns >= 44 ? Self.longestName : column == .result ? most(column, columns) : 0
    }

    private func cell(_ column: ListColumns.Event, _ facts: EventFacts, _ columns: Int, _ canvas: Canvas) -> StyledText {
        let most = most(column, columns)
        let event = facts.event
        let style = facts.end == .failed ? Style.error : event.isUndone ? .dim : Style(facts.name.role)
        switch column {
        case .time: return StyledText(canvas.safe(String(canvas.display.clock(of: event).prefix(most)), columns: most), .dim)
        case .link: return StyledText(canvas.own(event.link.flatMap(lists.label) ?? ""), .dim)
        case .direction: return StyledText(facts.name.sign(canvas.glyphs.encoding), style)
        case .event:
            let mask = canvas.mask.parts(in: event.contexts)
            return StyledText(canvas.safe(mask.beginning(of: event.name, columns: most), columns: most), style)
        case .app: return StyledText(canvas.safe(event.app ?? "", columns: most), .accent)
        case .result:
            let style = facts.end == .failed ? Style(.error, .bold) : Style(facts.end?.role ?? .ok)
            return StyledText(canvas.own(facts.end?.word ?? ""), style)
        }
    }

    /// Adds what the arguments of an event say, as far as there is room.
    private func append(_ facts: EventFacts, to line: inout StyledText, columns: Int, _ canvas: Canvas) {
        let mask = canvas.mask.parts(in: facts.event.contexts)
        for piece in facts.phrase(of: arguments) {
            guard line.columns < columns else { break }
            let text = canvas.safe(mask.beginning(of: piece.text, name: piece.name, columns: columns), columns: columns)
            guard piece.roomAfter == 0 || line.columns + text.columns + piece.roomAfter <= columns else { break }
            line.append(text, Style(piece.role))
        }
    }
}
