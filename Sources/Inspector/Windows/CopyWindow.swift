import DeviceTools
import Panes
import Screen

/// The copy menu: each choice with its key and the beginning of what it copies, or the reason why it is not available.
struct CopyWindow: ListWindow {
    var cursor = ListCursor(count: CopyChoice.allCases.count)

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "copy"), ("Up/Down", "move"), ("Esc", "close")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        var choice = key == .enter ? CopyChoice.allCases[at: cursor] : nil
        if case .character(let scalar, []) = key { choice = CopyChoice(rawValue: Character(scalar)) }
        guard let choice else { return .unused }
        let effects = state.copy(choice)
        return effects.isEmpty ? .stay() : .close { _ in effects }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let lines = CopyChoice.allCases.map { line(of: $0, in: state, columns: canvas.place.columns, canvas) }
        // The mark of the selection stands before each line.
        let widest = lines.map(\.columns).max() ?? 0
        let area = canvas.window("Copy", columns: max(widest + 1, 60), rows: cursor.count)
        canvas.rows(lines, of: cursor, in: area) { line, _ in line }
    }

    private func line(of choice: CopyChoice, in state: State, columns: Int, _ canvas: Canvas) -> StyledText {
        let titleColumns = 15
        let room = max(columns - titleColumns - 4, 8)
        var (preview, isAvailable) = ("", true)
        do throws(CommandRefusal) {
            preview = try state.copyContent(choice).preview(canvas.mask, columns: room)
        } catch {
            (preview, isAvailable) = ("(\(error.reason))", false)
        }
        var text = StyledText(canvas.own(" \(choice.rawValue) "), isAvailable ? Style(.key, .bold) : .dim)
        if columns < 30 {
            // A preview has no room here. A choice in parentheses is not available. Its key shows the reason.
            text.append(canvas.own(isAvailable ? choice.title : "(\(choice.title))"), isAvailable ? .text : .dim)
            return text
        }
        text.append(canvas.own(choice.title).padded(to: titleColumns, glyphs: canvas.glyphs), isAvailable ? .text : .dim)
        text.append(canvas.safe(preview, columns: room), isAvailable ? .value : .dim)
        return text
    }
}

extension State {
    mutating func startCopying() {
        guard detail.subject != nil else {
            return tell(.plain, "There is nothing to copy yet. Paste a link, or \(press: .sample) for a sample.")
        }
        overlay = CopyWindow()
    }
}
