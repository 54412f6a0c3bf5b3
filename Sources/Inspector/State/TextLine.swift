import Secrets

/// One line that the user writes: its characters, the place of the cursor among them, and which of them are a secret.
package struct TextLine: Sendable, Equatable {
    package private(set) var characters: [Character]
    package private(set) var cursor: Int
    /// The characters that may not be shown, in order.
    package private(set) var secrets: [Range<Int>] = []

    /// The most a line may hold. A longer link is no work for one line: it comes from a file.
    package static let limit = 1 << 16

    package init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
        findSecrets()
    }

    package var text: String { String(characters) }

    /// The characters as they are shown.
    func shown(masking mask: SecretMask) -> [Character] {
        guard !mask.isOff, !secrets.isEmpty else { return characters }
        var result = characters
        for range in secrets {
            for index in range { result[index] = mask.sign }
        }
        return result
    }

    /// Inserts what was typed or pasted; line ends and other control characters stay out. Returns how many characters found no room.
    @discardableResult
    package mutating func insert(_ text: String) -> Int {
        let clean = text.filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        let room = max(Self.limit - characters.count, 0)
        let fitting = clean.prefix(room)
        characters.insert(contentsOf: fitting, at: cursor)
        cursor += fitting.count
        findSecrets()
        return clean.count - fitting.count
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
        findSecrets()
    }

    package mutating func deleteForward() {
        guard cursor < characters.count else { return }
        characters.remove(at: cursor)
        findSecrets()
    }

    package mutating func deleteToStart() {
        characters.removeFirst(cursor)
        cursor = 0
        findSecrets()
    }

    package mutating func deleteToEnd() {
        characters.removeLast(characters.count - cursor)
        findSecrets()
    }

    package mutating func move(by distance: Int) {
        cursor = min(max(cursor + distance, 0), characters.count)
    }

    package mutating func moveToStart() { cursor = 0 }
    package mutating func moveToEnd() { cursor = characters.count }

    /// Each edit can make a secret or end one, so all of the line is looked at.
    private mutating func findSecrets() {
        secrets = []
        var ranges = Secrets.ranges(in: Array(text.utf8))[...]
        guard !ranges.isEmpty else { return }
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
    }
}
