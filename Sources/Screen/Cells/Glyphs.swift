/// The drawing signs of a theme: lines as Unicode in a UTF-8 terminal, `+-|` elsewhere. Never the terminal's own line set,
/// which breaks under many terminals.
package struct Glyphs: Hashable, Sendable {
    package let encoding: Sanitizer.Encoding
    let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Glyph
    /// What is put where text was cut.
    package let cut: SafeText
    package let folded: SafeText
    package let unfolded: SafeText
    package let arrow: SafeText
    package let selected: SafeText

    package static let utf8 = Glyphs(
        encoding: .utf8,
        horizontal: Glyph("─"),
        vertical: Glyph("│"),
        topLeft: Glyph("┌"),
        topRight: Glyph("┐"),
        bottomLeft: Glyph("└"),
        bottomRight: Glyph("┘"),
        cut: "…",
        folded: "▸",
        unfolded: "▾",
        arrow: "→",
        selected: ">"
    )

    package static let ascii = Glyphs(
        encoding: .ascii,
        horizontal: Glyph("-"),
        vertical: Glyph("|"),
        topLeft: Glyph("+"),
        topRight: Glyph("+"),
        bottomLeft: Glyph("+"),
        bottomRight: Glyph("+"),
        cut: "..",
        folded: ">",
        unfolded: "v",
        arrow: "->",
        selected: ">"
    )

    package static func matching(_ encoding: Sanitizer.Encoding) -> Glyphs {
        encoding == .utf8 ? .utf8 : .ascii
    }

    /// The sanitiser that goes with these signs.
    package var sanitizer: Sanitizer { Sanitizer(encoding) }
}
