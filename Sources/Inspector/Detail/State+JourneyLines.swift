import AppLinks
import Records
import Screen

extension State {
    /// The rows of the journey pane: the trail through the apps, then what opening the selected link tried.
    var journeyLines: [StyledLine] {
        let columns = journeyColumns
        var lines: [StyledLine] = []
        if !trail.isEmpty { lines.append(trailLine(columns: columns)) }
        guard let record = selectedLink else { return lines }
        if let opening, opening.record == record {
            lines.append(StyledLine(("Looking for this page's App Link. Esc stops.", .accent)))
        } else if let departure = departures[record] {
            lines += self.lines(of: departure, columns: columns)
        } else {
            let who = frontName ?? "the home screen"
            lines.append(StyledLine(("Not opened yet.  ", .dim), ("Enter", .key), (": open this link in \(who).", .dim)))
        }
        return lines
    }

    /// The room of a row, with or without the pane: how many rows there are must not depend on who looks.
    private var journeyColumns: Int {
        let pane = layout.rows(of: .journey)
        return max((pane.isEmpty ? size.columns - 2 : pane.columns) - 1, 10)
    }

    /// The record of the selected link.
    var selectedLink: RecordID? {
        links.indices.contains(linkCursor.selected) ? links[linkCursor.selected].record : nil
    }

    /// Who followed it and where that ended, then each destination with its verdict: installed? Taken or skipped, and why.
    private func lines(of departure: Departure, columns: Int) -> [StyledLine] {
        var line = StyledLine(("\(name(of: departure.frontBefore)) opened it ", .text))
        switch departure.outcome.type {
        case .app: line.append("in the app \(name(of: departure.frontAfter))", .ok)
        case .browser: line.append("in the browser \(name(of: departure.frontAfter))", .ok)
        case .failure: line.append("without success: nothing opened", .error)
        }
        var lines = [line]
        if departure.steps.isEmpty { lines.append(StyledLine(("  the App Link has no target and no web page", .warning))) }
        lines += departure.steps.flatMap { self.lines(of: $0, columns: columns) }
        if let error = departure.outcome.error { lines.append(StyledLine(("  \(error)", .error))) }
        return lines
    }

    /// `1  skipped    Wheel claims wheel:, but is not installed  wheel://ride/7`: the reason whole, be it over several rows; of the URL
    /// what there is room for.
    private func lines(of step: Departure.Step, columns: Int) -> [StyledLine] {
        var line = StyledLine()
        switch step.destination {
        case .target(let index): line.append(" \(index + 1)   ".prefix(4).description + " ", .text)
        case .web: line.append(" web ", .text)
        }
        let (word, role): (String, Role) =
            switch step.state {
            case .taken: ("taken     ", .ok)
            case .skipped: ("skipped   ", .warning)
            case .notReached: ("not tried ", .dim)
            }
        line.append(word, role)
        let indent = 15
        let reasons = DetailWrapping(columns: columns, sanitizer: glyphs.sanitizer).words(mask.text(step.reason), width: columns - indent)
        line.append(reasons.first ?? "", role)
        var lines = [line]
        for reason in reasons.dropFirst() { lines.append(StyledLine((String(repeating: " ", count: indent) + reason, role))) }
        var url = step.url.map { mask.beginning(of: $0.text, columns: columns) } ?? "(no URL)"
        if let name = step.appName { url = "\(mask.beginning(of: name, columns: columns)): \(url)" }
        lines[lines.count - 1].append("  \(url)", step.state == .notReached ? .dim : .value)
        return lines
    }

    // MARK: The trail

    /// `Nieuws → Shop ↩ Nieuws`: as many of the last hops as find room, the newest at the end.
    private func trailLine(columns: Int) -> StyledLine {
        var room = columns - 10
        var hops: [(arrow: String, name: String)] = []
        for hop in trail.suffix(20).reversed() {
            let isFirst = hops.count == trail.count - 1
            let arrow = isFirst && hop.way == .chosen ? "" : arrow(hop.way)
            let name = name(of: hop.front)
            room -= glyphs.sanitizer.text(arrow + name, columns: columns).columns
            guard room >= 0 || hops.isEmpty else { break }
            hops.insert((arrow, name), at: 0)
        }
        var line = StyledLine(("Trail ", .key))
        if hops.count < trail.count { line.append("...", .dim) }
        for (offset, hop) in hops.enumerated() {
            line.append(hop.arrow, .dim)
            line.append(hop.name, offset == hops.count - 1 ? .accent : .text)
        }
        return line
    }

    private func arrow(_ way: TrailStep.Way) -> String {
        let isUTF8 = glyphs.encoding == .utf8
        return switch way {
        case .arrived, .opened, .chosen: isUTF8 ? " → " : " -> "
        case .returned: isUTF8 ? " ↩ " : " <- "
        }
    }
}
