import Screen

extension Canvas {
    /// Draws a line of text that can be edited: the part around the cursor, or the beginning if the line does not have the cursor.
    ///
    /// - Parameter marked: The characters that have a problem.
    mutating func drawLine(_ characters: [Character], cursor: Int?, marked: Range<Int>? = nil, in field: Rect) {
        guard !field.isEmpty else { return }
        // A character takes at least one column, so characters further to the left or right are not visible.
        let start = min(max((cursor ?? 0) - field.columns, 0), characters.count)
        let end = min((cursor ?? 0) + field.columns + 1, characters.count)
        let inside = [cursor, marked?.lowerBound, marked?.upperBound].compactMap(\.self).filter { start < $0 && $0 < end }
        let cuts = [start] + inside.sorted() + [end]
        let pieces = zip(cuts, cuts.dropFirst()).map { from, to in
            let isMarked = marked.map { $0.lowerBound <= from && to <= $0.upperBound } ?? false
            return (
                from: from, text: glyphs.sanitizer.text(String(characters[from..<to])), style: isMarked ? Style(.error, .underline) : .value
            )
        }
        let before = cursor.map { cursor in pieces.filter { $0.from < cursor }.reduce(0) { $0 + $1.text.columns } } ?? 0
        // A text that does not fit is scrolled so that a few columns after the cursor are visible.
        let fits = pieces.reduce(0) { $0 + $1.text.columns } < field.columns
        let margin = min(8, max(field.columns / 3, 1))
        let scrolled = fits ? 0 : max(before - field.columns + margin, 0)
        var column = field.left - scrolled
        for piece in pieces {
            column += frame.put(piece.text, at: Point(column: column, row: field.top), style: piece.style, clip: field)
        }
        if cursor != nil {
            frame.cursor = Point(column: field.left + before - scrolled, row: field.top)
        } else if column > field.right || end < characters.count {
            let cut = glyphs.cut
            frame.put(cut, at: Point(column: field.right - cut.columns, row: field.top), style: .dim, clip: field)
        }
    }
}
