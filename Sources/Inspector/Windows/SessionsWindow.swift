import Panes
package import Records
import Screen

/// The window with the saved sessions: the time of the last change, the size, and the name or the first record. The journals are read,
/// renamed and deleted outside `State`.
struct SessionsWindow: ListWindow {
    /// What the user is doing with the selected session.
    enum Step: Sendable, Equatable {
        case choosing
        case naming(TextLine)
        /// The user has to confirm that the session is deleted.
        case deleting
    }

    /// The sessions, most recently changed first; nil until they are listed.
    var sessions: [SessionSummary]?
    var cursor = ListCursor()
    private(set) var step = Step.choosing

    private var selected: SessionSummary? { sessions?[at: cursor] }

    var list: ListCursor? {
        get { step == .choosing ? cursor : nil }
        set { if let newValue { cursor = newValue } }
    }

    var field: TextLine? {
        get { if case .naming(let line) = step { line } else { nil } }
        set { if let newValue { step = .naming(newValue) } }
    }

    var isQuestion: Bool { step == .deleting }

    /// The last row of the window is for the name, or for the question.
    func listHeight(_ state: State) -> Int { max(state.windowPlace.rows - 1, 1) }

    func hints(_ state: State) -> [(keys: String, word: String)] {
        switch step {
        case .choosing:
            selected == nil ? [("Esc", "close")] : [("Enter", "open"), ("n", "name"), ("x", "delete"), ("Esc", "close")]
        case .naming: [("Enter", "save"), ("Esc", "cancel")]
        case .deleting: [("y", "delete"), ("Esc", "keep")]
        }
    }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch (step, key) {
        case (.naming, .escape): step = .choosing
        case (.naming(let line), .enter):
            step = .choosing
            return .stay(selected.map { [.nameSession($0.path, line.text)] } ?? [])
        case (.naming, _): return .unused
        case (.deleting, _):
            step = .choosing
            return .stay(key == "y" ? selected.map { [.deleteSession($0.path)] } ?? [] : [])
        case (.choosing, _):
            guard let session = selected else { return .unused }
            switch key {
            case .enter:
                guard session.use == .free else { return refuse(session, &state) }
                return .close { _ in [.openSession(session.path)] }
            case "n":
                guard session.use != .other else { return refuse(session, &state) }
                step = .naming(TextLine(session.name ?? ""))
            case "x":
                guard session.use != .current else { return .stay(state.notify(.plain, "The open session cannot be deleted.")) }
                guard session.use == .free else { return refuse(session, &state) }
                step = .deleting
            default: return .unused
            }
        }
        return .stay()
    }

    private func refuse(_ session: SessionSummary, _ state: inout State) -> Reaction {
        let isCurrent = session.use == .current
        return .stay(
            state.notify(.plain, isCurrent ? "This is the session that is open." : "Another inspector uses this session. Quit it first."))
    }

    /// Shows the sessions that were listed.
    mutating func receive(_ message: Message, _ state: inout State) -> [Effect] {
        guard case .sessions(let sessions, _) = message else { return [] }
        self.sessions = sessions
        cursor.replace(count: sessions.count)
        cursor.settle(height: listHeight(state))
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let count = sessions?.count ?? 0
        let area = canvas.window("Sessions", columns: canvas.place.columns, rows: max(count, 1) + 1)
        let (rows, last) = area.split(bottom: 1)
        guard let sessions = sessions, !sessions.isEmpty else {
            let text: SafeText = sessions == nil ? "Reading the sessions..." : "There is no saved session yet."
            return canvas.put(text, in: rows.row(0), style: .dim)
        }
        canvas.rows(sessions, of: cursor, in: rows) { line(of: $0, columns: rows.columns, $1) }
        switch step {
        case .choosing:
            let replaying = selected.map { "linkscope --replay \($0.word) replays it; " } ?? "linkscope "
            canvas.put(canvas.safe(replaying + "--continue reopens the last one.", columns: last.columns), in: last, style: .dim)
        case .naming(let line):
            canvas.frame.put("Name: ", at: last.origin, style: Style(.key, .bold), clip: last)
            canvas.drawLine(line.characters, cursor: line.cursor, in: last.split(left: 6).rest)
        case .deleting:
            canvas.put("Delete this session for good? y deletes it, any other key keeps it.", in: last, style: Style(.warning, .bold))
        }
    }

    private func line(of session: SessionSummary, columns: Int, _ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.own(" \(canvas.display.date(session.changedAt))"), .dim)
        if columns >= 60 { line.append(canvas.own("  \(session.sizeText)".padded(to: 10)), .dim) }
        line.append("  ")
        switch session.use {
        case .free: break
        case .current: line.append("(this one) ", .ok)
        case .other: line.append("(in use) ", .warning)
        }
        if let name = session.name { line.append(canvas.safe("\(name)  ", columns: columns), Style(.accent, .bold)) }
        let first = canvas.mask.beginning(of: session.first, columns: columns)
        line.append(canvas.glyphs.sanitizer.text(first, columns: columns + 1), .value)
        return line
    }
}

extension State {
    package mutating func startChoosingSession() -> [Effect] {
        overlay = SessionsWindow()
        return [.listSessions]
    }

    /// The sessions of the open window; nil until they are listed.
    package var listedSessions: [SessionSummary]? { (overlay as? SessionsWindow)?.sessions }
}

extension SessionSummary {
    /// What `--replay` takes for this session: its name, or the name of its journal.
    package var word: String { name ?? path.split(separator: "/").last.map { String($0) } ?? path }

    /// The size in words, such as `3 KB`.
    package var sizeText: String {
        switch size {
        case ..<1000: "\(size) B"
        case ..<1_000_000: "\(size / 1000) KB"
        default: "\(size / 1_000_000) MB"
        }
    }
}
