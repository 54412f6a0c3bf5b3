import AppLinks
import Records
import Screen

extension Painter {
    /// Pane 4: the measurement events as they happen, each with all its arguments and the link that caused it.
    mutating func drawEvents() {
        let cursor = state.eventCursor
        var note = cursor.isFollowing ? "FOLLOW" : "paused"
        if cursor.unseen > 0 { note = "paused, +\(grouped(cursor.unseen)) new" }
        if cursor.count > 0 { note = "\(grouped(cursor.selected + 1))/\(grouped(cursor.count))  \(note)" }
        pane(.events, title: "Measurement events", note: own(note))
        let area = layout.rows(of: .events)
        for (offset, index) in cursor.visible(height: area.rows).enumerated() {
            let rect = area.row(offset)
            row(
                line(ofEvent: index, columns: rect.columns), in: rect, isSelected: index == cursor.selected,
                hasFocus: state.focus == .events)
        }
        if cursor.count == 0, !area.isEmpty {
            frame.put(" None yet: a link that is not an App Link posts none.", at: area.origin, style: .dim, clip: area)
        }
    }

    private func line(ofEvent index: Int, columns: Int) -> StyledText {
        guard let event = state.eventContent(at: index, records: records) else {
            return StyledText(" (this event can no longer be read)", .error)
        }
        var line = StyledText(safe(event.clock, columns: 12).padded(to: layout.density == .list ? 8 : 12, glyphs: glyphs), .dim)
        line.append(" ")
        line.append(
            safe(state.mask.beginning(of: event.name, columns: 24), columns: 24).padded(to: layout.hasBorders ? 16 : 12, glyphs: glyphs),
            style(of: event))
        if layout.density == .wide || layout.density == .standard {
            line.append(safe(event.app ?? "", columns: 8).padded(to: 8, glyphs: glyphs), .accent)
            line.append(" ")
            line.append(
                own(event.link.flatMap(state.number(of:)).map { "#\(grouped($0))" } ?? "").padded(to: linkColumns, glyphs: glyphs), .dim)
        }
        for argument in Self.outcomeFirst(event.arguments) {
            guard line.columns < columns else { break }
            line.append(safe(" \(state.mask.beginning(of: argument.name, columns: columns))=", columns: columns), .key)
            line.append(safe(state.mask.beginning(of: argument.value, name: argument.name, columns: columns), columns: columns), .value)
        }
        return line
    }

    /// What came of it stands before the long URLs that it is about.
    private static func outcomeFirst(_ arguments: [ReceivedEvent.Argument]) -> [ReceivedEvent.Argument] {
        let isOutcome = { (argument: ReceivedEvent.Argument) in ["type", "success", "error"].contains(argument.name) }
        guard arguments.prefix(64).contains(where: isOutcome) else { return arguments }
        return arguments.filter(isOutcome) + arguments.filter { !isOutcome($0) }
    }

    /// Room for the number of the newest link.
    private var linkColumns: Int { grouped(state.links.count).count + 1 }

    private func style(of event: EventContent) -> Style {
        if event.arguments.contains(where: { $0.name == "success" && $0.value == "0" }) { return .error }
        return event.name.hasPrefix("al_") ? .ok : .text
    }
}
