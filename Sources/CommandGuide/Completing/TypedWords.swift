/// The words before the cursor, read as the program would read them: which command they name, and what can follow.
struct TypedWords {
    private(set) var command: Command
    /// The option that waits for its value.
    private(set) var option: CommandArgument?
    /// The number of positional arguments.
    private(set) var positionals = 0
    /// The names of the flags and options.
    private(set) var names: Set<String> = []
    /// Whether `--` has ended the options.
    private(set) var isAfterOptions = false
    /// Whether the next word can be the name of a command: it comes before all options and values.
    private(set) var canBeCommand = true
    /// Whether `help` was typed, so that the words after it name a command.
    private(set) var asksForHelp = false

    /// - Parameter words: The words after the program's name.
    init(_ words: some Sequence<String>, of root: Command) {
        command = root
        for word in words { read(word) }
    }

    private mutating func read(_ word: String) {
        if let waiting = option {
            if !waiting.takesManyWords { option = nil }
            guard waiting.takesManyWords, word.hasPrefix("-") else { return }
            option = nil
        }
        if canBeCommand, let next = command.subcommands.first(where: { $0.name == word }) {
            if next.isHelp { asksForHelp = true } else { command = next }
            canBeCommand = !command.subcommands.isEmpty
            return
        }
        canBeCommand = false
        if isAfterOptions || word == "-" || !word.hasPrefix("-") {
            positionals += 1
        } else if word == "--" {
            isAfterOptions = true
        } else {
            let name = word.prefix { $0 != "=" }
            names.insert(String(name))
            if name.count == word.count { option = command.option(named: word) }
        }
    }

    /// The positional argument at the cursor. The last one takes all further words if it is repeating.
    var positional: CommandArgument? {
        let all = command.arguments.filter { $0.kind == .positional && $0.isShown }
        return positionals < all.count ? all[positionals] : all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    /// The flags and options that can still be given.
    var remainingOptions: [CommandArgument] {
        command.arguments.filter { $0.kind != .positional && $0.isShown && ($0.isRepeating || names.isDisjoint(with: $0.names)) }
    }
}

extension Command {
    /// Returns the option with this name; nil for a flag, which takes no value.
    func option(named name: some StringProtocol) -> CommandArgument? {
        arguments.first { $0.kind == .option && $0.names.contains(String(name)) }
    }
}
