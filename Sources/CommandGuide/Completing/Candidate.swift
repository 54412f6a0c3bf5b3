/// A word that a shell offers, with what it means.
package struct Candidate: Sendable, Hashable {
    package let word: String
    package let meaning: String

    package init(_ word: String, meaning: String = "") {
        self.word = word
        self.meaning = meaning
    }

    /// Reads a line of a list of live values: the word, and after a tab its meaning.
    init(line: Substring) {
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(String(parts[0]), meaning: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Whether both texts can be shown on a terminal and passed to a shell line by line.
    var isSafe: Bool {
        !word.isEmpty
            && (word.unicodeScalars + meaning.unicodeScalars).allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
                default: true
                }
            }
    }
}
