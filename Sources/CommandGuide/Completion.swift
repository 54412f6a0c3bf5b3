/// What a shell offers at the cursor.
///
/// The program answers every press of Tab itself, so that the shells agree: their scripts only pass the words on and show the answer. The
/// scripts of the argument parser offer no options of the default command, let Bash expand the values as code, and count a link as several
/// words, because Bash splits words at colons.
package struct Completion: Sendable, Equatable {
    /// Files that are offered besides the candidates.
    enum Paths: Sendable, Equatable {
        case none
        /// Files with one of these endings, and folders. If the list is empty, all files.
        case files([String])
        case folders
    }

    private(set) var candidates: [Candidate] = []
    private(set) var paths = Paths.none

    /// Completes a word.
    ///
    /// - Parameters:
    ///   - words: The words between the program's name and the cursor. The last one is the beginning of the word at the cursor, and may be
    ///     empty.
    ///   - live: Returns the values of an argument whose values the program lists: one per line, each followed by a tab and its meaning.
    package init(_ words: [String], of root: Command, live: (_ command: Command, _ argument: String) -> String) {
        let current = words.last ?? ""
        let typed = TypedWords(words.dropLast(), of: root)
        if typed.asksForHelp {
            candidates = Self.commands(of: typed.command)
        } else if let option = typed.option, !(option.takesManyWords && current.hasPrefix("-")) {
            add(option, of: typed.command, live)
        } else if !typed.isAfterOptions, current.hasPrefix("--"), let end = current.firstIndex(of: "=") {
            if let option = typed.command.option(named: current[..<end]) { add(option, of: typed.command, live) }
        } else if !typed.isAfterOptions, current.hasPrefix("-") {
            candidates = Self.options(typed.remainingOptions)
        } else {
            if typed.canBeCommand { candidates = Self.commands(of: typed.command) }
            if let positional = typed.positional { add(positional, of: typed.command, live) }
            if candidates.isEmpty, paths == .none, current.isEmpty, !typed.isAfterOptions {
                candidates = Self.options(typed.remainingOptions)
            }
        }
        candidates = candidates.filter(\.isSafe)
    }

    private mutating func add(_ argument: CommandArgument, of command: Command, _ live: (Command, String) -> String) {
        switch argument.values {
        case .text: return
        case .words(let words): add(words.map { Candidate($0) })
        case .files(let endings): paths = .files(endings)
        case .folders: paths = .folders
        case .live:
            let positionals = command.arguments.filter { $0.kind == .positional }
            let name = argument.preferredName ?? positionals.firstIndex(of: argument).map { "positional@\($0)" }
            guard let name else { return }
            add(live(command, name).split(separator: "\n").map(Candidate.init(line:)))
        }
    }

    /// Adds values. A value such as `*.json` stands for files.
    private mutating func add(_ values: [Candidate]) {
        let endings = values.filter { $0.word.hasPrefix("*.") }.map { String($0.word.dropFirst(2)) }
        if !endings.isEmpty { paths = .files(endings) }
        candidates += values.filter { !$0.word.hasPrefix("*.") }
    }

    private static func commands(of command: Command) -> [Candidate] {
        command.subcommands.filter(\.isShown).map { Candidate($0.name, meaning: firstSentence($0.abstract)) }
    }

    private static func options(_ options: [CommandArgument]) -> [Candidate] {
        options.flatMap { option in
            option.names.map { Candidate($0, meaning: firstSentence(option.abstract)) }
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
        case .none: return words
        case .files(let endings): return words + [(["@files"] + endings).joined(separator: " ")]
        case .folders: return words + ["@folders"]
        }
    }
}
