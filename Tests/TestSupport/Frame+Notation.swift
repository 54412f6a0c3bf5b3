package import Screen

// A frame as text, for golden files and failing tests:
//
//     20x2, cursor at 3,1          the head
//     …                            text: one line per row, without trailing spaces
//     …                            styles: one letter per cell, for every cell
//     . text                       legend: what each letter means, in the order of the roles
//     t title bold

extension Frame {
    /// The cell at a position. Nil outside the frame.
    package subscript(column column: Int, row row: Int) -> Cell? {
        bounds.contains(Point(column: column, row: row)) ? self.row(row)[row * size.columns + column] : nil
    }

    /// The rows of styles, with one letter per cell.
    package var styles: String { stylesAndLegend.styles }

    /// The size, the cursor, the glyphs, the styles and the legend, which tells the meaning of each letter in the styles. Tests compare all
    /// of it.
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
        return (rows.joined(separator: "\n"), order.map { "\($0.value) \($0.key.words)" }.joined(separator: "\n"))
    }
}

extension Style {
    /// The role and its attributes: `title bold underline`.
    fileprivate var words: String {
        var words = ["\(role)"]
        if attributes.contains(.bold) { words.append("bold") }
        if attributes.contains(.reverse) { words.append("reverse") }
        if attributes.contains(.underline) { words.append("underline") }
        return words.joined(separator: " ")
    }
}

extension Role {
    /// The letter of the role in the text form of frames.
    fileprivate var letter: Character {
        switch self {
        case .text: "."
        case .dim: "d"
        case .accent: "a"
        case .title: "t"
        case .ok: "o"
        case .warning: "w"
        case .error: "e"
        case .selection: "s"
        case .match: "m"
        case .border: "b"
        case .focusedBorder: "f"
        case .banner: "n"
        case .unsafe: "u"
        case .key: "k"
        case .value: "v"
        case .hint: "h"
        case .code: "c"
        }
    }
}
