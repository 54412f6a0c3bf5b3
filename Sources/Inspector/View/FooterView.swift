import Panes
import Screen

/// The last row of the screen: the keys that have an effect now. The help and the commands, or the key that closes a window, are shown at
/// any width, and a sign says when other keys were left out.
struct FooterView {
    let hints: [Hint]

    func draw(on canvas: inout Canvas) {
        let area = canvas.layout.footer
        guard !area.isEmpty else { return }
        guard canvas.layout.notice != area else {
            // Beside a notice there is room for the key that closes a window.
            let closing = hints.filter { $0.command == nil && $0.isEssential }
            if area.columns >= 40 { put(closing, in: area.split(right: Self.columns(of: closing)).right, on: &canvas) }
            return
        }
        var essentials = hints.filter(\.isEssential)
        var others = hints.filter { !$0.isEssential }
        let sign: SafeText = canvas.glyphs.encoding == .utf8 ? "…" : "..."
        var isCut = false
        // The space after the last hint may be left out.
        func fits() -> Bool { Self.columns(of: others + essentials) + (isCut ? sign.columns : 0) - 1 <= area.columns }
        func drop(to least: Int) {
            while others.count > least, !fits() {
                others.removeLast()
                isCut = true
            }
        }
        // Two other keys, such as Esc and Enter, are worth more than the word after the key that opens the commands.
        drop(to: 2)
        if !fits(), essentials.first?.command == .palette { essentials[0].word = "" }
        // The first key of a window is what the window is for.
        let isWindow = essentials.allSatisfy { $0.command == nil }
        drop(to: isWindow ? 1 : 0)
        if !fits(), isWindow, !essentials.isEmpty { essentials[0].word = "" }
        if !fits(), isWindow, !others.isEmpty { others[0].word = "" }
        var rest = put(others, in: area, on: &canvas)
        if isCut {
            let parts = rest.split(left: canvas.frame.put(sign, at: rest.origin, style: .dim, clip: rest))
            if !isWindow { canvas.noteTarget(.command(.palette), in: parts.left) }
            rest = parts.rest
        }
        put(essentials, in: rest, on: &canvas)
    }

    private static func columns(of hints: [Hint]) -> Int {
        hints.reduce(0) { $0 + $1.keys.count + $1.word.count + 3 }
    }

    /// Draws hints, which can be clicked. Returns the rest of the area.
    @discardableResult
    private func put(_ hints: [Hint], in area: Rect, on canvas: inout Canvas) -> Rect {
        var rest = area
        for hint in hints {
            let text = StyledText((canvas.own(" \(hint.keys)"), Style(.key, .bold)), (canvas.own(" \(hint.word) "), .hint))
            canvas.frame.put(text, at: rest.origin, clip: rest)
            let parts = rest.split(left: text.columns)
            if let target = hint.command.map(PointerTarget.command) ?? KeyName.key(hint.keys).map(PointerTarget.key) {
                canvas.noteTarget(target, in: parts.left)
            } else {
                // Of keys such as Up/Down, each is a place to click.
                let keys = hint.keys.split(separator: "/").map(String.init)
                let areas = parts.left.split(left: 1 + (keys.first?.count ?? 0))
                for (key, area) in zip(keys.compactMap(KeyName.key), [areas.left, areas.rest]) { canvas.noteTarget(.key(key), in: area) }
            }
            rest = parts.rest
        }
        return rest
    }
}

extension Canvas {
    /// Draws the rows above the footer that show a notice. On a low screen, it takes the place of the footer.
    mutating func draw(_ notice: Notice?) {
        let area = layout.notice
        guard !area.isEmpty, let notice else { return }
        frame.fill(area)
        for (offset, text) in notice.rows(columns: area.columns, most: area.rows, display).enumerated() {
            put(" " + text, in: area.row(offset), style: notice.tone.style)
        }
    }
}
