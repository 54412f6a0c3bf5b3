import Screen

/// The row above the footer with the filter: the line in which it is typed, or the filter in effect, with the number of rows that fit.
struct FilterView {
    let filtering: Filtering
    let lists: Lists
    /// The line, while the filter is typed.
    let line: TextLine?
    /// The name of the filter in the settings; empty if it has none.
    let name: String

    func draw(on canvas: inout Canvas) {
        let area = canvas.layout.filter
        guard !area.isEmpty else { return }
        canvas.frame.fill(area)
        let isWrong = filtering.problem != nil
        let named = name.isEmpty ? "" : canvas.safe(canvas.mask.text(name), columns: 20) + canvas.own(": ")
        let note = filtering.problem.map { canvas.own($0) } ?? named + canvas.own(counts(canvas))
        let room = min(note.columns + 2, isWrong ? area.columns * 2 / 3 : area.columns / 2)
        var (left, right) = area.split(right: room)
        canvas.put(" " + note, in: right, style: isWrong ? .warning : .dim)
        canvas.frame.put(" /", at: left.origin, style: Style(.key, .bold), clip: left)
        left = left.split(left: 2).rest
        if let line {
            canvas.drawLine(line.masked(by: canvas.mask).characters, cursor: line.cursor, in: left)
        } else {
            canvas.put(canvas.safe(canvas.mask.text(filtering.text), columns: left.columns), in: left, style: .value)
        }
    }

    /// `38 of 214 links, 5 of 60 events`, with a sign while the search runs.
    private func counts(_ canvas: Canvas) -> String {
        let more = filtering.isRunning ? (canvas.glyphs.encoding == .utf8 ? "…" : "..") : ""
        guard filtering.filter != nil else { return "words, \"a text\", -not, event: app: from: to: host: has: level:" }
        func part(_ shown: Int, _ all: Int, _ word: String) -> String {
            "\(canvas.grouped(shown))\(more) of \(canvas.grouped(all)) \(word)"
        }
        let links = part(lists.linkCursor.count, lists.links.count, "links")
        guard canvas.size.columns >= 70 else { return links }
        return "\(links), \(part(lists.eventCursor.count, lists.events.count, "events"))"
    }
}
