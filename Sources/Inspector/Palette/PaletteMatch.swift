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
