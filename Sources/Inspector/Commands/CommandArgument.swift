/// What may follow a command's name when it is typed: numbers, then a text. It is the grammar of the line and its description in the help.
package struct CommandArgument: Sendable, Hashable {
    package enum Text: Sendable, Hashable {
        case none
        /// One of these words, which may be shortened.
        case oneOf([String])
        /// A word, then a text of the user: `from APP`.
        case after(String, String)
        /// A text of the user, which the help calls by this word. A text that may have a link in it makes the whole line a command, even
        /// in plain mode, where a line with a link is otherwise delivered.
        case text(String, mayHoldLink: Bool)
        /// The name of a file, and the words that may follow it. With `!` after the command's name, an existing file is replaced.
        case file(options: String)
    }

    /// How many numbers may come first. `2-5` counts as two.
    var numbers: ClosedRange<Int>
    /// Whether the numbers are those of links. The first of these links is selected.
    var countsLinks: Bool
    var text: Text
    var needsText: Bool

    init(numbers: ClosedRange<Int> = 0...0, countsLinks: Bool = true, _ text: Text = .none, needsText: Bool = false) {
        self.numbers = numbers
        self.countsLinks = countsLinks
        self.text = text
        self.needsText = needsText
    }

    static let none = CommandArgument()
    static let file = CommandArgument(.file(options: ""), needsText: true)

    /// Returns an argument that is the number of a link.
    static func link(isRequired: Bool) -> CommandArgument { CommandArgument(numbers: isRequired ? 1...1 : 0...1) }

    /// Returns an argument that is the number of a link, which may be left out, then a text.
    static func link(_ text: Text) -> CommandArgument { CommandArgument(numbers: 0...1, text) }

    /// Returns an argument that is a text, with a word that describes it in the help.
    static func text(_ word: String, isRequired: Bool, mayHoldLink: Bool = false) -> CommandArgument {
        CommandArgument(.text(word, mayHoldLink: mayHoldLink), needsText: isRequired)
    }

    /// Returns an argument that is one of some words.
    static func oneOf(_ words: [String], isRequired: Bool) -> CommandArgument { CommandArgument(.oneOf(words), needsText: isRequired) }

    /// Whether the text names a file.
    var namesFile: Bool { if case .file = text { true } else { false } }

    /// The argument as the help shows it, such as `[N] [from APP]`. What may be left out is in brackets.
    package var synopsis: String {
        let numbered = zip(["N", "M"], 0..<numbers.upperBound).map { $1 < numbers.lowerBound ? $0 : "[\($0)]" }
        return (numbered + [described].compactMap(\.self)).joined(separator: " ")
    }

    private var described: String? {
        let word: String? =
            switch text {
            case .none: nil
            case .oneOf(let words): words.joined(separator: "|")
            case .after(let first, let word): "\(first) \(word)"
            case .text(let word, _): word
            case .file(let options): "FILE" + options
            }
        return word.map { needsText ? $0 : "[\($0)]" }
    }
}
