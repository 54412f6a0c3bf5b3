import Screen

/// The rows of a tab of the detail pane, laid out for the width of the pane.
///
/// The cursor skips empty rows, headings that cannot be folded, and the continuation rows of a long value. Continuation rows are selected
/// together with the first row of their value. Two instances are equal if they are the same object.
package final class DetailRows: Sendable, Equatable {
    package let lines: [DetailLine]
    /// The width of the column of labels.
    let labelColumns: Int
    /// The rows above the others that stay in view.
    let header: [StyledText]

    init(_ lines: [DetailLine], labelColumns: Int, header: [StyledText] = []) {
        self.lines = lines
        self.labelColumns = labelColumns
        self.header = header
    }

    package static func == (left: DetailRows, right: DetailRows) -> Bool { left === right }

    /// Returns a row; nil if there is no such row.
    subscript(row: Int) -> DetailLine? { lines.indices.contains(row) ? lines[row] : nil }
}

extension DetailRows {
    /// Returns whether the cursor stops at a row.
    func isStop(_ row: Int) -> Bool {
        guard lines.indices.contains(row), !lines[row].isContinuation else { return false }
        let line = lines[row]
        return !line.value.isEmpty || line.fold != nil || line.source != nil
    }

    /// Returns all rows of a value, given one of its rows.
    func rows(of row: Int) -> Range<Int> {
        guard lines.indices.contains(row) else { return row..<row }
        var start = row
        while start > 0, lines[start].isContinuation { start -= 1 }
        var end = row + 1
        while end < lines.count, lines[end].isContinuation { end += 1 }
        return start..<end
    }

    /// Returns the row where the cursor stops when it is moved from `old` to `new`, in a view of `height` rows. A value that is longer than
    /// the view is scrolled by one view at a time.
    func stop(from old: Int, to new: Int, height: Int) -> Int {
        guard !lines.isEmpty else { return 0 }
        let new = min(max(new, 0), lines.count - 1)
        // If the rows after the last stop do not fit into the view together with it, the cursor moves on to the last row.
        let end = lines.count - 1 - old >= height ? lines.count - 1 : nil
        let stop = new >= old ? next(from: new) ?? end ?? previous(from: new) : previous(from: new) ?? next(from: new)
        guard let stop else { return new }
        guard abs(stop - old) > height, new != old else { return stop }
        let step = max(height - 1, 1)
        return new > old ? max(new, old + step) : min(new, old - step)
    }

    private func next(from row: Int) -> Int? { (row..<lines.count).first(where: isStop) }
    private func previous(from row: Int) -> Int? { (0...row).last(where: isStop) }

    /// Returns the rows that should be in view together with a selected row: all rows of its value, as many of the headings above as fit,
    /// and, if the row is the last stop, all rows below it.
    func company(of row: Int, height: Int) -> Range<Int> {
        let rows = rows(of: row)
        var start = rows.lowerBound
        while start > 0, !isStop(start - 1), !lines[start - 1].isContinuation { start -= 1 }
        let isLast = next(from: rows.upperBound) == nil
        let end = isLast ? lines.count : rows.upperBound
        start = max(start, end - height)
        return start <= row ? start..<end : row..<row
    }
}
