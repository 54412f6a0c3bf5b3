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

    /// Checks whether the first argument is a mistyped command.
    ///
    /// This check comes before the arguments are parsed. The argument parser would give the word to the inspector, and then reject the
    /// options of the intended command.
    static func checkCommand(_ word: String?) throws(CommandFailure) {
        guard let word, !commandNames.contains(word) else { return }
        try checkWord(word)
    }

    /// Throws the failure for an argument of the root command or the inspector that is a single word but not a file.
    static func checkWord(_ word: String) throws(CommandFailure) {
        guard InputArgument.mistake(in: word) == .word else { return }
        let problem: String
        if commandNames.contains(word) {
            problem = "no such file; a command comes before all options and links"
        } else if let name = NearestWord.to(word, among: shownCommandNames) {
            problem = "no such command or file; did you mean \(name)?"
        } else {
            problem = "no such command or file; see 'linkscope --help'"
        }
        throw CommandFailure("\(Secrets.masked(word)): \(problem)", code: Exit.usage, pointsToHelp: false)
    }
}
