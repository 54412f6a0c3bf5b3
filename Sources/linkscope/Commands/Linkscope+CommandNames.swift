import ArgumentParser
import Bytes
import Inspector
import Secrets

extension Linkscope {
    /// The names of all commands.
    static var commandNames: [String] { configuration.subcommands.map(name(of:)) }

    /// The names of the commands that the help lists.
    private static var shownCommandNames: [String] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }.map(name(of:))
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

    /// Checks whether the first argument is a mistyped command.
    ///
    /// This check comes before the arguments are parsed. The argument parser would give the first word to the inspector, and then reject the
    /// options of the intended command.
    static func checkCommand(in arguments: [String]) throws(CommandFailure) {
        guard let word = arguments.first else { return }
        if !commandNames.contains(word) { try checkWord(word) }
    }

    /// Returns the command that the words after `help` name; nil if there are none.
    ///
    /// - Throws: The failure for the first word that is not a command, or not a command of the one before it.
    static func topic(_ words: [String]) throws(CommandFailure) -> (any ParsableCommand.Type)? {
        var topic: (any ParsableCommand.Type)?
        for word in words {
            let commands = (topic?.configuration ?? configuration).subcommands
            guard let command = commands.first(where: { name(of: $0) == word }) else {
                throw unknown(word, "command", among: topic == nil ? shownCommandNames : commands.map(name(of:)))
            }
            topic = command
        }
        return topic
    }

    /// Throws the failure for an argument of the root command or the inspector that is a single word but not a file.
    static func checkWord(_ word: String) throws(CommandFailure) {
        guard InputArgument.mistake(in: word) == .word else { return }
        throw commandNames.contains(word)
            ? wrongWord(word, "no such file; a command comes before all options and links")
            : unknown(word, "command or file", among: shownCommandNames)
    }

    private static func unknown(_ word: String, _ what: String, among names: [String]) -> CommandFailure {
        let advice = NearestWord.to(word, among: names).map { "did you mean \($0)?" } ?? "see 'linkscope --help'"
        return wrongWord(word, "no such \(what); \(advice)")
    }

    private static func wrongWord(_ word: String, _ problem: String) -> CommandFailure {
        CommandFailure("\(Secrets.masked(word)): \(problem)", code: Exit.usage, pointsToHelp: false)
    }
}
