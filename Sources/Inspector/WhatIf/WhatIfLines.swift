import AppLinks
import Screen

/// The rows of the tab What-if: a grid of where the link ends, and the way to the cell that the user asked about.
///
///               app installed     app not installed
///     iPhone    [app Nieuws]       browser Safari
///     Android    app Nieuws        nothing
struct WhatIfLines {
    let whatIf: WhatIf
    let choice: WhatIfChoice
    /// The row of the grid with the cursor; nil if the cursor is below the grid, or if the tab does not have the focus.
    let row: Int?
    let display: Display
    let columns: Int

    private var deviceColumns: Int { min(max(whatIf.rows.map { text($0.device).columns }.max() ?? 0, 6), max(columns / 4, 6)) + 1 }
    private var cellColumns: Int { max((columns - 1 - deviceColumns) / 2, 8) }

    private var isNarrow: Bool { cellColumns < 18 }

    private func text(_ text: String) -> SafeText { display.glyphs.sanitizer.text(text, columns: max(columns, 1)) }

    var header: StyledText {
        var header = StyledText(SafeText(trusted: String(repeating: " ", count: deviceColumns + 1)))
        for title in isNarrow ? ["with app", "without"] : ["app installed", "app not installed"] {
            header.append(SafeText(trusted: " " + title).padded(to: cellColumns, glyphs: display.glyphs), .key)
        }
        return header
    }

    func lines() -> [DetailLine] {
        let grid = whatIf.rows.indices.map(gridLine)
        return grid + [.blank] + explanation
    }

    private func gridLine(_ index: Int) -> DetailLine {
        let row = whatIf.rows[index]
        var styled = StyledText(text(row.device).padded(to: deviceColumns, glyphs: display.glyphs), .text)
        for (isInstalled, way) in [(true, row.installed), (false, row.removed)] {
            let isSelected = index == self.row && choice.isInstalled == isInstalled
            let (words, role) = Self.words(for: way.end)
            let shown = text(words.replacing("browser ", with: isNarrow ? "web " : "browser ", maxReplacements: 1))
            let name: SafeText = shown.fitted(to: cellColumns - 3, glyphs: display.glyphs)
            let cell = SafeText(trusted: isSelected ? "[" : " ") + name + SafeText(trusted: isSelected ? "]" : " ")
            styled.append(cell.padded(to: cellColumns, glyphs: display.glyphs), Style(role, isSelected ? .bold : []))
        }
        let values = [row.installed, row.removed].map { $0.end.words }.joined(separator: "; ")
        return DetailLine("", "\(row.device): \(values)", indent: 0, path: row.device).with(\.styled, styled)
    }

    private static func words(for end: WhatIf.End) -> (String, Role) {
        switch end {
        case .app: (end.words, .ok)
        case .store: (end.words, .accent)
        case .browser: (end.words, .warning)
        case .nothing: (end.words, .error)
        }
    }

    /// The way to the cell that the user asked about, in the words of the journey.
    var explanation: [DetailLine] {
        guard let explained = choice.explained, whatIf.rows.indices.contains(explained.row) else {
            return [
                DetailLine("", "Left and Right choose a column; Enter explains a cell.", indent: 0, valueRole: .dim).overflowing(.words)
            ]
        }
        let row = whatIf.rows[explained.row]
        let way = explained.isInstalled ? row.installed : row.removed
        let (words, role) = Self.words(for: way.end)
        var lines = [
            DetailLine("On \(row.device), \(explained.isInstalled ? "app installed" : "app not installed")", indent: 0, labelRole: .title),
            DetailLine("ends", words, valueRole: role).overflowing(.words),
        ]
        if let reason = way.reason {
            lines.append(DetailLine("", display.mask.beginning(of: reason, columns: 400), valueRole: .text).overflowing(.words))
        }
        lines += DepartureLines(steps: way.steps, mask: display.mask).lines()
        if way.steps.isEmpty, way.reason == nil {
            lines.append(DetailLine("", "the link has no target and no web page", valueRole: .warning))
        }
        return lines
    }
}
