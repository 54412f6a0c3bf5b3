import Panes
import Screen

struct MessagesWindow: Overlay {
    let opener: Command? = .messages
    let scrolls = true

    /// The index of the first row in view.
    var top: Int

    private static let timeColumns = 10

    /// Returns the rows of all notices, with the oldest first. Texts are broken at spaces.
    private static func rows(_ state: State) -> [StyledText] {
        let display = state.display
        return state.notices.log.flatMap { entry in
            let text = display.glyphs.sanitizer.text(entry.value.said.keyed(display.keys).text)
            return text.wrappedAtBlanks(width: max(state.windowPlace.columns - timeColumns, 10)).enumerated().map { index, text in
                let time = SafeText(trusted: index == 0 ? display.clock(entry.time) : "")
                return StyledText((time.padded(to: timeColumns, glyphs: display.glyphs), .dim), (text, entry.value.tone.style))
            }
        }
    }

    /// Creates a window that shows the newest notices.
    init(_ state: State) { top = max(Self.rows(state).count - state.windowPlace.rows, 0) }

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "scroll"), ("Esc", "close")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard let top = state.scrolled(top, count: Self.rows(state).count, by: command) else { return .unused }
        self.top = top
        return .stay()
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let rows = Self.rows(state)
        let area = canvas.window("Messages", columns: canvas.place.columns, rows: max(rows.count, 1))
        if rows.isEmpty { canvas.put("There are no messages yet.", in: area.row(0), style: .dim) }
        canvas.rows(rows, from: top, in: area) { row, _ in row }
    }
}

extension Canvas {
    /// Draws the rows of a window's list that are in view.
    mutating func rows<Item>(_ items: [Item], of cursor: ListCursor, in area: Rect, _ line: (Item, Canvas) -> StyledText) {
        rows(of: cursor, in: area) { index, canvas in items.indices.contains(index) ? line(items[index], canvas) : StyledText() }
    }

    /// Draws the rows of a window without a list, from the row at `top` on.
    mutating func rows<Row>(_ rows: [Row], from top: Int, in area: Rect, _ line: (Row, Canvas) -> StyledText) {
        let top = min(top, max(rows.count - area.rows, 0))
        noteHidden(HiddenRows(above: top, below: rows.count - top - area.rows))
        for (offset, row) in rows.dropFirst(top).prefix(area.rows).enumerated() { put(line(row, self), in: area.row(offset)) }
    }
}

extension Notice.Tone {
    var style: Style {
        switch self {
        case .plain: .accent
        case .good: .ok
        case .bad: Style(.error, .bold)
        }
    }
}
