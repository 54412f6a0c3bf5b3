import ArgumentParser
import Bytes
import Inspector
import Secrets

extension Linkscope {
    /// The names of all commands.
    static var commandNames: [String] { configuration.subcommands.map(name(of:)) + ["help"] }

    /// The names of the commands that the help lists.
    private static var shownCommandNames: [String] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }.map(name(of:)) + ["help"]
    }

    /// Returns a command as it is typed after `linkscope`, such as `history search`.
    static func path(of command: any ParsableCommand.Type) -> String {
        let isOfHistory = HistoryCommand.configuration.subcommands.contains { $0 == command }
        return (isOfHistory ? name(of: HistoryCommand.self) + " " : "") + name(of: command)
    }

    /// Returns the name of a command on the command line.
    static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// Checks whether the first argument, or a word after `help`, is a mistyped command.
    ///
    /// This check comes before the arguments are parsed. The argument parser would give the first word to the inspector, and then reject the
    /// options of the intended command. After `help`, it would ignore a word that it does not know.
    static func checkCommand(in arguments: [String]) throws(CommandFailure) {
        guard let word = arguments.first else { return }
        if word == "help" { return try checkTopic(arguments.dropFirst()) }
        if !commandNames.contains(word) { try checkWord(word) }
    }

    /// Throws the failure for the first word after `help` that is not a command, or not a command of the one before it.
    private static func checkTopic(_ words: ArraySlice<String>) throws(CommandFailure) {
        var (commands, names) = (configuration.subcommands, shownCommandNames)
        for word in words where !word.hasPrefix("-") {
            if word == "help", names.contains(word) { return }
            guard let command = commands.first(where: { name(of: $0) == word }) else { throw unknown(word, among: names) }
            commands = command.configuration.subcommands
            names = commands.map(name(of:))
        }
    }

    /// Throws the failure for an argument of the root command or the inspector that is a single word but not a file.
    static func checkWord(_ word: String) throws(CommandFailure) {
        guard InputArgument.mistake(in: word) == .word else { return }
        throw commandNames.contains(word)
            ? wrongWord(word, "no such file; a command comes before all options and links") : unknown(word, among: shownCommandNames)
    }

    private static func unknown(_ word: String, among names: [String]) -> CommandFailure {
        let advice = NearestWord.to(word, among: names).map { "did you mean \($0)?" } ?? "see 'linkscope --help'"
        return wrongWord(word, "no such command or file; \(advice)")
    }

    private static func wrongWord(_ word: String, _ problem: String) -> CommandFailure {
        CommandFailure("\(Secrets.masked(word)): \(problem)", code: Exit.usage, pointsToHelp: false)
    }
}
