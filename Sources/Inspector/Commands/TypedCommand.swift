import Bytes
import Panes

extension TypedCommand {
    /// Where a line was typed.
    package enum Place: Sendable { case screen, plain }

    /// Parses a line. A number alone goes to the link with this number.
    ///
    /// - Throws: The mistake in the line, with the command that was probably meant.
    package init(_ line: String, in place: Place = .screen) throws(Mistake) {
        let (word, rest) = Self.split(line)
        if let number = Self.number(word), rest.isEmpty {
            self.init(.goTo, number)
            return
        }
        let hasMark = word.count > 1 && word.hasSuffix("!")
        let found = Command.candidates(for: hasMark ? String(word.dropLast()) : word, in: place)
        guard let command = found.first, found.count == 1 else { throw Self.unknown(word, found, in: place) }
        self.init(command, replaces: hasMark)
        let binding = Binding.of(command)
        let argument = binding.argument
        let wrong = Mistake(message: "Usage: \(place == .plain ? binding.plainSynopsis : binding.synopsis)")
        if hasMark, !argument.namesFile || rest.isEmpty { throw wrong }
        var text = rest[...]
        while numbers.count < argument.numbers.upperBound, let found = Self.numbers(text.prefix { !$0.isWhitespace }) {
            numbers += found
            text = text.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
        }
        guard argument.numbers.contains(numbers.count), let text = Self.text(String(text), of: argument) else { throw wrong }
        self.text = text
    }

    /// The number of the link that the command is about; nil for the selected link.
    package var link: Int? { Binding.of(command).argument.countsLinks ? numbers.first : nil }

    /// Returns the first word of a line and the text after it, without the spaces around them. A colon before the word is left out.
    package static func split(_ line: String) -> (word: String, rest: String) {
        var line = line[...].trimmed
        if line.first == ":" { line = line.dropFirst().trimmed }
        let word = line.prefix { !$0.isWhitespace }
        return (String(word), String(line.dropFirst(word.count).trimmed))
    }

    /// Returns the text of an argument; nil if the command does not take this text.
    private static func text(_ text: String, of argument: CommandArgument) -> String? {
        guard !text.isEmpty else { return argument.needsText ? nil : "" }
        switch argument.text {
        case .none: return nil
        case .oneOf(let words): return word(text, among: words)
        case .after(let first, _):
            let (word, rest) = split(text)
            return word == first && !rest.isEmpty ? rest : nil
        case .text, .file: return text
        }
    }

    /// Returns the word that was typed, in full; nil if it is none of the words, or the beginning of several.
    private static func word(_ typed: String, among words: [String]) -> String? {
        let typed = typed.lowercased()
        if words.contains(typed) { return typed }
        let found = words.filter { $0.hasPrefix(typed) }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the number in `41` or `#41`.
    private static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard let number = Int(digits), number > 0, digits.first != "+" else { return nil }
        return number
    }

    /// Returns the numbers in a word such as `41` or `2-5`.
    private static func numbers(_ word: Substring) -> [Int]? {
        let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        return numbers.isEmpty || numbers.count < parts.count ? nil : numbers
    }

    private static func unknown(_ word: String, _ candidates: [Command], in place: Place) -> Mistake {
        let shown = word.count > 40 ? String(word.prefix(40)) + "..." : word
        if candidates.count > 1 {
            return Mistake(message: "\"\(shown)\" can be \(candidates.map { "\"\($0.name)\"" }.listed("or"))")
        }
        if let command = Command.named(word) {
            let other = command == .history ? "; in a shell, \"linkscope history search WORD\" searches all sessions" : ""
            return Mistake(message: "\"\(command.name)\" is not available with --plain\(other)")
        }
        let known = Command.all(in: place)
        let name = NearestWord.to(word, among: known.map(\.name))
        let isAboutOne = place == .plain && word.count > 1 && known.contains { Binding.of($0).mentions(word) }
        let help = place == .screen ? "help" : isAboutOne ? "help \(shown)" : "help all"
        let listed = isAboutOne ? "the commands whose help has it" : "all commands"
        let advice = name.map { "did you mean \"\($0)\"?" } ?? "\"\(help)\" lists \(listed)"
        return Mistake(message: "no such command \"\(shown)\"; \(advice)")
    }
}

extension Substring {
    /// The text without the spaces at its ends.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

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
    package var numbers: ClosedRange<Int>
    /// Whether the numbers are those of links. The first of these links is selected.
    package var countsLinks: Bool
    package var text: Text
    var needsText: Bool

    init(numbers: ClosedRange<Int> = 0...0, countsLinks: Bool = true, _ text: Text = .none, needsText: Bool = false) {
        self.numbers = numbers
        self.countsLinks = countsLinks
        self.text = text
        self.needsText = needsText
    }

    static let none = CommandArgument()
    static let file = CommandArgument(.file(options: ""), needsText: true)

    static func link(isRequired: Bool) -> CommandArgument { CommandArgument(numbers: isRequired ? 1...1 : 0...1) }

    /// Returns an argument that is the number of a link, which may be left out, then a text.
    static func link(_ text: Text) -> CommandArgument { CommandArgument(numbers: 0...1, text) }

    /// Returns an argument that is a text, with a word that describes it in the help.
    static func text(_ word: String, isRequired: Bool, mayHoldLink: Bool = false) -> CommandArgument {
        CommandArgument(.text(word, mayHoldLink: mayHoldLink), needsText: isRequired)
    }

    static func oneOf(_ words: [String], isRequired: Bool) -> CommandArgument { CommandArgument(.oneOf(words), needsText: isRequired) }

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
