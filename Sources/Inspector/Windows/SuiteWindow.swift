import Panes
import Screen

/// The window in which the user saves links as a suite: which links, and the name of the file.
struct SuiteWindow: ListWindow, LineWindow {
    /// The choices, with the number of links of each. At least one link can be recorded.
    var scopes: [(scope: SuiteOrder.Scope, words: String)]
    var cursor: ListCursor
    var line = TextLine("links.yaml")

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "save"), ("Up/Down", "links"), ("Esc", "close")] }

    func listHeight(_ state: State) -> Int { max(state.windowPlace.rows, 1) }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard key == .enter else { return .unused }
        let name = line.text
        guard name.contains(where: { !$0.isWhitespace }) else {
            return .stay(state.notify(.plain, "Type the name of a file, such as links.yaml."))
        }
        let scope = scopes[at: cursor]?.scope ?? .selected
        return .close { $0.record(scope, in: name, replacing: false, keepsSecrets: false) }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let hint = canvas.place.hasHint ? 1 : 0
        let area = canvas.window("Save as a suite", columns: 74, rows: cursor.count + 1 + hint)
        let (first, rest) = area.split(top: 1)
        let (rows, last) = rest.split(bottom: hint)
        canvas.rows(scopes, of: cursor, in: rows) { StyledText($1.own(" \($0.words)")) }
        if hint > 0 {
            canvas.put("The suite expects what the simulated device does with these links now.", in: last, style: .dim)
        }
        // The name comes last, because the cursor of the terminal belongs to it.
        canvas.frame.put("File: ", at: first.origin, style: Style(.key, .bold), clip: first)
        let (characters, _) = line.masked(by: canvas.mask)
        canvas.drawLine(characters, cursor: line.cursor, in: first.split(left: 6).rest)
    }
}

extension State {
    /// Handles `T`: asks which links to record, and in which file.
    mutating func startRecording() -> [Effect] {
        var scopes: [(scope: SuiteOrder.Scope, words: String)] = []
        if let number = linkInView.flatMap(lists.number(of:)) { scopes.append((.selected, "the selected link, #\(number)")) }
        let marked = markedRows.count
        if marked > 0 { scopes.append((.marked, marked == 1 ? "the marked link" : "the \(marked) marked links")) }
        let shown = lists.shownLinks.places
        if shown.count > 0 {
            let isWhole = shown.count == shown.total
            scopes.append((.shown, "all listed links: \(isWhole ? "\(shown.count)" : "\(shown.count) of \(shown.total)")"))
        }
        guard !scopes.isEmpty else {
            return notify(.plain, "There is no link to save yet. Paste one, or \(press: .write, or: .sample).")
        }
        var cursor = ListCursor(count: scopes.count)
        if marked > 0, let place = scopes.firstIndex(where: { $0.scope == .marked }) { cursor.move(to: place) }
        overlay = SuiteWindow(scopes: scopes, cursor: cursor)
        return []
    }
}
