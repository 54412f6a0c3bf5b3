import LinkLayers
import Secrets

/// A line of text that the user edits, with the position of the cursor.
package struct TextLine: Sendable, Equatable {
    package private(set) var characters: [Character]
    package private(set) var cursor: Int
    /// The most characters of a line. A longer link cannot be edited in one line and comes from a file.
    package static let limit = 1 << 16

    package init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    package var text: String { String(characters) }

    /// Returns the characters as they are shown, and whether some of them are masked.
    func masked(by mask: SecretMask) -> (characters: [Character], isMasked: Bool) {
        let secrets = mask.isOff ? [] : secrets
        guard !secrets.isEmpty else { return (characters, false) }
        var result = characters
        for range in secrets {
            for index in range { result[index] = mask.sign }
        }
        return (result, true)
    }

    /// Inserts what was typed or pasted without control characters such as line ends. Returns the number of characters that did not fit.
    @discardableResult
    package mutating func insert(_ text: String) -> Int {
        let clean = text.filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        let room = max(Self.limit - characters.count, 0)
        let fitting = clean.prefix(room)
        characters.insert(contentsOf: fitting, at: cursor)
        cursor += fitting.count
        return clean.count - fitting.count
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    package mutating func deleteForward() {
        guard cursor < characters.count else { return }
        characters.remove(at: cursor)
    }

    package mutating func deleteToStart() {
        characters.removeFirst(cursor)
        cursor = 0
    }

    package mutating func deleteToEnd() {
        characters.removeLast(characters.count - cursor)
    }

    package mutating func move(by distance: Int) {
        cursor = min(max(cursor + distance, 0), characters.count)
    }

    package mutating func moveToStart() { cursor = 0 }
    package mutating func moveToEnd() { cursor = characters.count }

    /// The characters that are secret, in order.
    private var secrets: [Range<Int>] {
        var secrets: [Range<Int>] = []
        var ranges = Secrets.ranges(in: Array(text.utf8))[...]
        guard !ranges.isEmpty else { return [] }
        var start = 0
        for (index, character) in characters.enumerated() {
            let end = start + character.utf8.count
            while let first = ranges.first, first.upperBound <= start { ranges.removeFirst() }
            guard let first = ranges.first else { break }
            if first.lowerBound < end {
                if let last = secrets.last, last.upperBound == index {
                    secrets[secrets.count - 1] = last.lowerBound..<index + 1
                } else {
                    secrets.append(index..<index + 1)
                }
            }
            start = end
        }
        return secrets
    }
}
