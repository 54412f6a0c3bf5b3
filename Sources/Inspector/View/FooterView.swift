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

/// The row above the footer with the filter: the line in which it is typed, or the filter in effect, with the number of rows that fit.
struct FilterView {
    let state: State
    /// The line, while the filter is typed.
    let line: TextLine?
    /// The rows of the focused pane that contain its words; empty in a list.
    let matches: String

    func draw(on canvas: inout Canvas) {
        let (filtering, name) = (state.filtering, state.filterName)
        let named = name.isEmpty ? "" : canvas.safe(canvas.mask.text(name), columns: 20) + canvas.own(": ")
        let here = matches.isEmpty ? "" : "  here: \(matches)"
        let note = problem(canvas) ?? named + canvas.own(counts(canvas) + here + usage)
        canvas.searchRow(" /", filtering.text, line, note: note, isWrong: filtering.problem != nil)
    }

    /// Returns what is wrong with the filter, with as much advice as there is room for; nil if nothing is wrong.
    private func problem(_ canvas: Canvas) -> SafeText? {
        guard let problem = state.filtering.problem else { return nil }
        // A problem quotes what the user typed.
        func safe(_ text: String) -> SafeText { canvas.safe(canvas.mask.text(text), columns: canvas.size.columns) }
        let room = canvas.size.columns - safe(state.filtering.text).columns - 5
        return problem.advice.reduce(safe(problem.reason)) { text, advice in
            let longer = text + " " + safe(advice)
            return longer.columns <= room ? longer : text
        }
    }

    /// What may be typed as the value of a field, if no row fits; otherwise empty.
    private var usage: String {
        let (lists, filtering) = (state.lists, state.filtering)
        guard lists.linkCursor.count == 0, lists.eventCursor.count == 0, filtering.isComplete(lists) else { return "" }
        return filtering.filter?.lastField.map { "  " + $0.usage } ?? ""
    }

    /// Returns the numbers of rows, such as `38 of 214 links, 5 of 60 events`, with a sign while the search runs.
    private func counts(_ canvas: Canvas) -> String {
        let (lists, filtering) = (state.lists, state.filtering)
        let more = filtering.isRunning ? (canvas.glyphs.encoding == .utf8 ? "…" : "..") : ""
        guard filtering.filter != nil else {
            return "words, \"a text\", -not, " + FilterField.allCases.prefix(8).map { $0.rawValue + ":" }.joined(separator: " ")
        }
        func part(_ shown: Int, _ all: Int, _ word: String) -> String {
            "\(canvas.grouped(shown))\(more) of \(canvas.grouped(all)) \(word)"
        }
        let links = part(lists.linkCursor.count, lists.links.count, "links")
        guard canvas.size.columns >= 70 else { return links }
        return "\(links), \(part(lists.eventCursor.count, lists.events.count, "events"))"
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

    /// Draws the row above the footer: a prompt, the text or the line in which it is typed, and a note at the right.
    mutating func searchRow(_ prompt: SafeText, _ text: String, _ line: TextLine?, note: SafeText, isWrong: Bool) {
        let area = layout.filter
        guard !area.isEmpty else { return }
        frame.fill(area)
        let beginning = mask.beginning(of: Array((line?.text ?? text).utf8), columns: area.columns)
        let typed = glyphs.sanitizer.text(beginning, columns: area.columns).columns
        // What was typed leaves the rest of the row to the note. Long text leaves a part.
        let least = isWrong ? area.columns / 3 : area.columns / 2
        let room = min(note.columns + 2, max(least, area.columns - prompt.columns - typed - 2))
        var (left, right) = area.split(right: room)
        put(" " + note, in: right, style: isWrong ? .warning : .dim)
        frame.put(prompt, at: left.origin, style: Style(.key, .bold), clip: left)
        left = left.split(left: prompt.columns).rest
        if let line {
            drawLine(line.masked(by: mask).characters, cursor: line.cursor, in: left)
        } else {
            put(safe(mask.text(text), columns: left.columns), in: left, style: .value)
        }
    }
}
