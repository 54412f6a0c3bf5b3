import Records
import Screen

/// Pane 4: the measurement events in the order in which they happen, each with its arguments and the link that caused it.
struct EventsView {
    let lists: Lists
    let reader: EventReader

    func draw(on canvas: inout Canvas) {
        let cursor = lists.eventCursor
        var note = cursor.isFollowing ? "FOLLOW" : "paused"
        if cursor.unseen > 0 { note = "paused, +\(canvas.grouped(cursor.unseen)) new" }
        if cursor.count > 0 { note = "\(canvas.grouped(cursor.selected + 1))/\(canvas.grouped(cursor.count))  \(note)" }
        canvas.pane(.events, title: "Measurement events", note: canvas.own(note))
        let area = canvas.layout.rows(of: .events)
        canvas.rows(of: cursor, in: area, hasFocus: canvas.focus == .events) { line(ofEvent: $0, columns: area.columns, $1) }
        if cursor.count == 0, !area.isEmpty {
            canvas.frame.put(
                " None yet: apps post events when they receive an App Link or open a link.", at: area.origin, style: .dim, clip: area)
        }
    }

    func line(ofEvent index: Int, columns: Int, _ canvas: Canvas) -> StyledText {
        guard let event = reader.event(at: index) else { return StyledText(" (this event can no longer be read)", .error) }
        let (layout, glyphs, mask) = (canvas.layout, canvas.glyphs, canvas.mask)
        var line = StyledText(canvas.safe(event.clock, columns: 12).padded(to: layout.density == .list ? 8 : 12, glyphs: glyphs), .dim)
        line.append(" ")
        let name = canvas.safe(mask.beginning(of: event.name, columns: 24), columns: 24)
        line.append(name.padded(to: layout.hasBorders ? 16 : 12, glyphs: glyphs), style(of: event))
        if layout.hasBorders {
            line.append(canvas.safe(event.app ?? "", columns: 8).padded(to: 8, glyphs: glyphs), .accent)
            line.append(" ")
            let number = event.link.flatMap(lists.number(of:)).map { "#\(canvas.grouped($0))" } ?? ""
            // The column is wide enough for the number of the newest link.
            line.append(canvas.own(number).padded(to: canvas.grouped(lists.links.count).count + 1, glyphs: glyphs), .dim)
        }
        for argument in EventText.outcomeFirst(event.arguments) {
            guard line.columns < columns else { break }
            line.append(canvas.safe(" \(mask.beginning(of: argument.name, columns: columns))=", columns: columns), .key)
            line.append(canvas.safe(mask.beginning(of: argument.value, name: argument.name, columns: columns), columns: columns), .value)
        }
        return line
    }

    private func style(of event: EventContent) -> Style {
        if event.arguments.contains(where: { $0.name == "success" && $0.value == "0" }) { return .error }
        return event.name.hasPrefix("al_") ? .ok : .text
    }
}
