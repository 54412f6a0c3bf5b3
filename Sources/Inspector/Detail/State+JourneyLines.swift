import AppLinks
import LinkLayers
import Screen

extension State {
    /// The rows of the journey pane: the trail through the apps, then what opening the selected link tried.
    var journeyLines: [StyledLine] {
        var lines: [StyledLine] = []
        if !trail.isEmpty { lines.append(trailLine) }
        guard let record = selectedLink else { return lines }
        if let opening, opening.record == record {
            lines.append(StyledLine(("Looking for the App Link of this page…  Esc stops", .accent)))
        } else if let departure = departures[record] {
            lines += self.lines(of: departure)
        } else {
            let who = frontName ?? "the home screen"
            lines.append(StyledLine(("Not opened yet.  ", .dim), ("Enter", .key), (": \(who) follows this link.", .dim)))
        }
        return lines
    }

    /// The record of the selected link.
    var selectedLink: RecordID? {
        links.indices.contains(linkCursor.selected) ? links[linkCursor.selected].record : nil
    }

    /// Each destination with its verdict: installed? Taken or skipped, and why.
    private func lines(of departure: Departure) -> [StyledLine] {
        var lines = [StyledLine(("\(name(of: departure.frontBefore)) followed it:", .text))]
        lines += departure.steps.map(line)
        if departure.steps.isEmpty { lines.append(StyledLine(("  the App Link has no target and no web page", .warning))) }
        switch departure.outcome.type {
        case .app: lines.append(StyledLine(("=> app  ", .ok), (name(of: departure.frontAfter), .ok)))
        case .browser: lines.append(StyledLine(("=> browser  ", .ok), (name(of: departure.frontAfter), .ok)))
        case .failure:
            let reason = departure.outcome.error.map { ": \($0)" } ?? ": the user sees no reaction"
            lines.append(StyledLine(("=> failure  nothing opened\(reason)", .error)))
        }
        return lines
    }

    private func line(of step: Departure.Step) -> StyledLine {
        var line = StyledLine()
        switch step.destination {
        case .target(let index): line.append("  \(index + 1)  ", .text)
        case .web: line.append("  web ", .text)
        }
        let (word, role): (String, Role) =
            switch step.state {
            case .taken: ("taken   ", .ok)
            case .skipped: ("skipped ", .warning)
            case .notReached: ("not tried ", .dim)
            }
        line.append(word, role)
        if let name = step.appName { line.append("\(name)  ", .accent) }
        line.append(step.url.map { masked($0.text) } ?? "(no URL)", step.state == .notReached ? .dim : .value)
        line.append("  \(step.reason)", step.state == .notReached ? .dim : role)
        return line
    }

    // MARK: The trail

    /// `Nieuws → Shop ↩ Nieuws`: the last hops, the newest at the end.
    private var trailLine: StyledLine {
        let shown = trail.suffix(hopsThatFit)
        var line = StyledLine(("Trail ", .key))
        if shown.count < trail.count { line.append("… ", .dim) }
        for (offset, hop) in shown.enumerated() {
            if offset > 0 || hop.way != .chosen { line.append(arrow(hop.way), .dim) }
            line.append(name(of: hop.front), offset == shown.count - 1 ? .accent : .text)
        }
        return line
    }

    /// As many of the last hops as the pane has room for, at least one.
    private var hopsThatFit: Int {
        var room = layout.rows(of: .journey).columns - 10
        var count = 0
        for hop in trail.reversed() {
            room -= glyphs.sanitizer.text(name(of: hop.front), columns: 40).columns + 4
            guard count == 0 || room >= 0 else { break }
            count += 1
        }
        return count
    }

    private func arrow(_ way: Hop.Way) -> String {
        let isUTF8 = glyphs.encoding == .utf8
        return switch way {
        case .arrived, .opened, .chosen: isUTF8 ? " → " : " -> "
        case .returned: isUTF8 ? " ↩ " : " <- "
        }
    }
}
