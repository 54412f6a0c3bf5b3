import AppLinks
import Records
import Screen

/// The rows of the journey pane: the trail through the apps, then the result of opening the selected link.
struct JourneyLines {
    let journey: Journey
    let device: Device
    let display: Display
    /// The record of the selected link.
    let selectedLink: RecordID?
    /// Whether the selected link can be opened now.
    let canOpen: Bool
    /// The width of the pane. It is zero if the pane is not on the screen. The width of the screen is then used instead.
    let paneColumns: Int

    private var columns: Int { max((paneColumns == 0 ? display.size.columns - 2 : paneColumns) - 1, 10) }
    private var glyphs: Glyphs { display.glyphs }
    private var mask: SecretMask { display.mask }

    func lines() -> [StyledLine] {
        var lines: [StyledLine] = []
        if !journey.trail.isEmpty { lines.append(trailLine) }
        guard let selectedLink else { return lines }
        if let opening = journey.opening, opening.record == selectedLink {
            lines.append(StyledLine(("Looking for this page's App Link. Esc stops.", .accent)))
        } else if let departure = journey.departures[selectedLink] {
            lines += self.lines(of: departure)
        } else if canOpen {
            lines.append(StyledLine(("o", .key), (" opens this link from an app or the browser", .dim)))
        }
        return lines
    }

    /// Returns the rows of a departure: the app that opened the link and the result, then each destination with the reason why it was taken
    /// or skipped.
    private func lines(of departure: Departure) -> [StyledLine] {
        let account = departure.account(device.name)
        let line = StyledLine((account.who, .text), (account.end, account.role))
        var lines = [line]
        if departure.steps.isEmpty { lines.append(StyledLine(("  the App Link has no target and no web page", .warning))) }
        lines += departure.steps.flatMap { self.lines(of: $0) }
        if let error = departure.outcome.error { lines.append(StyledLine(("  \(error)", .error))) }
        return lines
    }

    /// `1  skipped     Wheel claims wheel:, but is not installed  wheel://ride/7`. The whole reason is shown, in several rows if necessary,
    /// and as much of the URL as fits.
    private func lines(of step: Departure.Step) -> [StyledLine] {
        let (word, role) = step.result
        var line = StyledLine((" \(step.place)   ".prefix(4) + " ", .text), ("\(word)     ".prefix(11).description, role))
        let indent = 16
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

    /// The row of the trail, such as `Nieuws → Shop ↩ Nieuws · Café`. A dot stands before an app to which no link led. The row has as many of
    /// the last steps as fit, with the newest at the end.
    private var trailLine: StyledLine {
        var room = columns - 10
        var steps: [(arrow: String, name: String)] = []
        for step in journey.trail.suffix(20).reversed() {
            let isFirst = steps.count == journey.trail.count - 1
            let arrow = isFirst && step.way == .chosen ? "" : arrow(step.way)
            let name = device.label(of: step.front)
            room -= glyphs.sanitizer.text(arrow + name, columns: columns).columns
            guard room >= 0 || steps.isEmpty else { break }
            steps.insert((arrow, name), at: 0)
        }
        var line = StyledLine(("Trail ", .key))
        if steps.count < journey.trail.count { line.append("...", .dim) }
        for (offset, step) in steps.enumerated() {
            line.append(step.arrow, .dim)
            line.append(step.name, offset == steps.count - 1 ? .accent : .text)
        }
        return line
    }

    private func arrow(_ way: TrailStep.Way) -> String {
        let isUTF8 = glyphs.encoding == .utf8
        return switch way {
        case .arrived, .opened: isUTF8 ? " → " : " -> "
        case .chosen: isUTF8 ? " · " : " | "
        case .returned: isUTF8 ? " ↩ " : " <- "
        }
    }
}
