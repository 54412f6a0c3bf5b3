import Screen

/// A layout for the width of a pane, which aligns the values of rows, and breaks long values into several rows.
struct DetailWrapping {
    let columns: Int
    let sanitizer: Sanitizer

    /// The width of the labels in the tab Decoded. It is the same for each link, so that no value moves while the user goes through the
    /// links. In a tree, the value follows directly after a longer label.
    private static let decodedLabels = 18

    /// Lays out rows with labels of the same width for each link or event.
    func decodedRows(of lines: [DetailLine]) -> DetailRows {
        let labelColumns = min(Self.decodedLabels, columns / 3)
        return DetailRows(wrapped(lines, labelColumns: labelColumns), labelColumns: labelColumns)
    }

    func rows(of lines: [DetailLine]) -> DetailRows {
        let labelColumns = labelColumns(of: lines)
        return DetailRows(wrapped(lines, labelColumns: labelColumns), labelColumns: labelColumns)
    }

    /// Returns the width of the column of labels: the width of the widest label, within limits and at most a third of the pane.
    private func labelColumns(of lines: [DetailLine]) -> Int {
        let widest = lines.lazy.filter { !$0.value.isEmpty }.map { sanitizer.text($0.label, columns: 20).columns + $0.indent * 2 }.max()
        return min(max(widest ?? 0, 8), 24, columns / 3)
    }

    func wrapped(_ lines: [DetailLine], labelColumns: Int) -> [DetailLine] {
        // The selection mark, the fold sign and two spaces take four columns.
        let width = max(columns - labelColumns - 4, 8)
        return lines.flatMap { line -> [DetailLine] in
            let parts: [String]
            switch line.overflow {
            case .cut: return [line]
            case .words: parts = words(line.value, width: width)
            case .rows(let limit): parts = pieces(line.value, width: width, limit: limit)
            }
            return parts.enumerated().map { index, part in
                var row = line
                row.value = part
                if index > 0 {
                    row.label = ""
                    row.isContinuation = true
                }
                row.whole = line.value
                return row
            }
        }
    }

    func words(_ text: String, width: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let columns = sanitizer.text(word, columns: width).columns
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

    /// Breaks a text anywhere into at most `limit` pieces. The last piece is the whole rest of the text, which is truncated when it is
    /// drawn.
    private func pieces(_ text: String, width: Int, limit: Int) -> [String] {
        let lines = sanitizer.lines(text, width: width, limit: limit + 1, breaksLines: false)
        guard lines.count > 1 else { return [text] }
        let bytes = Array(text.utf8)
        return lines.prefix(limit).enumerated().map { index, line in
            let end = index == limit - 1 ? bytes.count : line.source.upperBound
            return String(decoding: bytes[line.source.lowerBound..<end], as: UTF8.self)
        }
    }
}
