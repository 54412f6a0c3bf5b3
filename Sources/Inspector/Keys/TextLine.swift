import Screen
import Secrets

/// A line of text that the user edits, with the position of the cursor.
package struct TextLine: Sendable, Equatable {
    package private(set) var characters: [Character]
    package private(set) var cursor: Int
    /// The maximum number of characters in a line. A longer link cannot be edited in the inspector.
    package static let limit = 1 << 16
    /// Whether dots stand for masked secrets, which have to be typed before the line is delivered.
    let hasDots: Bool

    package init(_ text: String = "") { self.init(text, hasDots: false) }

    init(_ text: String, hasDots: Bool) {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
        self.hasDots = hasDots
        moveToDots()
    }

    package var text: String { String(characters) }

    /// The number of lines that are not empty.
    var lineCount: Int { characters.split(separator: Self.newline).count }

    /// Returns the characters with masked secrets, and whether some of them are masked.
    func masked(by mask: SecretMask) -> (characters: [Character], isMasked: Bool) {
        var secrets = mask.isOff ? [] : Secrets.ranges(in: Array(text.utf8))[...]
        guard !secrets.isEmpty else { return (characters, false) }
        var start = 0
        let shown = characters.map { character in
            let end = start + character.utf8.count
            while let first = secrets.first, first.upperBound <= start { secrets.removeFirst() }
            start = end
            return secrets.first.map { $0.lowerBound < end } == true ? mask.sign : character
        }
        return (shown, true)
    }

    /// The sign between two lines, in a text that keeps them.
    static let newline: Character = "\n"

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
    var lacksSecret: Bool { hasDots && characters.contains(Self.dot) }

    /// Moves the cursor behind the first dots that stand for a secret, where a typed secret replaces them.
    mutating func moveToDots() {
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

    mutating func moveCursor(to place: Int) { cursor = min(max(place, 0), characters.count) }

    /// Edits the line as a key requests. Returns false if the key has no meaning in a line of text.
    mutating func edit(_ key: Key) -> Bool {
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
