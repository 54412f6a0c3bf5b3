// The cursor of the detail pane goes from one thing to the next: over blank rows, headings with nothing behind them, and the further rows
// of a value that takes several. Those are selected with their first row.

extension Shown {
    /// Whether the cursor stops at a row.
    func isStop(_ row: Int) -> Bool {
        guard lines.indices.contains(row), !lines[row].isContinuation else { return false }
        let line = lines[row]
        return !line.value.isEmpty || line.fold != nil || line.source != nil
    }

    /// The rows of the value that a row belongs to.
    func rows(of row: Int) -> Range<Int> {
        guard lines.indices.contains(row) else { return row..<row }
        var start = row
        while start > 0, lines[start].isContinuation { start -= 1 }
        var end = row + 1
        while end < lines.count, lines[end].isContinuation { end += 1 }
        return start..<end
    }

    /// Where the cursor stops when it was to go from one row to another, in a view of so many rows: what is longer than the view is gone
    /// through view by view.
    func stop(from old: Int, to new: Int, height: Int) -> Int {
        guard !lines.isEmpty else { return 0 }
        let new = min(max(new, 0), lines.count - 1)
        // What stands behind the last stop is gone through too, where it is more than the view shows with it.
        let end = lines.count - 1 - old >= height ? lines.count - 1 : nil
        let stop = new >= old ? next(from: new) ?? end ?? previous(from: new) : previous(from: new) ?? next(from: new)
        guard let stop else { return new }
        guard abs(stop - old) > height, new != old else { return stop }
        let step = max(height - 1, 1)
        return new > old ? max(new, old + step) : min(new, old - step)
    }

    private func next(from row: Int) -> Int? { (row..<lines.count).first(where: isStop) }
    private func previous(from row: Int) -> Int? { (0...row).last(where: isStop) }

    /// The rows that should be in view with a selected one, in a view of so many: its value to the end, with as much of the headings above
    /// as finds room beside; and what follows the last stop.
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
