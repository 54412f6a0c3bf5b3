/// A screen as a value: `size.rows` rows of exactly `size.columns` cells each, and the position of the cursor.
///
/// Every drawing method clips at the edge of the frame. Overwriting one half of a wide glyph replaces the other half by a space.
package struct Frame: Hashable, Sendable {
    package let size: Size
    var cells: [Cell]
    /// The position of the cursor. Nil hides the cursor. Screen readers follow the cursor, so place it on the selected item.
    package var cursor: Point?

    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank(.text), count: size.columns * size.rows)
    }

    package var bounds: Rect { Rect(size) }

    /// Returns the `size.columns` cells of a row. Returns no cells if the row does not exist.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The rows of glyphs without trailing spaces. A wide glyph is written once.
    package var text: String {
        (0..<size.rows).map(textOfRow).joined(separator: "\n")
    }

    package func textOfRow(_ row: Int) -> String {
        var line = ""
        for cell in self.row(row) where !cell.isContinuation { cell.glyph.append(to: &line) }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Sets a glyph. The caller makes sure that the glyph fits inside the frame.
    mutating func set(_ glyph: Glyph, _ style: Style, column: Int, row: Int) {
        let index = row * size.columns + column
        clearHalves(at: index, column: column)
        cells[index] = Cell(glyph, style)
        if glyph.width == 2 {
            clearHalves(at: index + 1, column: column + 1)
            cells[index + 1] = Cell(.space, style, isContinuation: true)
        }
    }

    /// Replaces the other half of a wide glyph by a space, because one half is about to be overwritten.
    private mutating func clearHalves(at index: Int, column: Int) {
        if cells[index].isContinuation, column > 0 {
            cells[index - 1] = .blank(cells[index - 1].style)
        }
        if cells[index].isWide, column + 1 < size.columns {
            cells[index + 1] = .blank(cells[index + 1].style)
        }
    }
}

/// The content of one column of one row.
///
/// Text becomes cells only through `SafeText`.
package struct Cell: Hashable, Sendable {
    package let glyph: Glyph
    package var style: Style
    /// Whether the cell is the right half of the wide glyph to its left. Such a cell draws nothing itself.
    package let isContinuation: Bool

    init(_ glyph: Glyph, _ style: Style, isContinuation: Bool = false) {
        self.glyph = glyph
        self.style = style
        self.isContinuation = isContinuation
    }

    static func blank(_ style: Style) -> Cell { Cell(.space, style) }

    package var isWide: Bool { glyph.width == 2 && !isContinuation }
}
