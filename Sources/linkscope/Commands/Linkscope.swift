import ArgumentParser
import Bytes
import Devices
import Reports
import Secrets
import Store

/// `linkscope`, the root of all commands. It starts the inspector if no command is given.
struct Linkscope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linkscope",
        abstract: "See every layer of a link, open it on a simulated device, and learn why it did not open.",
        usage: """
            linkscope [<options>] [LINK|FILE|- ...]
            linkscope <subcommand>
            """,
        discussion: """
            The first steps:
            \(Help.firstSteps)

            Without a command, linkscope opens the inspector, which takes the options below. If standard output is not a terminal, linkscope \
            prints the given links as linkscope inspect does.

            Examples:
              linkscope                        open an empty inspector, then paste a link
              linkscope 'shop://item/7?x=1'    open the inspector with a link
              linkscope links.txt              open a file with one link per line
              adb logcat | linkscope -         read a pipe; keys come from the terminal
              linkscope --continue             continue the last session
              linkscope --replay checkout      watch a session again, with its pauses

            Exit codes: 0 success; 1 the answer is no (for example, a link has an error); 2 wrong usage; 3 the command could not be \
            carried out (network, file, device).
            """,
        version: "linkscope \(ProgramVersion.number)",
        subcommands: [
            InspectorMain.self, Inspect.self, Build.self, Resolve.self, Verify.self, Open.self, Match.self, TestCommand.self, Lint.self,
            ProjectCommand.self, Send.self,
            Events.self, HistoryCommand.self, Report.self, Listen.self, Register.self, Unregister.self, Arrive.self,
            ManualCommand.self, Help.self,
        ],
        defaultSubcommand: InspectorMain.self
    )

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

    /// Turns arguments into a command, runs it, and returns the exit code.
    @MainActor static func run(_ arguments: [String], in console: Console) async -> Int32 {
        var running: (any ParsableCommand.Type)?
        do {
            if try ShellCompletion.answers(arguments, in: console) { return Exit.fine }
            let (parsed, rest) = split(arguments)
            // The argument parser would give a mistyped command to the inspector, and then reject the options of the intended command.
            if let word = parsed.first, !commandNames.contains(word) { try checkWord(word) }
            var command = try parse(parsed)
            if !rest.isEmpty {
                if var taking = command as? any ProgramCommand & TakesInputs {
                    taking.inputs += rest
                    command = taking
                } else {
                    command = try parse(arguments)
                }
            }
            running = type(of: command)
            if let command = command as? any ProgramCommand {
                try command.check(in: console)
                try await command.execute(in: console)
            } else {
                try command.run()
            }
            return Exit.fine
        } catch {
            return report(error, of: running, arguments, in: console)
        }
    }

    /// The number of arguments after the last option that are still parsed. They may include the option's value and the command's name.
    private static let mostParsed = 16

    /// Splits a long command line in two, so that only its beginning is parsed.
    ///
    /// The time of the argument parser grows with the square of the number of arguments: it took half a minute for 40,000 links. Therefore it
    /// parses only the beginning, and the command gets the remaining links and files unparsed.
    private static func split(_ arguments: [String]) -> (parsed: [String], rest: [String]) {
        let start = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 1
        let end = min(start + mostParsed, arguments.count)
        return (Array(arguments[..<end]), Array(arguments[end...]))
    }

    /// Parses arguments. The parser reads the options of each command on the way, and those of the inspector take longer than all others, so
    /// the command of the first word parses its arguments by itself. Errors and help are those of the whole command line.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let named = configuration.subcommands.first { name(of: $0) == arguments.first && $0.configuration.subcommands.isEmpty }
        let command = try? named?.parseAsRoot(Array(arguments.dropFirst()))
        return try command.flatMap { type(of: $0) == named ? $0 : nil } ?? parseAsRoot(arguments)
    }

    /// Prints the error to standard error (or help and version to standard output). Returns the exit code.
    ///
    /// - Parameter command: The command that failed. Nil while the arguments are being parsed.
    private static func report(
        _ error: any Error, of command: (any ParsableCommand.Type)?, _ arguments: [String], in console: Console
    ) -> Int32 {
        if let failure = CommandFailure(reporting: error) {
            if !failure.message.isEmpty { console.error(failure.lines, isMasked: failure.isMasked) }
            if failure.code == Exit.usage, failure.pointsToHelp, let command {
                console.error("See 'linkscope \(path(of: command)) --help'.")
            }
            return failure.code
        }
        if let code = error as? ExitCode { return code.rawValue }
        let columns = console.helpColumns
        let whole = fullMessage(for: error, columns: columns)
        if exitCode(for: error) == .success {
            console.line(whole == helpMessage(columns: columns) ? RootHelp.helpMessage(columns: columns) : whole)
            return Exit.fine
        }
        console.error("linkscope: \(withoutSecrets(plain(message(for: error)), of: arguments))")
        guard exitCode(for: error) == .validationFailure else { return Exit.failed }
        console.error("See '\(helpCommand(in: whole))'.")
        return Exit.usage
    }

    /// Returns the command that prints the help, such as `linkscope resolve --help`, from the last line of the argument parser's message.
    private static func helpCommand(in message: String) -> Substring {
        let parts = message.split(separator: "\n").last?.split(separator: "'") ?? []
        return parts.count == 3 ? parts[1] : "linkscope --help"
    }

    /// Returns a message of the argument parser in the style of linkscope's messages: one line that starts in lowercase and has no final
    /// period.
    private static func plain(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        let text = lines.joined(separator: " ").replacing(". Please provide one of ", with: "; use one of ")
            .replacing(" and '", with: " or '")
            // The argument parser suggests names that are not alike, such as --json for --foo.
            .replacing(/'--(.*?)'\. Did you mean '--(.*?)'\?/) { match in
                let isNear = NearestWord.to(String(match.1), among: [String(match.2)]) != nil
                return "'--\(match.1)'\(isNear ? "; did you mean '--\(match.2)'?" : "")"
            }
        let isSentence = text.first?.isUppercase == true && text.dropFirst().first?.isLowercase == true
        let start = isSentence ? text.prefix(1).lowercased() + text.dropFirst() : text
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }

    /// Returns a message of the argument parser with its secrets masked. Such a message quotes whole arguments, or only the value after
    /// `--name=`.
    private static func withoutSecrets(_ message: String, of arguments: [String]) -> String {
        let values = arguments.compactMap { $0.hasPrefix("--") ? $0.firstIndex(of: "=").map($0.suffix(from:)) : nil }
        return (arguments + values.map { String($0.dropFirst()) }).reduce(message) { message, argument in
            let shown = Secrets.masked(argument)
            return shown == argument ? message : message.replacing(argument, with: shown)
        }
    }
}

