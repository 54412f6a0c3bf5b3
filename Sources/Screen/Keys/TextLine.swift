/// A line of text that the user edits, with the position of the cursor.
package struct TextLine: Sendable, Equatable {
    package private(set) var characters: [Character]
    package private(set) var cursor: Int
    /// The maximum number of characters in a line. A longer link cannot be edited in the inspector.
    package static let limit = 1 << 16
    /// Whether dots stand for masked secrets, which have to be typed before the line is delivered.
    package let hasDots: Bool

    package init(_ text: String = "", hasDots: Bool = false) {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
        self.hasDots = hasDots
        moveToDots()
    }

    package var text: String { String(characters) }

    package var lineCount: Int { characters.split(separator: Self.newline).count }

    /// The sign between two lines, in a text that keeps them.
    package static let newline: Character = "\n"

    /// Inserts typed or pasted text, without control characters. Returns the number of characters that did not fit.
    ///
    /// - Parameter keepsLines: Whether the ends of lines stay. Otherwise, the lines become one.
    @discardableResult
    package mutating func insert(_ text: some Sequence<Character>, keepsLines: Bool = false) -> Int {
        let clean = text.map { keepsLines && $0.isNewline ? Self.newline : $0 }.filter { character in
            keepsLines && character == Self.newline
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        if !clean.isEmpty { removeDots() }
        let room = max(Self.limit - characters.count, 0)
        let fitting = clean.prefix(room)
        characters.insert(contentsOf: fitting, at: cursor)
        cursor += fitting.count
        return clean.count - fitting.count
    }

    // MARK: Dots in place of secrets

    private static let dot: Character = "•"

    /// Whether a masked secret still has to be typed.
    package var lacksSecret: Bool { hasDots && characters.contains(Self.dot) }

    /// Moves the cursor behind the first dots that stand for a secret, where a typed secret replaces them.
    package mutating func moveToDots() {
        guard hasDots, let start = characters.firstIndex(of: Self.dot) else { return }
        cursor = characters[start...].firstIndex { $0 != Self.dot } ?? characters.count
    }

    /// Removes the dots at the cursor if they stand for a secret.
    private mutating func removeDots() {
        guard hasDots else { return }
        var (start, end) = (cursor, cursor)
        while start > 0, characters[start - 1] == Self.dot { start -= 1 }
        while end < characters.count, characters[end] == Self.dot { end += 1 }
        characters.removeSubrange(start..<end)
        cursor = start
    }

    /// Removes the characters back to the beginning of a word, or of a part of a link.
    private mutating func removeWord() {
        let isPart = { (character: Character) in character.isLetter || character.isNumber }
        var start = cursor
        while start > 0, !isPart(characters[start - 1]) { start -= 1 }
        while start > 0, isPart(characters[start - 1]) { start -= 1 }
        characters.removeSubrange(start..<cursor)
        cursor = start
    }

    package mutating func moveCursor(to place: Int) { cursor = min(max(place, 0), characters.count) }

    /// Edits the line as a key requests. Returns false if the key has no meaning in a line of text.
    package mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .backspace:
            guard cursor > 0 else { break }
            cursor -= 1
            characters.remove(at: cursor)
        case .delete, .control("d"):
            if cursor < characters.count { characters.remove(at: cursor) }
        case .left, .control("b"): cursor = max(cursor - 1, 0)
        case .right, .control("f"): cursor = min(cursor + 1, characters.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .control("u"):
            characters.removeFirst(cursor)
            cursor = 0
        case .control("w"), .named(.backspace, .alt): removeWord()
        case .control("k"): characters.removeLast(characters.count - cursor)
        case .character(let scalar, []), .character(let scalar, .shift): insert([Character(scalar)])
        case .text(let text): insert(text.unicodeScalars.map { Character($0) })
        default: return false
        }
        return true
    }
}

/// The rows of a text that is edited and longer than a row. A row may break anywhere, because links have no spaces. A row also ends where a
/// line of the text ends, and a space is shown for the end of the line.
package struct WrappedText {
    /// The characters of each row. The last row has room for the cursor after the last character.
    package private(set) var rows: [Range<Int>] = []
    private let characters: [Character]
    private let glyphs: Glyphs

    package init(_ characters: [Character], columns: Int, glyphs: Glyphs) {
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
    package func row(of cursor: Int) -> Int {
        rows.lastIndex { $0.lowerBound <= cursor } ?? 0
    }

    package func text(of row: Int) -> SafeText { text(rows[row]) }

    package func column(of cursor: Int) -> Int {
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

    /// Returns the place of the cursor after a key that moves it between rows, or to an end of its row.
    package func cursor(_ cursor: Int, after key: Key) -> Int {
        let range = rows[row(of: cursor)]
        return switch key {
        case .up: self.cursor(cursor, movedBy: -1) ?? 0
        case .down: self.cursor(cursor, movedBy: 1) ?? characters.count
        case .home: range.lowerBound
        default: row(of: cursor) == rows.count - 1 ? range.upperBound : max(range.upperBound - 1, range.lowerBound)
        }
    }
}
