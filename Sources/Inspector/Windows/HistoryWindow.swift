import Bytes
import Panes
import Records
import Screen

/// The window that searches all sessions: the words, the entries that were found, and the session of the selected entry.
///
/// The history is read outside `State`. The first answer uses the history as it is, and the second one the updated history.
struct HistoryWindow: Overlay {
    private(set) var line: TextLine
    /// The words that have been searched for last.
    private var asked: String
    /// What was found for the words, with the newest first; nil until the first answer.
    var found: Entries?
    /// The session of an entry, with the oldest entry first; nil while the search is shown.
    var session: Entries?
    /// The entry whose session has been asked for; nil if no answer is awaited.
    var awaited: HistoryEntry?
    /// The number of entries that have been added to the history so far, while it is being brought up to date; nil if it is up to date.
    var added: Int?
    /// The number of sessions that `linkscope history prune` would delete.
    var prunable = 0
    /// Why the history cannot be read.
    var trouble: String?

    /// Entries from which the user chooses one.
    struct Entries: Sendable {
        var entries: [HistoryEntry]
        var cursor: ListCursor
        /// Whether the session may have more entries, because as many as were asked for were read before or after the chosen entry.
        var isPart = false

        /// - Parameters:
        ///   - selected: The index of the selected entry.
        ///   - height: The number of rows for entries.
        init(_ entries: [HistoryEntry], selected: Int = 0, height: Int) {
            self.entries = entries
            cursor = ListCursor(count: entries.count, selected: selected)
            cursor.settle(height: height)
        }
    }

    init(_ words: String) { (line, asked) = (TextLine(words), words) }

    let closing: [Effect] = [.closeHistory]

    var field: TextLine? {
        get { session == nil ? line : nil }
        set { if let newValue { line = newValue } }
    }

    var list: ListCursor? {
        get { shown?.cursor }
        set { if let newValue { shown?.cursor = newValue } }
    }

    var shown: Entries? {
        get { session ?? found }
        set {
            if session == nil { found = newValue } else { session = newValue }
        }
    }

    var selected: HistoryEntry? { shown.flatMap { $0.entries[at: $0.cursor] } }

    func hints(_ state: State) -> [(keys: String, word: String)] {
        [
            ("Enter", "deliver"), ("Up/Down", "move"), ("Tab", session == nil ? "show session" : "search"),
            ("Ctrl-O", "open session"), ("Esc", session == nil ? "close" : "back"),
        ]
    }