/// The help of the root command. It adds the inspector's arguments and options to the list of commands, because without a command they all
/// go to the inspector.
struct RootHelp: ParsableCommand {
    static let configuration = Linkscope.configuration

    @OptionGroup var inspector: InspectorMain
}

/// The command that starts the inspector.
struct InspectorMain: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        commandName: "inspector",
        abstract: "Open the inspector, a full-screen view of links and events.",
        discussion: """
            The links you give are delivered to a simulated device. You can add more while the inspector is open: paste them, press i to type \
            one, or use linkscope send in another terminal. New lines in a file appear as the file grows. Press ? for all keys.

            With --plain there is no screen: each change is a sentence on standard output, and commands such as open 3, return and help are \
            lines on standard input. This suits screen readers and scripts. With --plain, \
            linkscope saves no session, and linkscope send reaches it only on a terminal.

            If standard output is not a terminal, linkscope prints the given links as linkscope inspect does.

            Examples:
              linkscope --device iPad 'shop://item/7?x=1' links.txt
              printf '%s\\n' 'shop://item/7?x=1' open | linkscope --plain

            Exit codes: 0 success; 1 (only without a screen) a link has an error or, with --plain, nothing opened after open or return; 2 \
            wrong usage, such as no link and no terminal or, with --plain, an unknown command; 3 an input or a session cannot be read.
            """
    )

    @OptionGroup var options: InspectorOptions

    @Argument(
        help: ArgumentHelp("Links, files with one link or JSON object per line, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    func check(in console: Console) throws(CommandFailure) {
        for input in inputs { try Linkscope.checkWord(input) }
        try checkInputs(canBeEmpty: true)
        try options.check()
        if options.replay != nil && !inputs.isEmpty {
            throw .usage("--replay cannot be combined with links: send them once the replay is open")
        }
        if options.keys != nil && options.frame == nil { throw .usage("--keys needs --frame") }
        if options.svg != nil && options.frame == nil { throw .usage("--svg needs --frame") }
        if options.plain && options.frame != nil { throw .usage("--frame cannot be combined with --plain") }
        if options.continuesLast && options.frame != nil { throw .usage("--frame cannot be combined with --continue") }
        if options.continuesLast && !inputs.isEmpty {
            throw .usage("--continue cannot be combined with links: send them once the session is open")
        }
    }

    @MainActor func execute(in console: Console) async throws {
        try await InspectorCommand(console: console, options: options, inputs: inputs).run()
    }
}

extension CommandFailure {
    /// Creates the failure of a command that an error has ended. Returns nil for an error of the argument parser, which has a longer message.
    fileprivate init?(reporting error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as HandlerError: self.init(error)
        case is SocketError, is HistoryError, is Folders.Problem: self.init("\(error)")
        default: return nil
        }
    }

    nonisolated init(_ error: HandlerError, _ what: String = "") { self.init("\(what)\(error)", advice: error.advice) }
}

/// The entry point of the process.
@main
struct Main {
    static func main() async {
        StandardStreams.reserve()
        FileSizeLimit.ignoreSignal()
        exit(await Linkscope.run(Array(CommandLine.arguments.dropFirst()), in: .ofProcess()))
    }
}
