/// One line that the user writes: its characters and the place of the cursor among them.
package struct TextLine: Sendable, Equatable {
    package private(set) var characters: [Character]
    package private(set) var cursor: Int

    /// The most a line may hold: a link is shorter, and a paste of a megabyte is delivered elsewhere.
    package static let limit = 1 << 20

    package init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    package var text: String { String(characters) }

    /// Inserts what was typed or pasted; line ends and other control characters stay out. Returns how many characters found no room.
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
}
