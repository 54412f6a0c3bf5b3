import Screen

@testable import CursesTerminal

extension Frame {
    /// The rows of glyphs and, for every cell, the attributes that a terminal without colors adds to its glyph.
    var monochromeNotation: String {
        let palette = Palette(depth: .monochrome)
        let rows = (0..<size.rows).map { row in
            String(self.row(row).map { Self.letter(palette.look(of: $0.style.role), $0.style.attributes) })
        }
        let legend = ". plain\n- dim\nb bold\nr reverse\nR reverse bold\nu underline\nU underline bold"
        return "\(size), monochrome\n\n\(text)\n\n\(rows.joined(separator: "\n"))\n\n\(legend)\n"
    }

    private static func letter(_ look: Palette.Look, _ added: Style.Attributes) -> Character {
        let attributes = look.attributes.union(added)
        let isBold = attributes.contains(.bold)
        if attributes.contains(.reverse) { return isBold ? "R" : "r" }
        if attributes.contains(.underline) { return isBold ? "U" : "u" }
        return isBold ? "b" : look.isDim ? "-" : "."
    }
}
