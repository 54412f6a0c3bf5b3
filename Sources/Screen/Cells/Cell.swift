/// The content of one column of one row.
///
/// A string can become cells only through `SafeText`.
package struct Cell: Hashable, Sendable {
    package let glyph: Glyph
    package var style: Style
    /// Whether this is the right half of the wide glyph to its left; it draws nothing itself.
    package let isContinuation: Bool

    init(_ glyph: Glyph, _ style: Style, isContinuation: Bool = false) {
        self.glyph = glyph
        self.style = style
        self.isContinuation = isContinuation
    }

    static func blank(_ style: Style = .text) -> Cell { Cell(.space, style) }

    package var isWide: Bool { glyph.width == 2 && !isContinuation }
}
