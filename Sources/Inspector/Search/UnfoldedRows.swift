/// The rows of a tab as they would be if no part were folded, beside the rows as they are. A search also finds what a folded part hides.
struct UnfoldedRows {
    let all: DetailRows
    let visible: DetailRows

    /// The index in `all` of each visible row. A value may be broken into other rows, so the rows after its first one are left out.
    private let indices: [Int: Int]
    /// The path of the folded part that hides a row, for each hidden row of `all`.
    private let hiders: [Int: String]

    init(all: DetailRows, visible: DetailRows) {
        (self.all, self.visible) = (all, visible)
        var indices: [Int: Int] = [:]
        var hiders: [Int: String] = [:]
        if all != visible {
            var rest = visible.lines.indices.filter { !visible.lines[$0].isContinuation }[...]
            var last: DetailLine?
            for index in all.lines.indices where !all.lines[index].isContinuation {
                let line = all.lines[index]
                if let row = rest.first, visible.lines[row].path == line.path, visible.lines[row].label == line.label {
                    indices[row] = index
                    last = visible.lines[row]
                    rest.removeFirst()
                } else if last?.fold == .closed {
                    hiders[index] = last?.path
                }
            }
        }
        (self.indices, self.hiders) = (indices, hiders)
    }

    /// Returns the index in `all` of a visible row.
    func index(of row: Int) -> Int { all == visible ? row : indices[visible.rows(of: row).lowerBound] ?? 0 }

    /// Returns the visible row with an index in `all`; nil if it is hidden.
    func row(at index: Int) -> Int? { all == visible ? index : indices.first { $0.value == index }?.key }

    /// Returns the path of the folded part that hides a row; nil if the row is visible.
    func hider(of index: Int) -> String? { hiders[index] }
}
