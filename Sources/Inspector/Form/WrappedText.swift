import Screen

/// The rows of a text that is edited and longer than a row. A row may break anywhere, because links have no spaces. A row also ends where a
/// line of the text ends, and a space is shown for the end of the line.
struct WrappedText {
    /// The characters of each row. The last row has room for the cursor after the last character.
    private(set) var rows: [Range<Int>] = []
    private let characters: [Character]
    private let glyphs: Glyphs

    init(_ characters: [Character], columns: Int, glyphs: Glyphs) {
        self.characters = characters
        self.glyphs = glyphs
        let room = max(columns, 1)
        var start = 0
        var used = 0
        for index in characters.indices {
            let width = Self.width(of: characters[index], glyphs)
            if used + width > room, index > start {
                rows.append(start..<index)
                (start, used) = (index, 0)
            }
            used += width
            if characters[index] == TextLine.newline {
                rows.append(start..<index + 1)
                (start, used) = (index + 1, 0)
            }
        }
        if used >= room, start < characters.count {
            rows.append(start..<characters.count)
            start = characters.count
        }
        rows.append(start..<characters.count)
    }

    /// Returns the row of the cursor. A place between two rows belongs to the second one.
    func row(of cursor: Int) -> Int {
        var low = 0
        var high = rows.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if rows[middle].lowerBound <= cursor { low = middle } else { high = middle - 1 }
        }
        return low
    }

    func text(of row: Int) -> SafeText { text(rows[row]) }

    /// Returns the column of the cursor in its row.
    func column(of cursor: Int) -> Int {
        let start = rows[row(of: cursor)].lowerBound
        return text(start..<max(start, cursor)).columns
    }

    /// Returns the place of the cursor some rows further down, as near to its column as possible; nil if there is no such row.
    func cursor(_ cursor: Int, movedBy count: Int) -> Int? {
        let target = row(of: cursor) + count
        guard rows.indices.contains(target) else { return nil }
        let column = column(of: cursor)
        var used = 0
        for index in rows[target] {
            let width = Self.width(of: characters[index], glyphs)
            if used + width > column { return index }
            used += width
        }
        // The end of a full row is the beginning of the next one.
        return target == rows.count - 1 ? rows[target].upperBound : max(rows[target].upperBound - 1, rows[target].lowerBound)
    }

    private func text(_ range: Range<Int>) -> SafeText {
        glyphs.sanitizer.text(String(characters[range].map { $0 == TextLine.newline ? " " : $0 }))
    }

    private static func width(of character: Character, _ glyphs: Glyphs) -> Int {
        if character == TextLine.newline { return 1 }
        if let byte = character.asciiValue, (0x20...0x7E).contains(byte) { return 1 }
        return glyphs.sanitizer.text(String(character)).columns
    }
}

extension WrappedText {
    /// Returns the place of the cursor after a key that moves it between rows, or to an end of its row.
    func cursor(_ cursor: Int, after key: Key) -> Int {
        let range = rows[row(of: cursor)]
        return switch key {
        case .up: self.cursor(cursor, movedBy: -1) ?? 0
        case .down: self.cursor(cursor, movedBy: 1) ?? characters.count
        case .home: range.lowerBound
        default: row(of: cursor) == rows.count - 1 ? range.upperBound : max(range.upperBound - 1, range.lowerBound)
        }
    }
}
