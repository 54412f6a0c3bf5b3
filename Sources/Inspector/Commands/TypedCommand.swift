/// A command that was typed as a line, with its argument: `open 3`, `return`, `help banner`, `device iPad`.
package struct TypedCommand: Sendable, Hashable {
    package enum Argument: Sendable, Hashable {
        case none
        /// The number of a link.
        case link(Int)
        case text(String)
        case file(path: String, replaces: Bool)
    }

    package var command: Command
    package var argument: Argument

    /// Why a line is no command.
    package struct Mistake: Error, Hashable {
        package var message: String
    }

    /// Parses a line. A number alone selects the link with this number.
    ///
    /// - Throws: The mistake in the line, with the command that was probably meant.
    package init(_ line: String) throws(Mistake) {
        let (word, rest) = Self.split(line)
        if let number = Self.linkNumber(word), rest.isEmpty {
            self.init(command: .goTo, argument: .link(number))
            return
        }
        let replaces = word.hasSuffix("!")
        guard let command = Command.named(replaces ? String(word.dropLast()) : word) else { throw Self.unknown(word) }
        let binding = Binding.of(command)
        if replaces, binding.argument != .file { throw Mistake(message: "\(command.name) takes no !.") }
        self.init(command: command, argument: try Self.argument(rest, of: binding, replaces: replaces))
    }

    package init(command: Command, argument: Argument = .none) {
        self.command = command
        self.argument = argument
    }

    /// Returns the first word of a line and the text after it, without the spaces around them. A colon before the word is left out.
    package static func split(_ line: String) -> (word: String, rest: String) {
        var line = trimmed(line[...])
        if line.first == ":" { line = trimmed(line.dropFirst()) }
        let word = line.prefix { $0 != " " }
        return (String(word), String(trimmed(line.dropFirst(word.count))))
    }

    private static func argument(_ text: String, of binding: Binding, replaces: Bool) throws(Mistake) -> Argument {
        let name = binding.command.name
        switch binding.argument {
        case .none:
            guard text.isEmpty else { throw Mistake(message: "\(name) takes nothing after its name.") }
            return .none
        case .link(let isRequired):
            if text.isEmpty, !isRequired { return .none }
            guard let number = linkNumber(text) else { throw Mistake(message: "\(name) needs the number of a link, such as \(name) 3.") }
            return .link(number)
        case .file:
            guard !text.isEmpty else { throw Mistake(message: "\(name) needs the name of a file, such as \(name) links.csv.") }
            return .file(path: text, replaces: replaces)
        case .text(let word, let isRequired):
            guard text.isEmpty else { return .text(text) }
            guard !isRequired else { throw Mistake(message: "\(name) needs more: \(name) \(word)") }
            return .none
        }
    }

    /// Returns the number of a link in `41` or `#41`.
    static func linkNumber(_ text: String) -> Int? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard let number = Int(digits), number > 0, digits.first != "+" else { return nil }
        return number
    }

    private static func unknown(_ word: String) -> Mistake {
        let name = NearestWord.to(word, among: Command.allCases.map(\.name))
        let advice = name.map { "did you mean \($0)?" } ?? "help lists all commands"
        return Mistake(message: "\(word): no such command; \(advice)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
