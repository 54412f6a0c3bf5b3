import Panes
import Records
import Screen

/// The window with the sample links.
struct SamplesWindow: ListWindow {
    var cursor: ListCursor

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "move"), ("Enter", "deliver"), ("Esc", "close")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard key == .enter, let sample = state.samples[at: cursor] else { return .unused }
        return .close { _ in [.deliver(Array(sample.link.utf8), .sample)] }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let area = canvas.window("Samples", columns: 90, rows: cursor.count, note: "Enter delivers, Esc closes")
        canvas.rows(state.samples, of: cursor, in: area) { StyledText($1.safe(" \($0.title)", columns: area.columns)) }
    }
}
