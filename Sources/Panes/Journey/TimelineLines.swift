import AppLinks
import Bytes
import Deciding
import Records
import Screen

/// The rows of the tab Journey: a lane for each app, with a row for each step and the time since the step before.
///
///               Shop      Nieuws    Café
///       1 12:04:09 ●                           start
///       2 12:04:09 └──#41──▸●                  +0.0 s
///       3 12:04:13 ●◂──r────┘                  +4.1 s  here
struct TimelineLines {
    let source: StepSource
    /// The number of each step's link in the list.
    let numbers: [Int?]

    private static let numberColumns = 4
    private static let clockColumns = 8
    /// The width after the lanes, for the time since the step before and a word.
    private static let restColumns = 14
    /// The least width of a lane. A lane with a longer name is wider, so that the name can be read.
    private static let leastLane = 7
    private static let leastLongLane = 10
    private static let mostLane = 14
    /// The most steps of the link that stay in view above the others.
    private static let mostPinned = 4

    private var steps: [StepSource.Step] { source.steps }
    private var device: Device { source.device }
    private var glyphs: Glyphs { source.display.glyphs }
    private var isUTF8: Bool { glyphs.encoding == .utf8 }
    private var beforeLanes: Int { Self.numberColumns + 1 + Self.clockColumns + 1 }

    /// Returns the header with the names of the lanes and the earlier steps of the link, and a row for each step. A narrow pane has a
    /// sentence for each step instead of lanes.
    func table() -> (header: [StyledText], lines: [DetailLine]) {
        let room = source.columns - 1 - beforeLanes - Self.restColumns
        let fronts = fronts
        // If there are too many apps, those of the last steps get the lanes.
        let longest = fronts.map { text(device.label(of: $0), columns: Self.leastLongLane).columns }.max() ?? 0
        let least = min(max(longest + 1, Self.leastLane), Self.leastLongLane)
        let chosen = Set(fronts.suffix(max(room / least, 0)))
        let lanes = frontsInOrder.filter(chosen.contains)
        let width = lanes.isEmpty ? 0 : min(max(room / lanes.count, least), Self.mostLane)
        // Lanes would not show a way between apps if there is room for one only.
        let isNarrow = lanes.count < min(fronts.count, 2)
        var header = StyledText(text(String(repeating: " ", count: 1 + beforeLanes)))
        for front in lanes {
            let name = text(device.label(of: front)).fitted(to: width - 1, glyphs: glyphs)
            header.append(name.padded(to: width, glyphs: glyphs), .key)
        }
        if lanes.count < fronts.count { header.append(SafeText(trusted: "  +\(fronts.count - lanes.count) more"), .dim) }
        let styled = { (index: Int) in text(ofRow: index, isNarrow ? nil : lanes, width) }
        let lines = steps.indices.map { index in
            DetailLine("", words(of: index), indent: 0, path: "step \(steps[index].number)").with(\.styled, styled(index))
        }
        return ((isNarrow ? [] : [header]) + pinned(styled), lines)
    }

    /// Returns the last steps of the link that would not be in view otherwise, because many other steps came later.
    private func pinned(_ styled: (Int) -> StyledText) -> [StyledText] {
        // While the user looks at the past, the steps in view are others.
        let (current, height) = (source.current, source.height)
        guard let link = source.link, current == steps.count - 1, steps.count > height - 1, height > 4 else { return [] }
        let own = steps.indices.filter { steps[$0].link == link }
        if own.isEmpty, !source.trail.stops.isEmpty {
            let trail = TrailLine(trail: source.trail, device: device, display: source.display)
            return trail.lines("Trail", columns: source.columns - 1, rows: 1).map { line in
                var styled = StyledText()
                for span in line.spans { styled.append(text(span.text), Style(span.role)) }
                return styled
            }
        }
        // The more steps are pinned, the fewer are in view.
        let most = min(Self.mostPinned, height / 3)
        let hidden = { (count: Int) in own.filter { $0 < steps.count - (height - 1 - count) && $0 != current && $0 != source.selected } }
        let count = (0..<most).first { hidden($0).count <= $0 } ?? most
        return hidden(count).suffix(count).map(styled)
    }

    /// Returns the row of a step, in words if there are no lanes.
    private func text(ofRow index: Int, _ lanes: [SimulatedDevice.Front]?, _ width: Int) -> StyledText {
        var styled = beginning(of: index)
        if let lanes {
            cells(of: index, lanes, width).append(to: &styled)
        } else {
            styled.append(text(words(of: index)), index == source.current ? .accent : .text)
        }
        styled.append(text("  " + rest(of: index)), .dim)
        if index == source.current { styled.append(SafeText(trusted: index == steps.count - 1 ? " now" : " here"), Style(.accent, .bold)) }
        return styled
    }

    /// The apps of all steps in the order in which they first appear.
    private var frontsInOrder: [SimulatedDevice.Front] { steps.flatMap { [$0.from, $0.to] }.unique }

    /// The apps of all steps, those of the last steps at the end.
    private var fronts: [SimulatedDevice.Front] {
        var fronts: [SimulatedDevice.Front] = []
        var known: Set<SimulatedDevice.Front> = []
        for step in steps.reversed() {
            for front in [step.to, step.from] where known.insert(front).inserted { fronts.append(front) }
        }
        return fronts.reversed()
    }

    private func text(_ text: String, columns: Int = .max) -> SafeText { glyphs.sanitizer.text(text, columns: columns) }

