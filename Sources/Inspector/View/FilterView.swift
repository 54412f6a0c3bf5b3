import Panes
import Screen

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
