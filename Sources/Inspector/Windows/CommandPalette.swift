import Panes
package import Screen

/// The line that the user types after `:`, with the commands that fit it.
package struct CommandPalette: Sendable, Equatable {
    package private(set) var line = TextLine()
    /// The word that the user typed, to which the list of commands belongs. Completion changes only the line.
    package private(set) var typed = ""
    /// The index of the marked command.
    package private(set) var selected = 0
    private var isCompleted = false
    /// The place in the earlier lines, counted from the newest; nil while the user writes a new line.
    private var recalled: Int?
    /// The new line, while an earlier one is shown.
    private var draft = TextLine()

    package var matches: [PaletteMatch] { PaletteMatch.all(for: typed) }

    /// Whether a command of the list is marked. Enter performs the marked command if the typed name is incomplete.
    package var hasMark: Bool { !typed.isEmpty || isCompleted }

    /// The line to perform: the typed line, with the name of the marked command in place of an incomplete name.
    package var performed: String {
        let (word, rest) = TypedCommand.split(line.text)
        let matches = matches
        guard Command.candidates(for: word, in: .screen).count != 1, !word.hasSuffix("!"), Int(word) == nil, hasMark,
            matches.indices.contains(selected)
        else {
            return line.text
        }
        return rest.isEmpty ? matches[selected].name : "\(matches[selected].name) \(rest)"
    }

    /// Edits the line. Returns false if the key has no meaning there.
    mutating func edit(_ key: Key) -> Bool {
        guard line.edit(key) else { return false }
        finishEditing()
        return true
    }

    /// Inserts a pasted text. Returns the number of characters that did not fit.
    mutating func insert(_ text: String) -> Int {
        let lost = line.insert(text)
        finishEditing()
        return lost
    }

    /// Replaces the line.
    mutating func write(_ text: String) {
        line = TextLine(text)
        finishEditing()
    }

    private mutating func finishEditing() {
        recalled = nil
        let word = TypedCommand.split(line.text).word
        if word != typed { (typed, selected) = (word, 0) }
        isCompleted = false
    }

    /// Writes the name of the marked command into the line. The next call writes the name of the next command.
    mutating func complete(by step: Int) {
        let matches = matches
        guard !matches.isEmpty else { return }
        if isCompleted { selected = (selected + step + matches.count) % matches.count }
        isCompleted = true
        let match = matches[selected]
        let rest = TypedCommand.split(line.text).rest
        line = TextLine(match.binding.argument == .none ? match.name : "\(match.name) \(rest)")
    }

    /// Shows an earlier line, or a later one.
    ///
    /// - Parameter lines: The lines that were typed before, with the oldest first.
    mutating func recall(_ step: Int, of lines: [String]) {
        let place = (recalled ?? -1) + step
        guard place < lines.count, place >= -1, place != recalled ?? -1 else { return }
        if recalled == nil { draft = line }
        write(place < 0 ? draft.text : lines[lines.count - 1 - place])
        recalled = place < 0 ? nil : place
    }
}

/// A command that fits what the user has typed after `:`.
package struct PaletteMatch: Sendable {
    package var binding: Binding
    /// The characters of the command's name that fit the typed ones.
    package var places: [Int]

    package var name: String { binding.command.name }

    /// The commands that make no sense as a typed line.
    private static let hidden: Set<Command> = [.palette, .back]

    /// Returns the commands that fit a word, with the best first. Best is the command that the word alone stands for, also as a key. Then
    /// come names that begin with the word, names with a part that begins with it, names with the word's letters in this order, and help
    /// lines with the word.
    package static func all(for word: String) -> [PaletteMatch] {
        let lowered = word.lowercased()
        let letters = Array(lowered)
        let meant = Command.candidates(for: word, in: .screen)
        var found: [(match: PaletteMatch, rank: Int)] = []
        for binding in Binding.table where !hidden.contains(binding.command) {
            if meant == [binding.command] {
                let places = places(of: letters, in: Array(binding.command.name))?.places ?? []
                found.append((PaletteMatch(binding: binding, places: places), 0))
            } else if let (places, rank) = places(of: letters, in: Array(binding.command.name)) {
                found.append((PaletteMatch(binding: binding, places: places), rank))
            } else if letters.count > 2, binding.help.lowercased().contains(lowered) {
                found.append((PaletteMatch(binding: binding, places: []), 1_000_000))
            }
        }
        // Equally good commands keep the order of the table.
        return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.match)
    }

    /// Returns the places of the letters of a word in a name, and how well they fit; nil if the name does not have the letters in this
    /// order. A low rank is good.
    private static func places(of word: [Character], in name: [Character]) -> (places: [Int], rank: Int)? {
        if word.isEmpty { return ([], 0) }
        if name == word { return (Array(name.indices), 0) }
        if name.starts(with: word) { return (Array(word.indices), 1) }
        for start in name.indices where start > 0 && name[start - 1] == "-" && name[start...].starts(with: word) {
            return (Array(start..<start + word.count), 1000 + name.count)
        }
        var places: [Int] = []
        for (index, character) in name.enumerated() where places.count < word.count && character == word[places.count] {
            places.append(index)
        }
        guard places.count == word.count, let first = places.first, let last = places.last else { return nil }
        return (places, 10_000 + (last - first) * 100 + first * 10 + name.count)
    }
}
