import Panes
import Screen

/// The window that explains a cell of the tab What-if, where the pane has no room for the explanation below the grid.
struct WhatIfWindow: Overlay {
    let scrolls = true

    let explanation: [DetailLine]
    var top = 0

    /// The lines, broken at spaces; what is longer than a row is broken anywhere.
    private func rows(_ state: State) -> [StyledText] {
        let columns = state.windowPlace.columns
        let sanitizer = state.display.glyphs.sanitizer
        return explanation.dropFirst().flatMap { line in
            let text = [line.label, line.value].filter { !$0.isEmpty }.joined(separator: "  ")
            let rows = state.display.words(text, width: columns)
                .flatMap { sanitizer.lines($0, width: columns, limit: 10, breaksLines: false) }
            return rows.map { StyledText($0, Style(line.valueRole)) }
        }
    }

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "scroll"), ("Esc", "close")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard let top = state.scrolled(top, count: rows(state).count, by: command) else { return .unused }
        self.top = top
        return .stay()
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let rows = rows(state)
        let title = canvas.safe(explanation.first?.label ?? "", columns: canvas.size.columns)
        let area = canvas.window(title, columns: canvas.place.columns, rows: rows.count)
        canvas.rows(rows, from: top, in: area) { row, _ in row }
    }
}