    /// The first row is for the words, and the last one for the selected entry.
    func listHeight(_ state: State) -> Int { max(state.windowPlace.rows - 2, 1) }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .escape where session != nil, .tab where session != nil: session = nil
        case .tab:
            guard let entry = selected else { break }
            awaited = entry
            return .stay([.readSession(of: entry)])
        case .enter: return selected.map { replay($0, &state) } ?? .stay()
        case .control("o"):
            guard let entry = selected else { break }
            guard let path = entry.journal else {
                return .stay(state.notify(.bad, "The session cannot be opened: its journal is gone."))
            }
            return .close { _ in [.openSession(path)] }
        case .up, .down, .pageUp, .pageDown: return .unused
        default: return session == nil ? .unused : .stay()
        }
        return .stay()
    }

    /// Delivers a link or event again. If secrets are masked in it, the user has to type them first.
    private func replay(_ entry: HistoryEntry, _ state: inout State) -> Reaction {
        guard entry.kind.isRecord else { return .stay(state.notify(.plain, "Only links and events can be delivered again.")) }
        guard entry.isMasked else { return .close { _ in [.deliver(Array(entry.text.utf8), .history)] } }
        return .close {
            $0.overlay = WritingWindow(line: TextLine(entry.text, hasDots: true))
            return $0.notify(
                .plain, "A secret was masked when the link was kept: type it in place of the dots. Enter delivers.")
        }
    }

    /// Searches for the words if they have changed.
    mutating func edited(_ state: inout State) -> [Effect] {
        guard line.text != asked else { return [] }
        (asked, awaited) = (line.text, nil)
        return [.searchHistory(words: asked, isFirst: false)]
    }

    mutating func receive(_ message: Message, _ state: inout State) -> [Effect] {
        guard case .history(let news) = message else { return [] }
        switch news {
        case .found(let entries, let words):
            // An answer to earlier words would only flicker.
            guard words == asked else { break }
            let isSame = entries.map(\.id) == found?.entries.map(\.id)
            if isSame { found?.entries = entries } else { found = Entries(entries, height: listHeight(state)) }
        case .session(let entries, let id):
            // The user may have chosen another entry since, or have gone on typing.
            guard awaited?.id == id else { break }
            awaited = nil
            let before = entries.firstIndex { $0.id == id } ?? 0
            session = Entries(entries, selected: before, height: listHeight(state))
            session?.isPart = max(before, entries.count - before) >= HistoryNews.mostBeside
        case .adding(let count): added = count
        case .upToDate(let count):
            added = nil
            prunable = count
        case .failed(let reason):
            trouble = reason
            added = nil
        }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let area = canvas.window("History of all sessions", columns: canvas.place.columns, rows: canvas.place.rows)
        let (first, rest) = area.split(top: 1)
        let (rows, last) = rest.split(bottom: 1)
        if let shown, !shown.entries.isEmpty {
            canvas.rows(of: shown.cursor, in: rows) { line(at: $0, of: shown.entries, columns: rows.columns, $1) }
            canvas.put(canvas.safe(status, columns: last.columns), in: last, style: .dim)
        } else {
            drawNothing(in: rows, on: &canvas)
        }
        if let session {
            let name = selected.map { $0.sessionName ?? $0.session } ?? ""
            let title = "Session \(name): " + session.entries.count.counted("entry", "entries", isGrouped: true)
            return canvas.put(canvas.safe(title, columns: first.columns), in: first, style: Style(.key, .bold))
        }
        // The words come last, because the cursor of the terminal belongs to them.
        canvas.frame.put("Words: ", at: first.origin, style: Style(.key, .bold), clip: first)
        let (characters, _) = line.masked(by: canvas.mask)
        canvas.drawLine(characters, cursor: line.cursor, in: first.split(left: 7).rest)
    }

    private func drawNothing(in rows: Rect, on canvas: inout Canvas) {
        let text: String
        if let trouble {
            text = trouble
        } else if shown == nil || added != nil {
            text = added.map { "Reading the journals: \(canvas.grouped($0)) entries so far..." } ?? "Searching..."
        } else if line.text.isEmpty {
            text = "Nothing was recorded yet."
        } else {
            text = "No link or event has words that begin so."
        }
        canvas.put(canvas.safe(text, columns: rows.columns), in: rows.row(0), style: trouble == nil ? .dim : .error)
    }

    private func line(at index: Int, of entries: [HistoryEntry], columns: Int, _ canvas: Canvas) -> StyledText {
        guard entries.indices.contains(index) else { return StyledText() }
        let entry = entries[index]
        var line = StyledText(canvas.own(" \(canvas.display.date(entry.time))  "), .dim)
        switch entry.kind {
        case .link: break
        case .event: line.append("event  ", .accent)
        case .other: line.append("JSON  ", .accent)
        case .navigation, .realDevice, .lookup: line.append("you  ", .accent)
        }
        let beside = [index - 1, index + 1].filter(entries.indices.contains).map { entries[$0].text }
        let text = canvas.safe(entry.text, differingFrom: beside, columns: max(columns - line.columns - 1, 1))
        line.append(text, entry.isMasked ? .text : .value)
        return line
    }

    private var status: String {
        var parts: [String] = []
        if let added { parts.append("adding new entries: \(added)") }
        if let session {
            if let record = selected?.record { parts.append("record \(record + 1)") }
            if session.isPart { parts.append("only entries near the chosen one are shown") }
            if selected?.isMasked == true { parts.append("a secret is masked") }
            return parts.joined(separator: "; ")
        }
        if let entry = selected {
            parts.append("session \(entry.sessionName ?? entry.session)" + (entry.record.map { ", record \($0 + 1)" } ?? ""))
            if entry.isMasked { parts.append("a secret is masked") }
        }
        if found?.entries.count == HistoryNews.most {
            parts.append("the newest \(HistoryNews.most) are shown; another word finds fewer")
        }
        if prunable > 0 {
            parts.append("to delete \(prunable.counted("old or excess session")), run linkscope history prune")
        }
        return parts.joined(separator: "; ")
    }
}

extension State {
    /// Handles `H`: searches all sessions.
    mutating func startSearchingHistory(_ words: String = "") -> [Effect] {
        overlay = HistoryWindow(words)
        return [.searchHistory(words: words, isFirst: true)]
    }
}
