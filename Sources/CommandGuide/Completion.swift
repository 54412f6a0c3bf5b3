/// What a shell offers at the cursor.
///
/// The program answers every press of Tab itself, so that the shells agree: their scripts only pass the words on and show the answer. The
/// scripts of the argument parser offer no options of the default command, let Bash expand the values as code, and count a link as several
/// words, because Bash splits words at colons.
package struct Completion: Sendable, Equatable {
    private(set) var candidates: [Candidate] = []
    /// The files or folders that are offered besides the candidates. Folders are offered with files, too. Any other value offers none.
    private(set) var paths = ArgumentDescription.Values.text

    /// Completes a word.
    ///
    /// - Parameters:
    ///   - words: The words between the program's name and the cursor. The last one is the beginning of the word at the cursor, and may be
    ///     empty.
    ///   - live: Returns the values of an argument whose values the program lists: one per line, each followed by a tab and its meaning.
    package init(_ words: [String], of root: CommandDescription, live: (_ command: CommandDescription, _ argument: String) -> String) {
        let current = words.last ?? ""
        let typed = TypedWords(words.dropLast(), of: root)
        if let help = typed.help {
            candidates =
                current.hasPrefix("-")
                ? Self.options(help.arguments.filter { $0.kind != .positional && $0.isShown }) : Self.commands(of: typed.command)
        } else if let option = typed.option, !(option.takesManyWords && current.hasPrefix("-")) {
            add(option, of: typed.command, live)
        } else if !typed.isAfterOptions, current.hasPrefix("--"), let end = current.firstIndex(of: "=") {
            if let option = typed.command.option(named: current[..<end]) { add(option, of: typed.command, live) }
        } else if !typed.isAfterOptions, current.hasPrefix("-") {
            candidates = Self.options(typed.remainingOptions)
        } else {
            if typed.canBeCommand { candidates = Self.commands(of: typed.command) }
            if let positional = typed.positional { add(positional, of: typed.command, live) }
            if candidates.isEmpty, paths == .text, current.isEmpty, !typed.isAfterOptions {
                candidates = Self.options(typed.remainingOptions)
            }
        }
        candidates = candidates.filter(\.isSafe)
    }

    private mutating func add(
        _ argument: ArgumentDescription, of command: CommandDescription, _ live: (CommandDescription, String) -> String
    ) {
        switch argument.values {
        case .text: return
        case .words(let words): add(words.map { Candidate(word: $0) })
        case .files, .folders: paths = argument.values
        case .live:
            let positionals = command.arguments.filter { $0.kind == .positional }
            let name = argument.preferredName ?? positionals.firstIndex(of: argument).map { "positional@\($0)" }
            guard let name else { return }
            let lines = live(command, name).split(separator: "\n").map { line in
                line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            add(lines.map { Candidate(word: $0[0], meaning: $0.count > 1 ? $0[1] : "") })
        }
    }

    /// Adds values. A value such as `*.json` stands for files.
    private mutating func add(_ values: [Candidate]) {
        let endings = values.filter { $0.word.hasPrefix("*.") }.map { String($0.word.dropFirst(2)) }
        if !endings.isEmpty { paths = .files(endings) }
        candidates += values.filter { !$0.word.hasPrefix("*.") }
    }

    private static func commands(of command: CommandDescription) -> [Candidate] {
        command.subcommands.filter(\.isShown).map { Candidate(word: $0.name, meaning: firstSentence($0.abstract)) }
    }

    private static func options(_ options: [ArgumentDescription]) -> [Candidate] {
        options.flatMap { option in
            option.names.map { Candidate(word: $0, meaning: firstSentence(option.abstract)) }
        }
    }

    private static func firstSentence(_ text: String) -> String {
        if let end = text.firstRange(of: ". ") { return String(text[..<end.lowerBound]) }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    // MARK: The answer

    /// The answer for the scripts, one line each: `=WORD` and after a tab its meaning, `@files` with endings, or `@folders`.
    package var lines: [String] {
        let words = candidates.map { "=\($0.word)" + ($0.meaning.isEmpty ? "" : "\t\($0.meaning)") }
        switch paths {
        case .files(let endings): return words + [(["@files"] + endings).joined(separator: " ")]
        case .folders: return words + ["@folders"]
        case .text, .words, .live: return words
        }
    }
}

/// A word that a shell offers, with what it means.
struct Candidate: Sendable, Hashable {
    var word: String
    var meaning = ""

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

/// The words before the cursor, read as the program would read them: which command they name, and what can follow.
struct TypedWords {
    private(set) var command: CommandDescription
    /// The option that waits for its value.
    private(set) var option: ArgumentDescription?
    /// The number of positional arguments.
    private(set) var positionals = 0
    /// The names of the flags and options.
    private(set) var names: Set<String> = []
    /// Whether `--` has ended the options.
    private(set) var isAfterOptions = false
    /// Whether the next word can be the name of a command: it comes before all options and values.
    private(set) var canBeCommand = true
    /// The command `help` if it was typed, so that the words after it name a command.
    private(set) var help: CommandDescription?

    /// - Parameter words: The words after the program's name.
    init(_ words: some Sequence<String>, of root: CommandDescription) {
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
            if next.isHelp { help = next } else { command = next }
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
    var positional: ArgumentDescription? {
        let all = command.arguments.filter { $0.kind == .positional && $0.isShown }
        return positionals < all.count ? all[positionals] : all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    /// The flags and options that can still be given.
    var remainingOptions: [ArgumentDescription] {
        command.arguments.filter { $0.kind != .positional && $0.isShown && ($0.isRepeating || names.isDisjoint(with: $0.names)) }
    }
}

extension CommandDescription {
    /// Returns the option with this name; nil for a flag, which takes no value.
    func option(named name: some StringProtocol) -> ArgumentDescription? {
        arguments.first { $0.kind == .option && $0.names.contains(String(name)) }
    }
}
