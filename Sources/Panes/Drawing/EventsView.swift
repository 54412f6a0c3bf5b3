import Records
import Screen

/// Pane 3: the measurement events in the order in which they happen. Each row is a sentence: when, for which link, in which direction, in
/// which app, with what result, and the arguments that matter most.
package struct EventsView {
    let reader: EventReader
    /// The arguments that the user wants to see in the rows.
    let arguments: [String]
    /// The columns that the user wants to see, in order.
    let chosen: [ListColumns.Event]
    /// What the list says if the filter shows none of its rows.
    let noMatch: String

    package init(reader: EventReader, arguments: [String], chosen: [ListColumns.Event], noMatch: String) {
        self.reader = reader
        self.arguments = arguments
        self.chosen = chosen
        self.noMatch = noMatch
    }

    private var lists: Lists { reader.lists }

    package func draw(on canvas: inout Canvas) {
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
        canvas.header(EventColumns(columns: area.columns - 1, digits: String(lists.links.count).count).header(chosen, canvas), of: .events)
        canvas.rows(of: lists.shownEvents, in: area, pane: .events, name: { "event \($0 + 1)" }) { place, canvas in
            lists.shownEvents.index(at: place).map { line(ofEvent: $0, columns: area.columns, canvas) } ?? StyledText()
        }
        if cursor.count == 0, area.rows > (hidden == nil ? 0 : 1) {
            let text =
                lists.linkOfEvents != nil
                ? "No event of this link yet." + (lists.events.isEmpty ? "" : " e shows those of all links.")
                : !lists.shownEvents.isFiltered || lists.events.isEmpty
                    ? "None yet: apps post events when they receive an App Link or open a link." : noMatch
            canvas.put(canvas.own(" " + text), in: area.row(0), style: .dim)
        }
    }

    func line(ofEvent index: Int, columns: Int, _ canvas: Canvas) -> StyledText {
        let columns = EventColumns(columns: columns - 1, digits: String(lists.links.count).count)
        guard let event = reader.event(at: index) else { return StyledText(" (this event can no longer be read)", .error) }
        let (glyphs, mask) = (canvas.glyphs, canvas.mask.parts(in: event.contexts))
        let phrase = EventPhrase(event, chosen: arguments)
        let style = phrase.end == .failed ? Style.error : event.isUndone ? .dim : Style(phrase.direction.role)
        var line = StyledText()
        func append(_ text: SafeText, _ width: Int, _ style: Style) {
            guard width > 0 else { return }
            line.append(text.padded(to: width, glyphs: glyphs), style)
            line.append(" ")
        }
        for column in chosen {
            switch column {
            case .time: append(canvas.safe(String(event.clock.prefix(columns.clock)), columns: columns.clock), columns.clock, .dim)
            case .link:
                let number = event.link.flatMap(lists.number(of:)).map { "#\($0)\(event.isGuess ? "?" : "")" } ?? ""
                append(canvas.own(number), columns.number, .dim)
            case .direction: append(phrase.direction.sign(glyphs.encoding), columns.direction, style)
            case .event:
                append(canvas.safe(mask.beginning(of: phrase.name, columns: columns.name), columns: columns.name), columns.name, style)
            case .app: append(canvas.safe(event.app ?? "", columns: columns.app), columns.app, .accent)
            case .result:
                let style = phrase.end == .failed ? Style(.error, .bold) : Style(phrase.end?.role ?? .ok)
                append(canvas.own(phrase.end?.word ?? ""), columns.result, style)
            }
        }
        if let end = phrase.end, end == .undone, columns.result == 0 || !chosen.contains(.result) {
            line.append(canvas.own("\(end.word) "), .dim)
        }
        for piece in phrase.pieces {
            guard line.columns < columns.all else { break }
            let text = canvas.safe(mask.beginning(of: piece.text, name: piece.name, columns: columns.all), columns: columns.all)
            guard piece.roomAfter == 0 || line.columns + text.columns + piece.roomAfter <= columns.all else { break }
            line.append(text, Style(piece.role))
        }
        return line
    }
}

/// The columns of the stream of events. Their widths depend only on the width of the pane and on the number of links. A width of 0 leaves a
/// column out.
struct EventColumns: Equatable {
    /// The width of a row without the mark of the selection.
    var all: Int
    var clock: Int
    var number: Int
    let direction = 1
    /// The width of the longest name of an App Links event, `al_ref_back_out`.
    let name = 15
    var app: Int
    var result: Int

    init(columns: Int, digits: Int) {
        all = columns
        clock = columns >= 70 ? 12 : columns >= 30 ? 8 : 0
        number = columns >= 44 ? max(digits, 2) + 2 : 0
        app = columns >= 100 ? 10 : columns >= 60 ? 8 : 0
        result = columns >= 44 ? 6 : 0
    }

    /// Returns the headers of the columns.
    func header(_ chosen: [ListColumns.Event], _ canvas: Canvas) -> StyledText {
        var line = StyledText()
        for column in chosen {
            let (title, width) =
                switch column {
                case .time: ("time", clock)
                case .link: ("link", number)
                case .direction: ("", direction)
                case .event: ("event", name)
                case .app: ("app", app)
                case .result: ("result", result)
                }
            if width > 0 { line.append(canvas.own(title).padded(to: width, glyphs: canvas.glyphs) + " ", .dim) }
        }
        line.append("what", .dim)
        return line
    }
}
