import Panes
import Screen

/// The line in which the filter is typed. The panes stay in view, and each key changes the filter. Typing runs no command.
struct FilterLine: LineWindow {
    let coversPanes = false
    let searchRow: State.SearchRow? = .filter

    var line: TextLine

    func hints(_ state: State) -> [(keys: String, word: String)] {
        let filtering = state.filtering
        let isMoving = filtering.offer == nil && (!line.characters.isEmpty || state.offeredFilters.isEmpty)
        return [("Enter", "keep"), ("Esc", "clear"), isMoving ? ("Up/Down", "move") : ("Up", "saved filters")]
            + (filtering.nextCompletion == nil ? [] : [("Tab", "complete")])
    }

    /// Handles a key. Enter keeps the filter, and Esc clears it.
    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .enter: return state.filtering.problem == nil ? .close() : .stay()
        case .escape: return .close(changing: { $0.clearFilter() })
        case .backspace where line.characters.isEmpty: return .close()
        case .up where line.characters.isEmpty || state.filtering.offer != nil: offer(1, &state)
        case .down where state.filtering.offer != nil: offer(-1, &state)
        case .tab:
            guard line.cursor == line.characters.count, let completion = state.filtering.nextCompletion else { break }
            line = TextLine(completion.text)
            state.change(filterTo: completion.text, from: .completion(completion))
        // The rows can be looked through while the filter is typed.
        case .up, .down, .pageUp, .pageDown: if let command { state.moveCursor(command) }
        default: return .unused
        }
        return .stay()
    }

    /// Offers the saved filter that is `steps` further. Before the first filter, the line is empty.
    private mutating func offer(_ steps: Int, _ state: inout State) {
        let offers = state.offeredFilters
        let index = (state.filtering.offer ?? -1) + steps
        guard index == -1 || offers.indices.contains(index) else { return }
        line = TextLine(index == -1 ? "" : offers[index].text)
        state.change(filterTo: line.text, from: index == -1 ? .typed : .offer(index))
    }

    func edited(_ state: inout State) -> [Effect] {
        state.change(filterTo: line.text)
        return []
    }

    /// The row above the footer is drawn with the panes, because it stays there when the filter is kept.
    func draw(on canvas: inout Canvas, _ state: State) {}
}

/// The line in which the text is typed that is looked for in the details. The rows stay as they are.
struct FindLine: LineWindow {
    let coversPanes = false
    let searchRow: State.SearchRow? = .find

    var line = TextLine()

    func hints(_ state: State) -> [(keys: String, word: String)] {
        let offersLast = line.characters.isEmpty && !state.search.lastText.isEmpty
        return [("Enter", "go to it"), ("Esc", "clear"), offersLast ? ("Up", "last text") : ("Up/Down", "move")]
    }

    /// Handles a key. Enter goes to the first row with the text, and Esc clears the text.
    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .enter: return .close(changing: { $0.go(toMatch: $0.matches?.fromHere) })
        case .escape: return .close(changing: { $0.search.clear() })
        case .backspace where line.characters.isEmpty: return .close()
        case .up where line.characters.isEmpty && !state.search.lastText.isEmpty:
            line = TextLine(state.search.lastText)
            return .stay(edited(&state))
        // The rows can be looked through while the text is typed.
        case .up, .down, .pageUp, .pageDown: if let command { state.moveCursor(command) }
        default: return .unused
        }
        return .stay()
    }

    func edited(_ state: inout State) -> [Effect] {
        state.search.text = line.text
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {}
}

extension State {
    mutating func startFinding() {
        if !isInText { panes.focus = .detail }
        // A new search begins empty; Up recalls the last one.
        search.clear()
        overlay = FindLine()
    }
}
