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

    static func blank(_ style: Style = .text) -> Cell { Cell(.space, style) }

    package var isWide: Bool { glyph.width == 2 && !isContinuation }
}
