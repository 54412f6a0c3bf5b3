/// Finds the word that a mistyped word was meant to be.
package enum NearestWord {
    /// Returns the known word that `word` most likely stands for: the shortest known word that begins with `word`, or else the known word
    /// that differs by the fewest typing mistakes. Returns nil if no known word is near. `word` is compared in lowercase, so an uppercase
    /// letter in a known word counts as a mistake.
    package static func to(_ word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        guard 2...30 ~= word.count else { return nil }
        if let longer = known.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) { return longer }
        let nearest = known.map { (word: $0, mistakes: mistakes(in: Array(word), for: Array($0))) }.min { $0.mistakes < $1.mistakes }
        guard let nearest, nearest.mistakes <= max(1, nearest.word.count / 3) else { return nil }
        return nearest.word
    }

    /// Returns the number of characters that were added, left out, replaced, or swapped with the next one.
    package static func mistakes(in typed: [Character], for meant: [Character]) -> Int {
        // `rows[i][j]` is the number of mistakes in the first `i` typed characters, for the first `j` characters of the word.
        var rows = [Array(0...meant.count)]
        for i in typed.indices {
            var row = [i + 1]
            for j in meant.indices {
                var fewest = min(rows[i][j] + (typed[i] == meant[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, typed[i] == meant[j - 1], typed[i - 1] == meant[j] { fewest = min(fewest, rows[i - 1][j - 1] + 1) }
                row.append(fewest)
            }
            rows.append(row)
        }
        return rows[typed.count][meant.count]
    }
}
