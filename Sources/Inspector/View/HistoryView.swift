import Panes
import Records
import Screen

/// The window that searches all sessions: the words, the entries that were found, and the session of the selected entry. In place of the
/// entries that were found, the window can show the session of one entry.
struct HistoryView {
    let window: HistoryWindow

    /// The row with the words, and the row about the selected entry.
    static let otherRows = 2

    func draw(on canvas: inout Canvas) {
        let area = canvas.window(
            "History of all sessions", columns: canvas.place.columns, rows: canvas.place.rows,
            note: window.session == nil ? "Enter delivers again, Tab shows its session, Esc closes" : "Enter delivers again, Esc goes back")
        let (first, rest) = area.split(top: 1)
        let (rows, last) = rest.split(bottom: 1)
        if let shown = window.shown, !shown.entries.isEmpty {
            canvas.rows(shown.entries, of: shown.cursor, in: rows) { line(of: $0, columns: rows.columns, $1) }
            canvas.put(canvas.safe(status, columns: last.columns), in: last, style: .dim)
        } else {
            drawNothing(in: rows, on: &canvas)
        }
        if let session = window.session { return drawTitle(of: session, in: first, on: &canvas) }
        // The words come last, because the cursor of the terminal belongs to them.
        canvas.frame.put("Words: ", at: first.origin, style: Style(.key, .bold), clip: first)
        let (characters, _) = window.line.masked(by: canvas.mask)
        canvas.drawLine(characters, cursor: window.line.cursor, in: first.split(left: 7).rest)
    }

    private func drawTitle(of session: HistoryWindow.Entries, in area: Rect, on canvas: inout Canvas) {
        let name = window.selected.map { $0.sessionName ?? $0.session } ?? ""
        let count = session.entries.count
        let title = "Session \(name): " + (count == 1 ? "1 entry" : "\(canvas.grouped(count)) entries")
        canvas.put(canvas.safe(title, columns: area.columns), in: area, style: Style(.key, .bold))
    }

    private func drawNothing(in rows: Rect, on canvas: inout Canvas) {
        let text: String
        if let trouble = window.trouble {
            text = trouble
        } else if window.shown == nil || window.added != nil {
            text = window.added.map { "Reading the journals: \(canvas.grouped($0)) entries so far..." } ?? "Searching..."
        } else if window.words.isEmpty {
            text = "Nothing was recorded yet."
        } else {
            text = "No link or event has words that begin so."
        }
        canvas.put(canvas.safe(text, columns: rows.columns), in: rows.row(0), style: window.trouble == nil ? .dim : .error)
    }

    private func line(of entry: HistoryEntry, columns: Int, _ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.own(" \(canvas.display.date(entry.time))  "), .dim)
        switch entry.kind {
        case .link: break
        case .event: line.append("event  ", .accent)
        case .other: line.append("JSON  ", .accent)
        case .navigation, .realDevice, .lookup: line.append("you  ", .accent)
        }
        line.append(canvas.safe(entry.text, columns: columns), entry.isMasked ? .text : .value)
        return line
    }

    private var status: String {
        var parts: [String] = []
        if let added = window.added { parts.append("adding new entries: \(added)") }
        if let session = window.session {
            if let record = window.selected?.record { parts.append("record \(record + 1)") }
            if session.isPart { parts.append("only entries near the chosen one are shown") }
            if window.selected?.isMasked == true { parts.append("a secret is masked") }
            return parts.joined(separator: "; ")
        }
        if let entry = window.selected {
            parts.append("session \(entry.sessionName ?? entry.session)" + (entry.record.map { ", record \($0 + 1)" } ?? ""))
            if entry.isMasked { parts.append("a secret is masked") }
        }
        if window.found?.entries.count == HistoryWindow.most {
            parts.append("the newest \(HistoryWindow.most) are shown; another word finds fewer")
        }
        if window.prunable > 0 {
            let sessions = window.prunable == 1 ? "session" : "sessions"
            parts.append("to delete \(window.prunable) old or excess \(sessions), run linkscope history prune")
        }
        return parts.joined(separator: "; ")
    }
}
