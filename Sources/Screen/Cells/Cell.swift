/// What one column of one row shows.
///
/// There is no way from a string to a cell but through `SafeText`.
package struct Cell: Hashable, Sendable {
    package let glyph: Glyph
    package var style: Style
    /// The right half of the wide glyph to its left; draws nothing itself.
    package let isContinuation: Bool

    init(_ glyph: Glyph, _ style: Style, isContinuation: Bool = false) {
        self.glyph = glyph
        self.style = style
        self.isContinuation = isContinuation
    }

    static func blank(_ style: Style = .text) -> Cell { Cell(.space, style) }

    package var isWide: Bool { glyph.width == 2 && !isContinuation }
}
