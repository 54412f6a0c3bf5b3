/// A whole screen as a value: `size.rows` rows of exactly `size.columns` cells, and where the cursor stands.
///
/// Every drawing function cuts at the frame's edge and keeps wide glyphs whole: overwriting one half blanks the other.
package struct Frame: Hashable, Sendable {
    package let size: Size
    private(set) var cells: [Cell]
    /// Nil hides it. A screen reader follows it, so park it on what is selected.
    package var cursor: Point?

    package init(_ size: Size, style: Style = .text) {
        self.size = size
        cells = Array(repeating: .blank(style), count: size.columns * size.rows)
    }

    package var bounds: Rect { Rect(size) }

    /// The cells of a row, `size.columns` of them; none when there is no such row.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Nil outside.
    package subscript(column column: Int, row row: Int) -> Cell? {
        guard bounds.contains(Point(column: column, row: row)) else { return nil }
        return cells[row * size.columns + column]
    }

    /// Puts a glyph where it fits wholly inside `clip`, which lies inside the frame.
    mutating func set(_ glyph: Glyph, _ style: Style, column: Int, row: Int) {
        let index = row * size.columns + column
        clearHalves(at: index, column: column)
        cells[index] = Cell(glyph, style)
        if glyph.width == 2 {
            clearHalves(at: index + 1, column: column + 1)
            cells[index + 1] = Cell(.space, style, isContinuation: true)
        }
    }

    /// Blanks the other half of a wide glyph of which one half is about to be overwritten.
    private mutating func clearHalves(at index: Int, column: Int) {
        if cells[index].isContinuation, column > 0 {
            cells[index - 1] = .blank(cells[index - 1].style)
        }
        if cells[index].isWide, column + 1 < size.columns {
            cells[index + 1] = .blank(cells[index + 1].style)
        }
    }

    mutating func restyle(at index: Int, _ change: (inout Style) -> Void) {
        change(&cells[index].style)
    }
}
