import Screen

/// The line that the user types after `:`, with the commands that fit it.
package struct Palette: Sendable, Equatable {
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
