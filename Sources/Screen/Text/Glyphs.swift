/// The symbols that frames are drawn with: Unicode line drawing in a UTF-8 terminal, `+-|` in others. The terminal's own line-drawing set
/// is never used, because it does not work in many terminals.
package struct Glyphs: Hashable, Sendable {
    package let encoding: Sanitizer.Encoding
    let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Glyph
    /// The lines of a focused border, which are visible without colors too.
    let focused: Border
    /// The sign at the end of truncated text.
    package let cut: SafeText
    package let folded: SafeText
    package let unfolded: SafeText
    package let arrow: SafeText
    package let selected: SafeText
    /// The sign of a row that the user marked.
    package let marked: SafeText

    package static let utf8 = Glyphs(
        encoding: .utf8,
        horizontal: Glyph("─"),
        vertical: Glyph("│"),
        topLeft: Glyph("┌"),
        topRight: Glyph("┐"),
        bottomLeft: Glyph("└"),
        bottomRight: Glyph("┘"),
        focused: Border(horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
        cut: "…",
        folded: "▸",
        unfolded: "▾",
        arrow: "→",
        selected: ">",
        marked: "◆"
    )

    package static let ascii = Glyphs(
        encoding: .ascii,
        horizontal: Glyph("-"),
        vertical: Glyph("|"),
        topLeft: Glyph("+"),
        topRight: Glyph("+"),
        bottomLeft: Glyph("+"),
        bottomRight: Glyph("+"),
        focused: Border(horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#"),
        cut: "..",
        folded: ">",
        unfolded: "v",
        arrow: "->",
        selected: ">",
        marked: "+"
    )

    package static func matching(_ encoding: Sanitizer.Encoding) -> Glyphs {
        encoding == .utf8 ? .utf8 : .ascii
    }

    /// The lines of a border.
    struct Border: Hashable, Sendable {
        let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Glyph

        init(
            horizontal: Unicode.Scalar, vertical: Unicode.Scalar, topLeft: Unicode.Scalar, topRight: Unicode.Scalar,
            bottomLeft: Unicode.Scalar, bottomRight: Unicode.Scalar
        ) {
            self.horizontal = Glyph(horizontal)
            self.vertical = Glyph(vertical)
            self.topLeft = Glyph(topLeft)
            self.topRight = Glyph(topRight)
            self.bottomLeft = Glyph(bottomLeft)
            self.bottomRight = Glyph(bottomRight)
        }
    }

    /// The sanitizer for the same encoding.
    package var sanitizer: Sanitizer { Sanitizer(encoding) }
}