    private func beginning(of index: Int) -> StyledText {
        let step = steps[index]
        let number = String(step.number)
        let padding = String(repeating: " ", count: max(Self.numberColumns - number.count, 0))
        let isOwn = source.link != nil && step.link == source.link
        let style = index == source.current ? Style(.accent, .bold) : isOwn ? .text : .dim
        var styled = StyledText(SafeText(trusted: padding + number + " "), style)
        styled.append(SafeText(trusted: source.display.clock(step.time) + " "), .dim)
        return styled
    }

    /// Returns the time since the step before, or the number of steps between them that were not kept.
    private func rest(of index: Int) -> String {
        let step = steps[index]
        if step.skipped > 0 { return "(\(step.skipped) more)" }
        guard index > 0 else { return step.number == 1 ? "" : "..." }
        return "+" + Self.duration(step.time - steps[index - 1].time)
    }

    /// Returns a duration, such as `0.4 s` or `3 min`.
    static func duration(_ milliseconds: Int64) -> String {
        let milliseconds = max(milliseconds, 0)
        switch milliseconds {
        case ..<10_000: return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
        case ..<60_000: return "\(milliseconds / 1000) s"
        case ..<3_600_000: return "\(milliseconds / 60_000) min"
        default: return "\(milliseconds / 3_600_000) h"
        }
    }

    /// Returns a sentence for the step, such as `Shop → Nieuws #41`.
    private func words(of index: Int) -> String {
        let step = steps[index]
        let names = [step.from, step.to].map(device.label(of:))
        let link = numbers[index].map { " #\($0)" } ?? ""
        let arrow = isUTF8 ? " → " : " -> "
        return switch step.cause {
        case .start: "\(names[1]) in front"
        case .arrived, .opened: names[0] == names[1] ? names[1] + link : names.joined(separator: arrow) + link
        case .failed: "\(names[0])\(link): \(LinkEnd.failed.word)"
        case .returned: names.joined(separator: isUTF8 ? " ↩ " : " <- ") + link
        case .changed(let words), .restored(let words): words
        }
    }

    // MARK: Lanes

    /// The cells of a row of lanes.
    private struct Cells {
        /// The cell under the right half of a wide character has no text.
        var cells: [(text: String?, role: Role)]

        subscript(_ index: Int) -> (text: String?, role: Role) {
            get { cells[index] }
            set { if cells.indices.contains(index) { cells[index] = newValue } }
        }

        mutating func write(_ text: SafeText, at start: Int, _ role: Role) {
            var column = start
            for glyph in text.wrapped(width: 1) where glyph.columns > 0 {
                self[column] = (glyph.description, role)
                for offset in 1..<max(glyph.columns, 1) { self[column + offset] = (nil, role) }
                column += glyph.columns
            }
        }

        func append(to styled: inout StyledText) {
            for case (let text?, let role) in cells { styled.append(SafeText(trusted: text), Style(role)) }
        }
    }

    private func cells(of index: Int, _ lanes: [SimulatedDevice.Front], _ width: Int) -> Cells {
        var cells = Cells(cells: Array(repeating: (" ", .text), count: lanes.count * width))
        let step = steps[index]
        let place = { (front: SimulatedDevice.Front) in lanes.firstIndex(of: front).map { $0 * width } }
        // If the app has no lane, a sentence says what happened.
        guard let end = place(step.to) else {
            cells.write(text(words(of: index)).fitted(to: cells.cells.count, glyphs: glyphs), at: 0, .dim)
            return cells
        }
        var label = numbers[index].map { "#\($0)" } ?? ""
        switch step.cause {
        case .returned: label += isUTF8 ? "↩" : "r"
        case .failed: label += " " + LinkEnd.failed.word
        case .changed(let words), .restored(let words): label = words
        case .start, .arrived, .opened: break
        }
        cells[end] = (isUTF8 ? "●" : "o", step.cause == .failed ? .error : .ok)
        guard let start = place(step.from) else {
            write(words(of: index), beside: end...end, in: &cells)
            return cells
        }
        guard start != end else {
            write(label, beside: end...end, in: &cells)
            return cells
        }
        let isChosen =
            switch step.cause {
            case .changed, .restored: true;
            default: false
            }
        let line = isUTF8 ? (isChosen ? "┄" : "─") : (isChosen ? "." : "-")
        let (left, right) = (min(start, end), max(start, end))
        for column in left + 1..<right { cells[column] = (line, .dim) }
        if start < end {
            cells[start] = (isUTF8 ? "└" : "+", .dim)
            cells[end - 1] = (isUTF8 ? "▸" : ">", .dim)
        } else {
            cells[start] = (isUTF8 ? "┘" : "+", .dim)
            cells[end + 1] = (isUTF8 ? "◂" : "<", .dim)
        }
        let room = right - left - 4
        let inside = text(label)
        if inside.columns <= room {
            cells.write(inside, at: left + 2 + (room - inside.columns) / 2, .accent)
        } else {
            write(label, beside: left...right, in: &cells)
        }
        return cells
    }

    /// Writes a text after the cells of a step, or before them if there is more room.
    private func write(_ label: String, beside step: ClosedRange<Int>, in cells: inout Cells) {
        let label = text(label)
        let (before, after) = (max(step.lowerBound - 1, 0), max(cells.cells.count - step.upperBound - 2, 0))
        let isAfter = label.columns <= after || after >= before
        let shown = label.fitted(to: isAfter ? after : before, glyphs: glyphs)
        cells.write(shown, at: isAfter ? step.upperBound + 2 : step.lowerBound - 1 - shown.columns, .dim)
    }
}
