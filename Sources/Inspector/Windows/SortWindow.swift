import Panes
import Screen

struct SortWindow: ListWindow {
    let opener: Command? = .sort

    var cursor: ListCursor

    func hints(_ state: State) -> [(keys: String, word: String)] { [("j/k", "move"), ("Enter", "sort"), ("Esc", "close")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard key == .enter, let order = SortOrder.all[at: cursor] else { return .unused }
        return .close(changing: { $0.sort(by: order) })
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let area = canvas.window("Sort the links", columns: 60, rows: cursor.count)
        canvas.rows(SortOrder.all, of: cursor, in: area) { StyledText($1.own(" \($0.words)")) }
    }
}

extension State {
    mutating func startSorting() {
        guard !lists.links.isEmpty else { return tell(.plain, "There is no link to sort yet.") }
        overlay = SortWindow(cursor: ListCursor(count: SortOrder.all.count, selected: SortOrder.all.firstIndex(of: sorting.order) ?? 0))
    }
}
