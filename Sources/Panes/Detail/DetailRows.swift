package import Screen

/// The rows of a tab of the detail pane, laid out for the width of the pane.
///
/// The cursor skips empty rows, headings that cannot be folded, and the continuation rows of a long value. Continuation rows are selected
/// together with the first row of their value. Two instances are equal if they are the same object.
package final class DetailRows: Sendable, Equatable {
    package let lines: [DetailLine]
    package let labelColumns: Int
    /// The rows above the others that stay in view.
    package let header: [StyledText]

    package init(_ lines: [DetailLine], labelColumns: Int, header: [StyledText] = []) {
        self.lines = lines
        self.labelColumns = labelColumns
        self.header = header
    }

    package static func == (left: DetailRows, right: DetailRows) -> Bool { left === right }

    /// Returns a row; nil if there is no such row.
    package subscript(row: Int) -> DetailLine? { lines.indices.contains(row) ? lines[row] : nil }

    /// Returns whether the cursor stops at a row.
    package func isStop(_ row: Int) -> Bool {
        guard lines.indices.contains(row), !lines[row].isContinuation else { return false }
        let line = lines[row]
        return !line.value.isEmpty || line.fold != nil || line.source != nil
    }

    /// Returns all rows of a value, given one of its rows.
    package func rows(of row: Int) -> Range<Int> {
        guard lines.indices.contains(row) else { return row..<row }
        let start = lines[...row].lastIndex { !$0.isContinuation } ?? 0
        let end = lines[(row + 1)...].firstIndex { !$0.isContinuation } ?? lines.count
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

// Laying out rows for the width of a pane: aligning their values, and breaking long values into several rows.

extension Display {
    /// Lays out rows as ``alignedRows(of:columns:)`` does. In a narrow pane, a label is above its value.
    package func rows(_ lines: [DetailLine], columns: Int) -> DetailRows {
        if columns < 34 { return rows(of: lines.flatMap(\.stacked), labelColumns: 0, columns: columns) }
        return alignedRows(of: lines, columns: columns)
    }

    /// Lays out rows with a column of labels as wide as the widest label, within limits and at most two fifths of the pane.
    func alignedRows(of lines: [DetailLine], columns: Int) -> DetailRows {
        let labels = lines.lazy.filter { !$0.value.isEmpty }
        let widest = labels.map { glyphs.sanitizer.text($0.label, columns: 30).columns + $0.indent * 2 }.max()
        return rows(of: lines, labelColumns: min(max(widest ?? 0, 8), 30, columns * 2 / 5), columns: columns)
    }

    package func rows(of lines: [DetailLine], labelColumns: Int, columns: Int) -> DetailRows {
        // The selection mark, the fold sign and two spaces take four columns.
        let width = max(columns - labelColumns - 4, 8)
        return DetailRows(lines.flatMap { wrapped($0, width: width) }, labelColumns: labelColumns)
    }

    private func wrapped(_ line: DetailLine, width: Int) -> [DetailLine] {
        var line = line
        if let said = line.said, !line.value.isEmpty { line.say(said, keys) }
        let parts: [String]
        switch line.overflow {
        case .cut: return [line]
        case .words: parts = words(line.value, width: width)
        case .rows(let limit): parts = pieces(line.value, width: width, limit: limit)
        }
        var start = 0
        return parts.enumerated().map { index, part in
            var row = line
            row.value = part
            // A space between two rows is in neither.
            row.keyPlaces = line.keyPlaces.filter { (start..<start + part.count).contains($0.start) }
            for index in row.keyPlaces.indices { row.keyPlaces[index].start -= start }
            start += part.count + 1
            if index > 0 {
                row.label = ""
                row.isContinuation = true
            }
            row.whole = line.value
            return row
        }
    }

    package func words(_ text: String, width: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let columns = glyphs.sanitizer.text(word, columns: width).columns
            if used > 0, used + 1 + columns > width {
                rows.append(row)
                row = ""
                used = 0
            }
            row += used > 0 ? " " + word : String(word)
            used += columns + (used > 0 ? 1 : 0)
        }
        return rows + [row]
    }

    /// Breaks a text anywhere into at most `limit` pieces. The last one is the whole rest, which is truncated when it is drawn.
    private func pieces(_ text: String, width: Int, limit: Int) -> [String] {
        let lines = glyphs.sanitizer.lines(text, width: width, limit: limit + 1, breaksLines: false)
        guard lines.count > 1 else { return [text] }
        let bytes = Array(text.utf8)
        return lines.prefix(limit).enumerated().map { index, line in
            let end = index == limit - 1 ? bytes.count : line.source.upperBound
            return String(decoding: bytes[line.source.lowerBound..<end], as: UTF8.self)
        }
    }
}

extension DetailLine {
    fileprivate var stacked: [DetailLine] {
        let line = with(\.indent, 0)
        return label.isEmpty || value.isEmpty ? [line] : [line.with(\.value, ""), line.with(\.label, "")]
    }
}
