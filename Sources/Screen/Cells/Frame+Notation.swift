// A frame as text, for golden files, documentation and failing tests:
//
//     20x2, cursor at 3,1          the head
//     …                            text: one line per row, without trailing spaces
//     …                            styles: one letter per cell, for every cell
//     . text                       legend: what each letter means, in the order of the roles
//     t title bold

extension Frame {
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

    /// The rows of styles, with one letter per cell.
    package var styles: String { stylesAndLegend.styles }

    /// The meaning of each letter in `styles`, one letter per line.
    package var legend: String { stylesAndLegend.legend }

    /// The size, the cursor, the glyphs, the styles and the legend. Tests compare all of it.
    package var notation: String {
        let (styles, legend) = stylesAndLegend
        let cursor = cursor.map { "cursor at \($0)" } ?? "no cursor"
        return "\(size), \(cursor)\n\n\(text)\n\n\(styles)\n\n\(legend)\n"
    }

    /// The styles and the legend. A style without attributes has the letter of its role. The first style of a role with attributes gets the
    /// capital letter (`X` for text). Further styles get digits and other signs.
    private var stylesAndLegend: (styles: String, legend: String) {
        var letters: [Style: Character] = [:]
        var used: Set<Character> = []
        var spare = "0123456789!#$%&*+/<=>?@^~".makeIterator()
        func letter(for style: Style) -> Character {
            if let known = letters[style] { return known }
            let plain = style.role.letter
            var choice = style.attributes.isEmpty ? plain : style.role == .text ? "X" : Character(plain.uppercased())
            if used.contains(choice) { choice = spare.next() ?? "`" }
            letters[style] = choice
            used.insert(choice)
            return choice
        }
        let rows = (0..<size.rows).map { row in String(self.row(row).map { letter(for: $0.style) }) }
        let order = letters.sorted {
            ($0.key.role.rawValue, $0.key.attributes.rawValue) < ($1.key.role.rawValue, $1.key.attributes.rawValue)
        }
        return (rows.joined(separator: "\n"), order.map { "\($0.value) \($0.key)" }.joined(separator: "\n"))
    }
}
